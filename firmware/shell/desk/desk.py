"""The desk at which Keno tickets are sold and claimed (79 to 86), and its random generator."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from datetime import date
from typing import Final

from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import Event, ResultSeen, TicketClaimed, TicketOrdered
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.rulings import Refused, Ruling, TicketIssued, TicketPaid
from firmware.shell.chance import SYSTEM_RANDOM
from hal.ports import Millis

POLL_INTERVAL_MS: Final = 50
"""Milliseconds."""
CONTROL_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters that can't be confused when they are read aloud."""
CONTROL_NUMBER_LENGTH: Final = 16
"""Eighty bits: a number that is issued can't be guessed, nor found by trying (82 4°)."""
KENO_NUMBERS: Final = range(1, 81)
NUMBERS_DRAWN: Final = 20
ANSWER_TIMEOUT_S: Final = 3.0
"""How long the table may take to answer."""
MAX_ANSWERS: Final = 64
"""The maximum number of unfetched answers."""
DeskRuling = TicketIssued | TicketPaid | Refused

DAY_ZERO: Final = date(1970, 1, 1)


def days_since_epoch() -> int:
    """Return the day, as the number of days since 1970."""
    return (date.today() - DAY_ZERO).days  # noqa: DTZ011  # a claim ends by the casino's own calendar


def control_number() -> str:
    """Return a ticket's control number."""
    return "".join(SYSTEM_RANDOM.choice(CONTROL_ALPHABET) for _ in range(CONTROL_NUMBER_LENGTH))


def quick_pick(count: int) -> tuple[int, ...]:
    """Return so many different numbers, chosen by chance (80)."""
    return tuple(sorted(SYSTEM_RANDOM.sample(KENO_NUMBERS, count)))


def computer_draw() -> ResultSeen:
    """Return a draw by the computer (75)."""
    return ResultSeen(
        tuple(str(ball) for ball in SYSTEM_RANDOM.sample(KENO_NUMBERS, NUMBERS_DRAWN))
    )


class KenoDesk(Part):
    """Passes its clients' requests to the table; it also draws, if the table has no balls.

    It receives the table's rulings as a listener of the loop, `take_rulings`. `order_ticket`,
    `present_ticket` and `await_ruling` may be called from any thread but the loop's.
    """

    name = "desk"
    panel_fields = ("spin",)

    def __init__(
        self, current_day: Callable[[], int] = days_since_epoch, *, draws_itself: bool = False
    ) -> None:
        self._current_day = current_day
        self._draws_itself = draws_itself
        self._requests: deque[Event] = deque()
        self._ruling_by_control: dict[str, DeskRuling] = {}
        self._lock = threading.Condition()
        self._last_spin: int | None = None

    def start(self, now: Millis) -> None:
        """Begin to poll."""
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the requests since the last poll."""
        self.due = Millis(now + POLL_INTERVAL_MS)
        with self._lock:
            requests = tuple(self._requests)
            self._requests.clear()
        return requests

    def show(self, panel: Panel, now: Millis) -> None:  # noqa: ARG002
        """Draw once for each press of the key that starts a draw."""
        is_new_spin = self._last_spin is not None and panel.spin != self._last_spin
        self._last_spin = panel.spin
        # the first panel after a start only sets the count: a draw is not repeated
        if is_new_spin and self._draws_itself:
            self._queue_request(computer_draw())

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Do nothing: it can't fail."""
        return SelfTestProof.PROVEN

    def order_ticket(
        self,
        spot: int,
        numbers: Sequence[int],
        cents: int,
        draws: int,
        *,
        paid: bool = True,
    ) -> str:
        """Order a ticket; return its control number."""
        ticket_control = control_number()
        request = TicketOrdered(
            spot, tuple(numbers), Cents(cents), draws, ticket_control, paid, self._current_day()
        )
        self._queue_request(request)
        return ticket_control

    def present_ticket(self, control: str) -> None:
        """Present a ticket for payment."""
        self._queue_request(TicketClaimed(control, self._current_day()))

    def take_rulings(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        """Store the table's answer to a request."""
        if isinstance(event, TicketOrdered | TicketClaimed):
            with self._lock:
                for ruling in rulings:
                    if isinstance(ruling, TicketIssued | TicketPaid | Refused):
                        self._ruling_by_control[event.control] = ruling
                        self._trim_answers(MAX_ANSWERS)
                self._lock.notify_all()

    def _trim_answers(self, max_answers: int) -> None:
        for control in list(self._ruling_by_control)[:-max_answers]:
            del self._ruling_by_control[control]

    def await_ruling(self, control: str) -> DeskRuling | None:
        """Wait for the answer to an order or a claim; None if none comes."""
        with self._lock:
            self._lock.wait_for(lambda: control in self._ruling_by_control, ANSWER_TIMEOUT_S)
            return self._ruling_by_control.pop(control, None)

    def _queue_request(self, event: Event) -> None:
        with self._lock:
            self._requests.append(event)
