"""A message that can't be taken is set aside with its sender, and the next one is read."""

import asyncio

import pytest
from nats.aio.msg import Msg
from sqlalchemy import Engine

from firmware.core.vocabulary.panel import Text
from firmware.floor.envelope import MessageRejected
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.ledger.quarantine_store import (
    MAX_REJECTED,
    STORED_OCTETS,
    QuarantineStore,
    store_rejected,
)
from firmware.floor.quarantine import (
    MAX_LOGGED_SENDERS,
    REASON_KEYS,
    FirstQuarantine,
    LoggedQuarantine,
    RejectedMessage,
    guarded,
)
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words


class Handler:
    """Fails as the message says."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []

    async def handle(self, message: Msg) -> None:
        failures = {
            b"forged": MessageRejected("forged", "table-7"),
            b"index": IndexError(),
            b"recursion": RecursionError(),
            b"memory": MemoryError(),
            b"own": OSError("disk"),
        }
        if failure := failures.get(message.data):
            raise failure
        self.taken.append(message.data)


def test_bad_message_does_not_stop_the_next() -> None:
    handler, said = Handler(), list[Text]()
    quarantine = LoggedQuarantine(said.append)
    take = guarded(handler.handle, quarantine, OSError)

    async def run() -> None:
        for data in (b"a", b"forged", b"b", b"index", b"recursion", b"memory", b"c"):
            await take(Msg(None, subject="floor.fact.x", data=data))  # type: ignore[arg-type]

    asyncio.run(run())
    assert handler.taken == [b"a", b"b", b"c"]
    assert quarantine.counts == {("table-7", "forged"): 1, ("floor.fact.x", "unreadable"): 3}
    assert len(said) == 2


def test_process_fault_is_not_quarantined() -> None:
    take = guarded(Handler().handle, LoggedQuarantine(lambda _: None), OSError)
    with pytest.raises(OSError, match="disk"):
        asyncio.run(take(Msg(None, subject="s", data=b"own")))  # type: ignore[arg-type]


def test_foreign_names_fill_no_log() -> None:
    said = list[Text]()
    quarantine = LoggedQuarantine(said.append)
    for number in range(2 * MAX_LOGGED_SENDERS):
        quarantine.set_aside(RejectedMessage("s", f"t-{number}", 0, "forged", b""))
    assert len(said) == len(quarantine.counts) == MAX_LOGGED_SENDERS


def test_made_up_keys_hide_no_sender() -> None:
    passed_on = list[RejectedMessage]()
    quarantine = FirstQuarantine(passed_on.append)
    for number in range(2 * MAX_LOGGED_SENDERS):
        quarantine.set_aside(RejectedMessage("of-7", f"{number:064x}", 0, "unknown_key", b""))
    others = [RejectedMessage(subject, "", 0, "unreadable", b"") for subject in ("of-7", "of-8")]
    for message in (*others, *others):
        quarantine.set_aside(message)
    assert passed_on[1:] == others


def rejected(number: int, sender: str = "table-7", octets: bytes = b"x") -> RejectedMessage:
    return RejectedMessage("floor.fact.m.p.table-7", sender, number, "forged", octets)


def test_one_alarm_for_each_sender(store: Engine) -> None:
    quarantine = QuarantineStore(store)
    for number in (1, 2, 2, 3):
        quarantine.set_aside(rejected(number))
    quarantine.set_aside(rejected(4, "table-8", bytes(2 * STORED_OCTETS)))
    rows = quarantine.rejected_rows()
    assert [(row["sender"], row["sequence"]) for row in rows] == [
        ("table-7", 1),
        ("table-7", 2),
        ("table-7", 3),
        ("table-8", 4),
    ]
    assert len(rows[-1]["octets"]) == STORED_OCTETS
    with store.connect() as connection:
        alarms = [(alarm["kind"], alarm["table_name"]) for alarm in stored_alarms(connection)]
    assert alarms == [("rejected", "table-7"), ("rejected", "table-8")]


def test_flood_of_one_sender_is_bounded(store: Engine) -> None:
    with store.begin() as connection:
        store_rejected(connection, [rejected(number) for number in range(MAX_REJECTED + 5)])
        store_rejected(connection, [rejected(1, "table-8", b"y")])
    counted = [row["sender"] for row in QuarantineStore(store).rejected_rows()]
    assert (counted.count("table-7"), counted.count("table-8")) == (MAX_REJECTED, 1)


def test_nameless_flood_leaves_room_for_others(store: Engine) -> None:
    subjects = ("floor.seen.m.p.table-7", "floor.seen.m.p.table-8")
    flood, other = (
        [RejectedMessage(subject, "", number, "unreadable", b"x") for number in range(count)]
        for subject, count in zip(subjects, (MAX_REJECTED + 5, 1), strict=True)
    )
    with store.begin() as connection:
        store_rejected(connection, flood)
        store_rejected(connection, other)
    counted = [row["subject"] for row in QuarantineStore(store).rejected_rows()]
    assert [counted.count(subject) for subject in subjects] == [MAX_REJECTED, 1]


@pytest.mark.parametrize("language", languages_with("floor"))
def test_every_reason_has_words(language: str) -> None:
    words = Words.load(language)
    said = {words.render(Text(key)) for key in REASON_KEYS.values()}
    assert len(said) == len(REASON_KEYS)
