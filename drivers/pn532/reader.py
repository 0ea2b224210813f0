"""The tags in the field: two equal scans count, and the chip itself waits at an empty field."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from drivers.pn532.commands import (
    NEXT_STEP,
    QUERY_STEPS,
    RELEASE_STEP,
    RETRY_FOREVER,
    RETRY_ONCE,
    SAM_STEP,
    SCAN_STEP,
    STATUS_STEP,
    VERSION_STEP,
    CommandStep,
)
from drivers.pn532.field import Field
from drivers.pn532.frames import (
    ACK,
    CommandAcknowledged,
    CommandRefused,
    Pn532Frame,
    Pn532Reply,
)
from drivers.pn532.links import Pn532Link
from drivers.pn532.message_table import ANTENNA_OFF, COMMAND_NAMES, ERROR_BITS, PN532_IC
from drivers.pn532.messages import Pn532Messages
from drivers.pn532.targets import IN_LIST_PASSIVE_TARGET, ONE_AT_106A, Target, may_be_card
from hal.errors import HardwareError, PortLost, WrongAnswers
from hal.ports import NEVER, Millis

SCAN_INTERVAL: Final = Millis(20)
"""Between the end of a scan and the next; a scan that does not count yet has the next at once."""
ACK_TIMEOUT: Final = Millis(25)
WATCH_DURATION: Final = Millis(500)
"""How long the chip waits for a tag by itself before it is asked whether it is still there."""
MAX_ATTEMPTS: Final = 3
ANSWER_MAX_AGE: Final = Millis(1000)

_WATCH_STEP: Final = CommandStep(IN_LIST_PASSIVE_TARGET, ONE_AT_106A, WATCH_DURATION)
_NOTHING_FOUND: Final = b"\x00"


class TagReader:
    """A PN532 that reports the UIDs in its field; untried on real hardware.

    `FieldScan` establishes the field. While that is empty the chip waits for a tag by itself; its
    reply starts a scan but is none, since a waiting chip may report only one of two tags. The
    chip's two sums let one damaged frame in 65,536 through, and that one would have to come twice
    with the same error, be exact to the byte in its structure, and be a registered card.

    A target that is no card by `is_card` is a foreign card: it is left out of the UIDs.

    Raises PortLost or DeviceSilent when MAX_ATTEMPTS exchanges fail with no scan, release or status
    between them, WrongAnswers if sound frames came meanwhile, or on another chip.
    """

    def __init__(
        self, chip_link: Pn532Link, is_card: Callable[[Target], bool] = may_be_card
    ) -> None:
        self.identity = ""
        self.health: Counter[str] = chip_link.health
        self.messages = Pn532Messages(self.health)
        self.due = Millis(0)
        self._chip_link = chip_link
        self._is_card = is_card
        self._last_reply_at = Millis(0)
        self._requested_step: CommandStep | None = None
        """The command to send instead of the next scan."""
        self._reset_state()

    def start(self, now: Millis) -> None:
        """Open the link and set the chip up; the field is then unknown."""
        self._chip_link.open()
        self._reset_state()
        self._failures = 0
        self._last_reply_at = now
        self._wake_chip(now)

    def poll(self, now: Millis) -> frozenset[bytes] | None:
        """Return the UIDs in the field if they have just changed for certain, else None."""
        if self._is_idle and now >= self.due:
            self._scan_field(now)
            return None
        # an idle chip that its wire has woken us for has spoken unasked
        may_have_spoken = not self._is_idle or self._chip_link.poll_interval == NEVER
        for frame in self._chip_link.receive() if may_have_spoken else ():
            changed_field = self._handle_frame(frame, now)
            if changed_field is not None:
                return changed_field
        while self._chip_link.foreign_bodies:
            self._sound_frames += 1
            self.messages.note_foreign_body(self._chip_link.foreign_bodies.popleft(), now)
        if not self._is_idle:
            if now >= self._deadline:
                self._handle_timeout(now)
            self._set_due(now)
        return None

    def send(self, name: str) -> None:
        """Send one of `QUERY_FRAMES` instead of the next scan."""
        self._requested_step = QUERY_STEPS[name]
        if self._is_watching:
            self.due = self._deadline = Millis(0)

    @property
    def field_uids(self) -> frozenset[bytes] | None:
        """The UIDs in the field; None during a scan, and before they are established."""
        may_know = self._is_idle or self._is_watching
        return self._field_scan.established if may_know and self._requested_step is None else None

    def has_answered_recently(self, now: Millis) -> bool:
        """Return whether the chip has answered within ANSWER_MAX_AGE."""
        return self.has_scanned and now - self._last_reply_at <= ANSWER_MAX_AGE

    def _reset_state(self) -> None:
        self.has_scanned = False
        """Whether a scan was answered since the start."""
        self.field = Field(self._is_card, self.health)
        self._field_scan = self.field.cards
        self.antenna_error = ""
        """The error with which the chip has switched its antenna off, in hexadecimal; or empty."""
        self._sound_frames = 0
        """Since the first time-out, if that was the first failure in a row."""
        self._current_step, self._acknowledged, self._is_idle = SAM_STEP, False, False
        self._retries_forever = False
        """Whether the chip was set to wait for a tag without a limit."""
        self._requested_step = None

    @property
    def _is_watching(self) -> bool:
        """Whether the chip waits for a tag."""
        return self._current_step is _WATCH_STEP and self._acknowledged and not self._is_idle

    # queries

    def _wake_chip(self, now: Millis) -> None:
        self._chip_link.wake()
        self._send_step(SAM_STEP, now)

    def _send_step(self, step: CommandStep, now: Millis) -> None:
        self._current_step = step
        self._acknowledged = self._is_idle = self._was_resent = False
        self._chip_link.send(step.frame)
        self._deadline = Millis(now + ACK_TIMEOUT)
        self._set_due(now)

    def _set_due(self, now: Millis) -> None:
        self.due = min(self._deadline, Millis(now + self._chip_link.poll_interval))

    def _scan_field(self, now: Millis) -> None:
        """Scan the field, or send the requested command instead."""
        requested_step, self._requested_step = self._requested_step, None
        self._send_step(requested_step or self._next_scan(), now)

    def _next_scan(self) -> CommandStep:
        """Return a scan, or the retries that it needs before."""
        if self.field.surely_empty:
            return _WATCH_STEP if self._retries_forever else RETRY_FOREVER
        return RETRY_ONCE if self._retries_forever else SCAN_STEP

    def _rest_after_scan(self, now: Millis) -> None:
        self._is_idle = True
        self.due = Millis(now + SCAN_INTERVAL)

    # observed_ledger

    def _handle_frame(self, frame: Pn532Frame, now: Millis) -> frozenset[bytes] | None:
        self._sound_frames += 1
        is_answer = (
            isinstance(frame, Pn532Reply)
            and frame.command == self._current_step.command
            and self._acknowledged
            and not self._is_idle
        )
        self.messages.note_frame(frame, now, is_answer=is_answer)
        match frame:
            case CommandAcknowledged() if not self._acknowledged:
                self._acknowledged = True
                self._deadline = Millis(now + self._current_step.timeout)
            case Pn532Reply(_, data) if is_answer:
                self._last_reply_at = now
                return self._handle_reply(data, now)
            case Pn532Reply():
                self.health["strays"] += 1
            case CommandRefused(reason) if not self._is_idle:
                self._count_failure(reason, WrongAnswers(f"{self._chip_link.name}: {reason}"), now)
        return None

    def _handle_reply(self, data: bytes, now: Millis) -> frozenset[bytes] | None:
        step = self._current_step
        if step is SCAN_STEP:
            return self._handle_scan(data, now)
        if step is VERSION_STEP:
            self._identify(data)
        elif step in (RELEASE_STEP, STATUS_STEP):
            self._note_error(data)
        elif step in (RETRY_ONCE, RETRY_FOREVER):
            self._retries_forever = step is RETRY_FOREVER
        self._send_next(step, now)
        return None

    def _send_next(self, step: CommandStep, now: Millis) -> None:
        """Send the command that follows the reply to `step`, or rest."""
        if step in NEXT_STEP:
            self._send_step(NEXT_STEP[step], now)
        elif step is _WATCH_STEP:
            # A watching chip that answers has found a tag: the field is no longer surely empty.
            self._field_scan.doubtful = True
            self._send_step(RELEASE_STEP, now)
        elif step in (RETRY_ONCE, RETRY_FOREVER) or (
            step is RELEASE_STEP and self.field.is_in_doubt
        ):
            self._scan_field(now)
        else:
            self._rest_after_scan(now)

    def _identify(self, data: bytes) -> None:
        if len(data) != 4 or data[0] != PN532_IC:
            raise WrongAnswers(f"{self._chip_link.name} is no PN532")
        self.identity = f"PN532 {data[1]}.{data[2]}"

    def _note_error(self, data: bytes) -> None:
        """Take the status octet of InRelease, or the last error of GetGeneralStatus."""
        self._failures = 0
        code = data[0] & ERROR_BITS if data else 0
        self.antenna_error = f"{code:02X}" if code in ANTENNA_OFF else ""

    def _handle_scan(self, data: bytes, now: Millis) -> frozenset[bytes] | None:
        self._failures = 0
        # Answers to the set-up prove only the chip; a scan proves its radio too.
        self.has_scanned = True
        if data == _NOTHING_FOUND:
            self._rest_after_scan(now)
        else:
            self._send_step(RELEASE_STEP, now)
        return self.field.note_look(data, now)

    # failing

    def _handle_timeout(self, now: Millis) -> None:
        """After a time-out send once more, then wake the chip and begin again.

        A chip that has waited for a tag is given another command, which it must answer.
        """
        if self._is_watching:
            self._chip_link.send(ACK)
            self._send_step(RELEASE_STEP, now)
            return
        # The chip acknowledges at once: the command was damaged on its way.
        if not self._acknowledged and not self._was_resent:
            self.health["resent"] += 1
            self._send_step(self._current_step, now)
            self._was_resent = True
            return
        name = self._chip_link.name
        if self._sound_frames:
            command = COMMAND_NAMES[self._current_step.command]
            self._count_failure("unanswered", WrongAnswers(f"{name}: no answer to {command}"), now)
        else:
            self._count_failure("silent", PortLost(f"{name}: the card reader is silent"), now)
        # the chip may have gone silent in this very exchange
        if self._failures == 1:
            self._sound_frames = 0

    def _count_failure(self, counter_name: str, error: HardwareError, now: Millis) -> None:
        self.health[counter_name] += 1
        self._failures += 1
        # Each failure before was followed by a complete set-up, so the chip had every chance.
        if self._failures == MAX_ATTEMPTS:
            raise error
        self._chip_link.send(ACK)
        self._wake_chip(now)
