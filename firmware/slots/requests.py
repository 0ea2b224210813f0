"""The requests of people at a bank's socket: its state, and the decisions that only people take."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.sockets.line_client import ask_line
from firmware.shell.technician.requests import Person
from firmware.shell.words.decode_words import decode_reason
from firmware.slots.entries import Decided, Looked
from firmware.slots.journaled_bank import KeptBank
from firmware.slots.state import UNKNOWN, Defect, MachineState
from firmware.slots.status import Status, status

Prove = Callable[[str, str], Person]
"""Returns who has that name and that passphrase. Raises CannotBeDone."""
ROLES: Final = frozenset({"supervisor", "technician"})
"""Who may look and decide. An auditor reads."""
PATIENCE_S: Final = 30.0
"""A passphrase takes its time, and waits for others."""


class Asked(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag=str.lower
):
    """A request: one JSON object a line."""


class How(Asked, frozen=True, tag="status"):
    """How the bank is."""


class Act(Asked, frozen=True):
    """Something that a person does, who has an account of the console."""

    machine: int
    name: Annotated[str, msgspec.Meta(max_length=100)]
    passphrase: Annotated[str, msgspec.Meta(max_length=1024)]


class Look(Act, frozen=True):
    """He has looked at the machine and its meters."""


class Decide(Act, frozen=True):
    """He decides on the oldest defective game of the machine (94, 95)."""

    by: Literal["machine", "player"]
    cents: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The refund to the player, which must be the stake if the meters give it."""


class Done(msgspec.Struct, frozen=True, tag=True):
    """It is done, and in the journal."""

    said: Text


class Refused(msgspec.Struct, frozen=True, tag=True):
    """It is not done."""

    why: Text


Request = How | Look | Decide
Answer = Status | Done | Refused

_decoder: Final = msgspec.json.Decoder(Request)


class Desk:
    """Answers requests, from any thread; `alone` is held by whoever uses the bank."""

    def __init__(
        self,
        bank: KeptBank,
        alone: threading.Lock,
        prove: Prove,
        wall: Callable[[], int],
        failures: Callable[[], tuple[Text, ...]] = lambda: (),
    ) -> None:
        self._bank, self._alone = bank, alone
        self._prove, self._wall, self._failures = prove, wall, failures

    def answer(self, line: bytes, _uid: int = 0) -> Answer:
        """Answer a line. A passphrase is proved first, which takes its time."""
        try:
            asked = _decoder.decode(line)
            who = "" if isinstance(asked, How) else self._acting(asked)
            with self._alone:
                return self._answer(asked, who)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return Refused(decode_reason(error))
        except CannotBeDone as refused:
            return Refused(refused.why)

    def _acting(self, asked: Act) -> str:
        """Return who acts, proved by the passphrase. Raises CannotBeDone."""
        person = self._prove(asked.name, asked.passphrase)
        if person.role not in ROLES:
            raise CannotBeDone(Text("slots.role", {"who": person.name}))
        return person.name

    def _answer(self, asked: Request, who: str) -> Answer:
        state = self._bank.state
        if isinstance(asked, How):
            return status(state, self._failures(), self._bank.mended)
        machine = state.machines.get(asked.machine)
        if machine is None:
            raise CannotBeDone(Text("bank.no_machine", {"machine": asked.machine}))
        if isinstance(asked, Look):
            return self._look(asked, machine, who)
        return self._decide(asked, machine, who)

    def _look(self, asked: Look, machine: MachineState, who: str) -> Done:
        if not machine.waits_for_two:
            raise CannotBeDone(Text("slots.nothing_to_look_at", {"machine": asked.machine}))
        self._bank.take(Looked(asked.machine, self._wall(), who))
        key = "slots.looked_once" if machine.feeding.looked else "slots.looked_twice"
        return Done(Text(key, {"machine": asked.machine, "who": who}))

    def _decide(self, asked: Decide, machine: MachineState, who: str) -> Done:
        if not machine.playing.defects:
            raise CannotBeDone(Text("slots.nothing_to_decide", {"machine": asked.machine}))
        defect = machine.playing.defects[0]
        cents = refund(asked, defect, self._most(asked.machine))
        self._bank.take(Decided(asked.machine, self._wall(), who, asked.by, cents))
        key = "slots.refunded" if asked.by == "machine" else "slots.lost"
        said = Text(key, {"machine": asked.machine, "stake_cents": Cents(cents)})
        for further in taken_back(defect):
            said = Text("slots.then", {"said": said, "further": further})
        return Done(said)

    def _most(self, address: int) -> int:
        registered = self._bank.state.terms.machine[address]
        return registered.coins * registered.denomination


def refund(asked: Decide, defect: Defect, most: int) -> int:
    """Return the refund: nothing if it was the player's doing (94), else the stake (95), `most` at
    most. Raises CannotBeDone without an amount that is sure, or with one if nothing goes back.
    """
    if asked.by == "player":
        if asked.cents is not None:
            raise CannotBeDone(Text("slots.no_stake"))
        return 0
    if defect.stake is None:
        raise CannotBeDone(Text("slots.meters_first", {"machine": asked.machine}))
    known = None if defect.stake == UNKNOWN else defect.stake
    cents = known if asked.cents is None else asked.cents
    if cents is None or not 0 < cents <= most:
        raise CannotBeDone(Text("slots.stake_unknown", {"most_cents": Cents(most)}))
    if known not in (None, cents):
        raise CannotBeDone(Text("slots.stake_is", {"stake_cents": Cents(known)}))
    return cents


def taken_back(defect: Defect) -> Iterator[Text]:
    """Yield the other things that people must do about a defective game, since it pays nothing."""
    if defect.credited is None:
        yield Text("slots.not_over")
    elif defect.credited == UNKNOWN:
        yield Text("slots.see_credits")
    elif defect.credited:
        yield Text("slots.take_off", {"credited_cents": Cents(defect.credited)})
    if defect.play.won:
        yield Text("slots.lot_not_won", {"lot_cents": Cents(defect.play.won)})


def ask_bank(path: Path, request: Request) -> Answer:
    """Return the answer of the bank at a socket. Raises ControlError."""
    return ask_line(path, request, Answer, PATIENCE_S)  # type: ignore[arg-type]
