"""The tags in the field: two equal scans count, and the chip itself waits at an empty field."""

from collections import Counter
from types import MappingProxyType
from typing import Final

from drivers.pn532.frames import (
    ACK,
    CommandAcknowledged,
    CommandRefused,
    Pn532Frame,
    Pn532Reply,
    encode,
)
from drivers.pn532.links import Pn532Link
from drivers.pn532.scan import FieldScan
from drivers.pn532.targets import IN_LIST_PASSIVE_TARGET, ONE_AT_106A, TWO_AT_106A, uids
from hal.errors import BadReply, HardwareError, PortLost
from hal.ports import Millis

SCAN_INTERVAL: Final = Millis(20)
"""Between the end of a scan and the next; a scan that does not count yet has the next at once."""
ACK_TIMEOUT: Final = Millis(25)
ANSWER_TIMEOUT: Final = Millis(250)
"""A scan of an empty field needs 100 ms at most; other commands some milliseconds."""
WATCH_DURATION: Final = Millis(500)
"""How long the chip waits for a tag by itself before it is asked whether it is still there."""
MAX_ATTEMPTS: Final = 3
ANSWER_MAX_AGE: Final = Millis(1000)

_PN532: Final = 0x32


class _CommandStep:
    """A command, with its frame, and how long its reply may take."""

    def __init__(self, command: int, data: bytes = b"", timeout: Millis = ANSWER_TIMEOUT) -> None:
        self.command = command
        self.frame = encode(command, data)
        self.timeout = timeout


_SAM_STEP: Final = _CommandStep(0x14, bytes((0x01, 0x14, 0x01)))
"""Normal mode, with a time-out of 1 s."""
_VERSION_STEP: Final = _CommandStep(0x02)
_RETRY_ONCE: Final = _CommandStep(0x32, bytes((0x05, 0xFF, 0x01, 0x01)))
_RETRY_FOREVER: Final = _CommandStep(0x32, bytes((0x05, 0xFF, 0x01, 0xFF)))
"""Item 5 of RFConfiguration, the retries of a scan: a single one, or until a tag answers."""
_WATCH_STEP: Final = _CommandStep(IN_LIST_PASSIVE_TARGET, ONE_AT_106A, WATCH_DURATION)
_SCAN_STEP: Final = _CommandStep(IN_LIST_PASSIVE_TARGET, TWO_AT_106A)
_RELEASE_STEP: Final = _CommandStep(0x52, b"\x00")
_STATUS_STEP: Final = _CommandStep(0x04)

_QUERY_STEPS: Final = {"GetFirmwareVersion": _VERSION_STEP, "GetGeneralStatus": _STATUS_STEP}
QUERY_FRAMES: Final = MappingProxyType({name: step.frame for name, step in _QUERY_STEPS.items()})
"""Commands that may be sent between two scans."""
_NEXT_STEP: Final = {_SAM_STEP: _VERSION_STEP, _VERSION_STEP: _RETRY_ONCE}


class TagReader:
    """A PN532 that reports the UIDs in its field; untried on real hardware.

    `FieldScan` establishes the field. While that is empty the chip waits for a tag by itself; its
    reply starts a scan but is none, since a waiting chip may report only one of two tags. The
    chip's two sums let one damaged frame in 65,536 through, and that one would have to come twice
    with the same error, be exact to the byte in its structure, and be a registered card.

    Raises PortLost or DeviceSilent when MAX_ATTEMPTS exchanges fail with no scan or release between
    them, BadReply on another chip.
    """

    def __init__(self, chip_link: Pn532Link) -> None:
        self.identity = ""
        self.health: Counter[str] = chip_link.health
        self.due = Millis(0)
        self._chip_link = chip_link
        self._last_reply_at = Millis(0)
        self._requested_step: _CommandStep | None = None
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
        if self._is_idle:
            if now >= self.due:
                self._scan_field(now)
            return None
        for frame in self._chip_link.receive():
            changed_field = self._handle_frame(frame, now)
            if changed_field is not None:
                return changed_field
        if not self._is_idle:
            if now >= self._deadline:
                self._handle_timeout(now)
            self._set_due(now)
        return None

    def send(self, name: str) -> None:
        """Send one of `QUERY_FRAMES` instead of the next scan."""
        self._requested_step = _QUERY_STEPS[name]
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
        self._field_scan = FieldScan()
        self._current_step, self._acknowledged, self._is_idle = _SAM_STEP, False, False
        self._retries_forever = False
        """Whether the chip was set to wait for a tag without a limit."""
        self._requested_step = None

    @property
    def _is_watching(self) -> bool:
        """Whether the chip waits for a tag."""
        return self._current_step is _WATCH_STEP and self._acknowledged and not self._is_idle

    # asking

    def _wake_chip(self, now: Millis) -> None:
        self._chip_link.wake()
        self._send_step(_SAM_STEP, now)

    def _send_step(self, step: _CommandStep, now: Millis) -> None:
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

    def _next_scan(self) -> _CommandStep:
        """Return a scan, or the retries that it needs before."""
        if self._field_scan.surely_empty:
            return _WATCH_STEP if self._retries_forever else _RETRY_FOREVER
        return _RETRY_ONCE if self._retries_forever else _SCAN_STEP

    def _rest_after_scan(self, now: Millis) -> None:
        self._is_idle = True
        self.due = Millis(now + SCAN_INTERVAL)

    # hearing

    def _handle_frame(self, frame: Pn532Frame, now: Millis) -> frozenset[bytes] | None:
        match frame:
            case CommandAcknowledged():
                self._acknowledged = True
                self._deadline = Millis(now + self._current_step.timeout)
            case Pn532Reply(command, data) if (
                command == self._current_step.command and self._acknowledged
            ):
                self._last_reply_at = now
                return self._handle_reply(data, now)
            case Pn532Reply():
                self.health["strays"] += 1
            case CommandRefused(reason):
                self._count_failure(reason, BadReply(f"{self._chip_link.name}: {reason}"), now)
        return None

    def _handle_reply(self, data: bytes, now: Millis) -> frozenset[bytes] | None:
        step = self._current_step
        if step is _SCAN_STEP:
            return self._handle_scan(uids(data), now)
        if step is _VERSION_STEP:
            self._identify(data)
        if step is _RELEASE_STEP:
            self._failures = 0
        if step in _NEXT_STEP:
            self._send_step(_NEXT_STEP[step], now)
        elif step is _WATCH_STEP:
            # A watching chip that answers has found a tag: the field is no longer surely empty.
            self._field_scan.doubtful = True
            self._send_step(_RELEASE_STEP, now)
        elif step in (_RETRY_ONCE, _RETRY_FOREVER):
            self._retries_forever = step is _RETRY_FOREVER
            self._scan_field(now)
        elif step is _RELEASE_STEP and (
            self._field_scan.doubtful or not self._field_scan.established
        ):
            self._scan_field(now)
        else:
            self._rest_after_scan(now)
        return None

    def _identify(self, data: bytes) -> None:
        if len(data) != 4 or data[0] != _PN532:
            raise BadReply(f"{self._chip_link.name} is no PN532")
        self.identity = f"PN532 {data[1]}.{data[2]}"

    def _handle_scan(
        self, detected: frozenset[bytes] | None, now: Millis
    ) -> frozenset[bytes] | None:
        if detected is None:
            self._count_failure(
                "bad_looks", BadReply(f"{self._chip_link.name}: nonsense about the field"), now
            )
            return None
        self._failures = 0
        # Answers to the set-up prove only the chip; a scan proves its radio too.
        self.has_scanned = True
        if detected:
            self._send_step(_RELEASE_STEP, now)
        else:
            self._rest_after_scan(now)
        return self._field_scan.note_scan(detected)

    # failing

    def _handle_timeout(self, now: Millis) -> None:
        """After a time-out send once more, then wake the chip and begin again.

        A chip that has waited for a tag is given another command, which it must answer.
        """
        if self._is_watching:
            self._chip_link.send(ACK)
            self._send_step(_RELEASE_STEP, now)
            return
        # The chip acknowledges at once: the command was damaged on its way.
        if not self._acknowledged and not self._was_resent:
            self.health["resent"] += 1
            self._send_step(self._current_step, now)
            self._was_resent = True
            return
        self._count_failure(
            "silent", PortLost(f"{self._chip_link.name}: the card reader is silent"), now
        )

    def _count_failure(self, counter_name: str, error: HardwareError, now: Millis) -> None:
        self.health[counter_name] += 1
        self._failures += 1
        # Each failure before was followed by a complete set-up, so the chip had every chance.
        if self._failures == MAX_ATTEMPTS:
            raise error
        self._chip_link.send(ACK)
        self._wake_chip(now)
