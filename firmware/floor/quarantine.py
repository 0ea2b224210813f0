"""Nothing from outside ends a process: the one rule for all messages that can't be taken.

    message ──handle──> taken
               │ MessageRejected: not signed, not allowed, …      ┐ set aside with sender, subject,
               │ any other exception of its handler: unreadable   ┘ reason; the next one is read
               └ the process's own faults (database, journal): raised

A rejected message raises one alarm for its sender, and is shown to people by `croupier floor
rejected` and the pit where the process has the ledger's database, by its log where it has none.
"""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, Protocol

from nats.aio.msg import Msg

from firmware.core.vocabulary.panel import Text
from firmware.floor.envelope import MessageRejected
from firmware.floor.log import WriteLog

UNREADABLE: Final = "unreadable"
"""The reason of a message whose handler failed on it."""
NAMELESS_REASONS: Final = ("unsigned", "unknown_key")
"""Of a sender whom nobody has enrolled: the subject names who may publish there."""
MAX_LOGGED_SENDERS: Final = 1000
NO_SEQUENCE: Final = 0
"""Of a message that is in no stream."""

REASON_KEYS: Final = {
    "unsigned": "floor.rejected.unsigned",
    "unknown_key": "floor.rejected.unknown_key",
    "retired": "floor.rejected.retired",
    "revoked": "floor.rejected.revoked",
    "forged": "floor.rejected.forged",
    "bad_stamp": "floor.rejected.bad_stamp",
    "other_subject": "floor.rejected.other_subject",
    "other_sender": "floor.rejected.other_sender",
    "not_allowed": "floor.rejected.not_allowed",
    "repeated": "floor.rejected.repeated",
    "unsigned_enrolment": "floor.rejected.unsigned_enrolment",
    "other_house": "floor.rejected.other_house",
    "other_journal": "floor.rejected.other_journal",
    "many_journals": "floor.rejected.many_journals",
    "other_position": "floor.rejected.other_position",
    "jump": "floor.rejected.jump",
    UNREADABLE: "floor.rejected.unreadable",
}
"""By reason: the key of its message."""

MessageHandler = Callable[[Msg], Awaitable[None]]


class RejectedMessage(NamedTuple):
    """A message that was set aside; `reason` is one of `REASON_KEYS`."""

    subject: str
    sender: str
    """The enrolled name, or the key that nobody has enrolled; "" if it is not signed."""
    sequence: int
    reason: str
    octets: bytes

    @property
    def is_nameless(self) -> bool:
        """Whether its sender is not known, or enrolled by nobody."""
        return not self.sender or self.reason in NAMELESS_REASONS

    @property
    def source(self) -> str:
        """Whose it is: the sender, or the subject of one without a name: of made-up keys there is
        no end, and none may stand for another's messages.
        """
        return self.subject if self.is_nameless else self.sender


class Quarantine(Protocol):
    """Keeps the messages that were not taken."""

    def set_aside(self, rejected: RejectedMessage) -> None: ...


class FirstQuarantine:
    """Passes the first message of each source and reason on, so that a flood of live messages
    costs no more than one; counts all of them.
    """

    def __init__(self, pass_on: Callable[[RejectedMessage], None]) -> None:
        self._pass_on = pass_on
        self.counts: Counter[tuple[str, str]] = Counter()
        """By source and reason."""

    def set_aside(self, rejected: RejectedMessage) -> None:
        source_and_reason = rejected.source, rejected.reason
        # bounded, since the names come from the network
        if source_and_reason not in self.counts and len(self.counts) < MAX_LOGGED_SENDERS:
            self._pass_on(rejected)
        if source_and_reason in self.counts or len(self.counts) < MAX_LOGGED_SENDERS:
            self.counts[source_and_reason] += 1


class LoggedQuarantine(FirstQuarantine):
    """Logs the first message of each source and reason."""

    def __init__(self, write_log: WriteLog) -> None:
        super().__init__(lambda rejected: write_log(rejected_text(rejected)))


def rejected_text(rejected: RejectedMessage) -> Text:
    """Return a rejected message in words."""
    reason = Text(REASON_KEYS.get(rejected.reason, REASON_KEYS[UNREADABLE]))
    return Text(
        "floor.set_aside",
        {"subject": rejected.subject, "sender": rejected.sender or "?", "why": reason},
    )


def guarded(
    handle: MessageHandler, quarantine: Quarantine, *own_faults: type[Exception]
) -> MessageHandler:
    """Return a handler that never raises because of a message; `own_faults` are raised: they are
    the process's, not the message's.
    """

    async def take(message: Msg) -> None:
        try:
            await handle(message)
        except own_faults:
            raise
        except MessageRejected as rejection:
            quarantine.set_aside(rejected_message(message, rejection.reason, rejection.sender))
        except Exception:  # noqa: BLE001 - a message from outside may fail in any way, and ends nothing
            quarantine.set_aside(rejected_message(message, UNREADABLE))

    return take


def rejected_message(message: Msg, reason: str, sender: str = "") -> RejectedMessage:
    sequence = (
        message.metadata.sequence.stream if message.reply.startswith("$JS.ACK") else NO_SEQUENCE
    )
    return RejectedMessage(message.subject, sender, sequence, reason, message.data)
