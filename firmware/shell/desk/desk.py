"""The desk at which Keno tickets are sold and claimed (79 to 86), and its random generator."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from datetime import date
from typing import Final

from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event, ResultSeen, TicketAsked, TicketClaimed
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.rulings import Refused, Ruling, TicketIssued, TicketPaid
from firmware.shell.chance import CHANCE
from hal.ports import Millis

POLL_EVERY: Final = 50
"""Milliseconds."""
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters that can't be confused when they are read aloud."""
CONTROL_LENGTH: Final = 16
"""Eighty bits: a number that is issued can't be guessed, nor found by trying (82 4°)."""
NUMBERS: Final = range(1, 81)
DRAWN: Final = 20
PATIENCE_S: Final = 3.0
"""How long the table may take to answer."""
ANSWERS_KEPT: Final = 64
"""The maximum number of unfetched answers."""
Answer = TicketIssued | TicketPaid | Refused

EPOCH: Final = date(1970, 1, 1)


def today() -> int:
    """Return the day, as the number of days since 1970."""
    return (date.today() - EPOCH).days  # noqa: DTZ011  # a claim ends by the casino's own calendar


def control_number() -> str:
    """Return a ticket's control number."""
    return "".join(CHANCE.choice(ALPHABET) for _ in range(CONTROL_LENGTH))


def quick_pick(count: int) -> tuple[int, ...]:
    """Return so many different numbers, chosen by chance (80)."""
    return tuple(sorted(CHANCE.sample(NUMBERS, count)))


def drawn() -> ResultSeen:
    """Return a draw by the computer (75)."""
    return ResultSeen(tuple(str(ball) for ball in CHANCE.sample(NUMBERS, DRAWN)))


class Desk(Part):
    """Passes its clients' requests to the table; it also draws, if the table has no balls.

    It receives the table's rulings as a listener of the loop, `hear`. `ask`, `claim` and
    `answer_to` may be called from any thread but the loop's.
    """

    name = "desk"
    shows = ("spin",)

    def __init__(self, day: Callable[[], int] = today, *, draws: bool = False) -> None:
        self._day = day
        self._draws = draws
        self._asked: deque[Event] = deque()
        self._answers: dict[str, Answer] = {}
        self._lock = threading.Condition()
        self._started: int | None = None

    def start(self, now: Millis) -> None:
        """Begin to poll."""
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the requests since the last poll."""
        self.due = Millis(now + POLL_EVERY)
        with self._lock:
            asked = tuple(self._asked)
            self._asked.clear()
        return asked

    def show(self, panel: Panel, now: Millis) -> None:  # noqa: ARG002
        """Draw once for each press of the key that starts a draw."""
        begun = self._started is not None and panel.spin != self._started
        self._started = panel.spin
        if begun and self._draws:
            self._take(drawn())

    def test(self, now: Millis) -> Proof:  # noqa: ARG002
        """Do nothing: it can't fail."""
        return Proof.PROVEN

    def ask(
        self,
        spot: int,
        numbers: Sequence[int],
        cents: int,
        draws: int,
        *,
        paid: bool = True,
    ) -> str:
        """Order a ticket; return its control number."""
        control = control_number()
        asked = TicketAsked(spot, tuple(numbers), Cents(cents), draws, control, paid, self._day())
        self._take(asked)
        return control

    def claim(self, control: str) -> None:
        """Present a ticket for payment."""
        self._take(TicketClaimed(control, self._day()))

    def hear(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        """Store the table's answer to a request."""
        if isinstance(event, TicketAsked | TicketClaimed):
            with self._lock:
                for ruling in rulings:
                    if isinstance(ruling, TicketIssued | TicketPaid | Refused):
                        self._answers[event.control] = ruling
                        self._forget_all_but(ANSWERS_KEPT)
                self._lock.notify_all()

    def _forget_all_but(self, most: int) -> None:
        for control in list(self._answers)[:-most]:
            del self._answers[control]

    def answer_to(self, control: str) -> Answer | None:
        """Wait for the answer to an order or a claim; None if none comes."""
        with self._lock:
            self._lock.wait_for(lambda: control in self._answers, PATIENCE_S)
            return self._answers.pop(control, None)

    def _take(self, event: Event) -> None:
        with self._lock:
            self._asked.append(event)
