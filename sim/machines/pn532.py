"""The far end of a PN532: its commands over the tags in its field (NXP UM0701-02)."""

import threading
from collections import Counter, deque
from itertools import islice
from typing import Final

from sim.machines.foreign_cards import ForeignCard
from sim.wires.far_end import OutputBell

_ACK_FRAME: Final = bytes.fromhex("0000FF00FF00")
_NACK_FRAME: Final = bytes.fromhex("0000FFFF0000")
_ERROR_FRAME: Final = bytes.fromhex("0000FF01FF7F8100")
_FIRMWARE: Final = bytes.fromhex("32010607")
_FOR_EVER: Final = 0xFF
_SENS_RES: Final = bytes.fromhex("0004")
_SEL_RES: Final = 0x08
_ANTENNA_OFF: Final = (0x0D, 0x2D)
_CERTAIN_ANSWERS: Final = 4
"""How many answers bring a host two scans that agree, if one answer is lost."""

(
    DIAGNOSE,
    GET_FIRMWARE_VERSION,
    SAM_CONFIGURATION,
    RF_CONFIGURATION,
    IN_LIST_PASSIVE_TARGET,
    IN_RELEASE,
) = 0x00, 0x02, 0x14, 0x32, 0x4A, 0x52


class SimPn532:
    """The chip, on either wire; the field's tags are 4 or 7 bytes long.

    It starts in low power and receives only a wake-up. A 7-byte card answers every second
    InListPassiveTarget unless it was released in between. Not modelled: time (a scan of an empty
    field takes `unanswered_reads`, on a serial port not at all), field strength, power-down, GPIO;
    two tags are listed in the order of their UIDs, and foreign cards behind them; a complete but
    invalid frame gets the error frame, an incomplete one no answer.
    """

    def __init__(self) -> None:
        self.firmware = _FIRMWARE
        self.is_deaf = False
        """Whether it neither receives nor sends any more."""
        self.unanswered_reads = 0
        """How many reads for the reply of an empty field give nothing."""
        self.error = 0x00
        """The error that it reports of itself (UM0701-02, 7.1); with 0D and 2D it sees no tag."""
        self.field_octet = 0x01
        """What it reports of the field, 1 or 0."""
        self.raw_look: bytes | None = None
        """What it answers to every InListPassiveTarget in place of its tags."""
        self.refuses = False
        """Whether it answers every command with `refusal`."""
        self.refusal = _ERROR_FRAME
        self.bell = OutputBell()
        """Rung when a tag comes, for which it may be waiting."""
        self._foreign_cards: list[ForeignCard] = []
        self._looks = 0
        self._last_frame = b""
        self._field_tags: set[bytes] = set()
        self._answers_by_tag: Counter[bytes] = Counter()
        self._lock = threading.RLock()
        self.reset()

    def put_tag(self, tag_uid: bytes) -> None:
        """Bring a tag before the antenna."""
        with self._lock:
            self._field_tags.add(tag_uid)
        self.bell.ring()

    def put_foreign(self, card: ForeignCard) -> None:
        """Lay a foreign card before the antenna."""
        with self._lock:
            self._foreign_cards.append(card)
        self.bell.ring()

    def remove_foreign(self, card: ForeignCard) -> None:
        """Take a foreign card away."""
        with self._lock:
            self._foreign_cards.remove(card)

    @property
    def foreign_cards(self) -> tuple[ForeignCard, ...]:
        with self._lock:
            return tuple(self._foreign_cards)

    def speak(self, frame: bytes) -> None:
        """Send a frame that nobody has asked for."""
        with self._lock:
            self.unsent_frames.append(frame)
        self.bell.ring()

    @property
    def all_reported(self) -> bool:
        """Whether the host must know every tag before the antenna, by the answers it was sent."""
        with self._lock:
            return all(
                self._answers_by_tag[tag_uid] >= _CERTAIN_ANSWERS for tag_uid in self._field_tags
            )

    def remove_tag(self, tag_uid: bytes) -> None:
        """Take a tag away."""
        with self._lock:
            self._field_tags.discard(tag_uid)
            del self._answers_by_tag[tag_uid]
            self._silent_tags.discard(tag_uid)

    def reset(self) -> None:
        """Reset as at power-up; the tags stay."""
        with self._lock:
            self.is_awake = False
            self._is_configured = False
            self._retries = _FOR_EVER
            self._silent_tags: set[bytes] = set()
            self._pending_scan: bytes | None = None
            self._late_reads = 0
            self.unsent_frames: deque[bytes] = deque()
            self.received_commands: list[int] = []
            """The commands that it took."""

    def receive_frame(self, frame: bytes) -> None:
        """Take one whole frame from the host; an ACK gives the pending command up."""
        with self._lock:
            if self.is_deaf or not self.is_awake:
                return
            self.unsent_frames.clear()
            self._pending_scan = None
            if frame == _ACK_FRAME:
                return
            if frame == _NACK_FRAME:
                self.unsent_frames.append(self._last_frame)
                return
            frame_body = _frame_body(frame)
            if frame_body is None:
                return
            # Every whole frame is acknowledged before it is executed.
            self.unsent_frames.append(_ACK_FRAME)
            if self.refuses:
                self.unsent_frames.append(self.refusal)
            else:
                self._execute_command(frame_body[1], frame_body[2:])

    def next_frame(self) -> bytes | None:
        """Give the next frame to the host, if there is one."""
        with self._lock:
            if self.is_deaf:
                return None
            if not self.unsent_frames and self._pending_scan is not None:
                self._answer_pending()
            if not self.unsent_frames:
                return None
            self._last_frame = self.unsent_frames.popleft()
            return self._last_frame

    def all_frames(self) -> bytes:
        """Give all frames to the host that it asks for."""
        with self._lock:
            if self.is_deaf:
                return b""
            if self._pending_scan is not None:
                self._answer_pending()
            if not self.unsent_frames:
                return b""
            unsent = b"".join(self.unsent_frames)
            self.unsent_frames.clear()
            return unsent

    @property
    def has_frame(self) -> bool:
        """Whether a frame waits for the host."""
        with self._lock:
            if not self.unsent_frames and self._pending_scan is not None:
                self._answer_pending()
            return bool(self.unsent_frames) and not self.is_deaf

    def _execute_command(self, command: int, data: bytes) -> None:
        match command:
            case 0x02:
                self._queue_reply(command, self.firmware)
            case 0x04:
                self._queue_reply(command, bytes((self.error, self.field_octet, 0, 0)))
            case 0x14 if data[:1] == b"\x01":
                self._is_configured = True
                self._queue_reply(command)
            case 0x32 if data[:1] == b"\x05" and len(data) == 4:
                self._retries = data[3]
                self._queue_reply(command)
            case 0x4A if data in (b"\x01\x00", b"\x02\x00") and self._is_configured:
                self._pending_scan, self._late_reads = data, self.unanswered_reads
                self._answer_pending()
            case 0x52 if len(data) == 1:
                self._silent_tags.clear()
                self._queue_reply(command, bytes((self.error,)))
            case 0x00 if data[:1] == b"\x00":
                self._queue_reply(command, data)
            case _:
                self.unsent_frames.append(_ERROR_FRAME)
                return
        self.received_commands.append(command)

    def _answer_pending(self) -> None:
        """Answer the pending scan if a tag answers, or once the chip gives up."""
        max_targets = self._pending_scan[0] if self._pending_scan else 0
        tags = [] if self.error in _ANTENNA_OFF else self._answering_tags(max_targets)
        foreign_cards = [] if self.error in _ANTENNA_OFF else self._foreign_cards
        targets = [
            *map(_target_data, tags),
            *(card.list_target(self._looks) for card in foreign_cards),
        ]
        # An empty field: the chip continues scanning, or is late with its answer.
        is_found = targets or self.raw_look is not None
        if not is_found and (self._retries == _FOR_EVER or self._late_reads > 0):
            self._late_reads -= 1
            return
        self._looks += 1
        self._silent_tags = {tag_uid for tag_uid in tags if len(tag_uid) == 7}
        for tag_uid in tags:
            # The host needs two equal scans, and one answer may be lost.
            self._answers_by_tag[tag_uid] += 1
        self._pending_scan = None
        listed = targets[:max_targets]
        look = bytes((len(listed),)) + b"".join(
            bytes((number,)) + target for number, target in enumerate(listed, start=1)
        )
        self._queue_reply(IN_LIST_PASSIVE_TARGET, look if self.raw_look is None else self.raw_look)

    def _answering_tags(self, max_targets: int) -> list[bytes]:
        answering = (
            tag_uid for tag_uid in sorted(self._field_tags) if tag_uid not in self._silent_tags
        )
        return list(islice(answering, max_targets))

    def _queue_reply(self, command: int, data: bytes = b"") -> None:
        frame_body = bytes((0xD5, command + 1)) + data
        body_length = len(frame_body)
        frame_head = bytes((0, 0, 0xFF, body_length, -body_length & 0xFF))
        self.unsent_frames.append(frame_head + frame_body + bytes((-sum(frame_body) & 0xFF, 0)))


def _target_data(tag_uid: bytes) -> bytes:
    return _SENS_RES + bytes((_SEL_RES, len(tag_uid))) + tag_uid


def _frame_body(frame: bytes) -> bytes | None:
    """Return the bytes between the lengths and the checksum, None if the frame is invalid."""
    frame_start = frame.find(b"\x00\xff")
    if frame_start < 0 or len(frame) < frame_start + 6:
        return None
    body_length, length_check = frame[frame_start + 2 : frame_start + 4]
    frame_body = frame[frame_start + 4 : frame_start + 4 + body_length]
    frame_end = frame_start + 4 + body_length
    is_complete = (
        len(frame_body) == body_length
        and len(frame) > frame_end
        and not (body_length + length_check) & 0xFF
    )
    is_sound = is_complete and not (sum(frame_body) + frame[frame_end]) & 0xFF
    return frame_body if is_sound and len(frame_body) > 1 and frame_body[0] == 0xD4 else None
