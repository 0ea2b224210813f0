"""The hand pays of a simulated machine, in each way in which machines report them (SAS, 7.8)."""

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from sim.slot_machine.exception_queue import ExceptionQueue

PENDING: Final = 0x51
RESET: Final = 0x52
REISSUE_MS: Final = 15_000
CANCELLED_CREDITS: Final = 0x80


class HandPayReporting(Enum):
    """How a machine reports hand pays."""

    SECURE = auto()
    """A queue; `1B` gives its first until that is reset and reported."""
    SECURE_ONCE = auto()
    """A queue; `1B` gives each hand pay once, and zeros from then on."""
    LEGACY = auto()
    """51 and 52 are queued as they come; `1B` gives the present one, or zeros."""
    LEGACY_SILENT = auto()
    """As LEGACY, and `1B` is ignored."""
    LEGACY_REFUSING = auto()
    """As LEGACY, and `1B` is refused."""


SECURE_REPORTING: Final = (HandPayReporting.SECURE, HandPayReporting.SECURE_ONCE)


@dataclass
class SimHandPay:
    """A hand pay in the machine's units: cents of a progressive win, or else credits."""

    amount: int
    level: int = 0
    group: int = 0
    partial_pay: int = 0
    reset_methods: int = 0
    is_reported: bool = False
    is_reset: bool = False


class HandPayQueue:
    """The hand pays that are not over."""

    def __init__(self, exceptions: ExceptionQueue) -> None:
        self.reporting = HandPayReporting.SECURE
        self.pending: deque[SimHandPay] = deque()
        self._exceptions, self._now, self._announced_at = exceptions, 0, 0
        exceptions.when_acknowledged |= {PENDING: self._announced, RESET: self._reset_reported}

    @property
    def locks_machine(self) -> bool:
        """Whether a hand pay waits for the attendant."""
        return not all(hand_pay.is_reset for hand_pay in self.pending)

    def begin(self, hand_pay: SimHandPay) -> None:
        """Lock the machine until the attendant has paid."""
        self.pending.append(hand_pay)
        if len(self.pending) == 1:
            self._announce()

    def reset(self) -> None:
        """The attendant resets the oldest hand pay that is not yet reset."""
        hand_pay = next((hand_pay for hand_pay in self.pending if not hand_pay.is_reset), None)
        if hand_pay is None:
            return
        hand_pay.is_reset = True
        if self.reporting not in SECURE_REPORTING:
            self._exceptions.put_queued(RESET)
            self._drop_first()
        else:
            self._settle()

    def check(self, now: int) -> None:
        """Announce a hand pay again that the host has not polled for 15 s."""
        self._now = now
        is_unread = bool(self.pending) and not self.pending[0].is_reported
        is_reissued = is_unread and self.reporting in SECURE_REPORTING
        if is_reissued and now - self._announced_at >= REISSUE_MS:
            self._announce()

    def reported(self) -> SimHandPay | None:
        """Return the hand pay that `1B` gives; None for zeros."""
        if self.reporting is HandPayReporting.SECURE_ONCE:
            return next((hand_pay for hand_pay in self.pending if not hand_pay.is_reported), None)
        return self.pending[0] if self.pending else None

    def report_acknowledged(self, hand_pay: SimHandPay | None) -> None:
        """The host has acknowledged the answer to `1B`."""
        if hand_pay is not None:
            hand_pay.is_reported = True
            self._settle()

    def _settle(self) -> None:
        if self.pending and self.pending[0].is_reset and self.pending[0].is_reported:
            self._exceptions.put_exception(RESET)

    def _announce(self) -> None:
        self._announced_at = self._now
        if self.reporting in SECURE_REPORTING:
            self._exceptions.put_exception(PENDING)
        else:
            self._exceptions.put_queued(PENDING)

    def _announced(self) -> None:
        self._announced_at = self._now

    def _reset_reported(self) -> None:
        if self.reporting in SECURE_REPORTING:
            self._drop_first()

    def _drop_first(self) -> None:
        if self.pending:
            self.pending.popleft()
        if self.pending and not self.pending[0].is_reported:
            self._announce()
        self._settle()
