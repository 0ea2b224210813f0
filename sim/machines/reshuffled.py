"""The far end of a ReShuffled's wire: the published board, or one that also reports its state."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from drivers.reshuffled.kind import ReShuffledWiring
from sim.machines.crc32 import crc32
from sim.machines.installation import FarEndContext, Installation
from sim.machines.shuffler import Shuffler
from sim.wires.far_end import OutputBell

_FRAME_SIZE: Final = 13
_MAX_FRAME_BYTES: Final = 64


@dataclass
class _CardLoad:
    """The cards in the unit, and the errors of their count."""

    cards: int = 0
    lost_cards: int = 0
    unread_cards: int = 0

    @property
    def count(self) -> bytes:
        """The count at the end of a shuffle."""
        return b"C%dU%d" % (self.cards - self.lost_cards, self.unread_cards)


@dataclass
class _Shuffle:
    """A shuffle, from its start until its end is noted."""

    queries_left: int | None
    """Of the state, before it ends; None if `finish_shuffle` ends it."""
    is_done: bool = False


class SimReShuffled:
    """Implements `sim.wires.far_end.FarEnd`; the other methods are acts of hands and faults.

    A shuffle ends after `shuffle_queries` queries of the state; without it `finish_shuffle` ends
    it. `published` is the board with its published code: it answers OK to every frame of 13 bytes,
    with any content and CRC, and to others in words. `damage`, if any, alters each reply; each word
    is answered by `refusal`, if any; `send_data` and `send_line` say anything unasked. Not
    modelled: time, dealing (`D`, `A`), switching off (`XX`). Guesses: a busy, open, jammed or empty
    unit answers E1, a shuffle interrupted by a door or a jam is lost, and the number in the
    published board's complaint.
    """

    def __init__(
        self,
        *,
        published: bool = False,
        shuffle_queries: int | None = None,
        damage: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.damage = damage
        self.bell = OutputBell()
        self.shuffles = 0
        """Shuffles begun since it was made."""
        self.received_data: list[bytes] = []
        """The DATA of each frame that was whole and right."""
        self.refusal = b""
        self._published = published
        self._shuffle_queries = shuffle_queries
        self._card_load = _CardLoad()
        self._last_count = self._card_load.count
        """The count of the last shuffle."""
        self._shuffle: _Shuffle | None = None
        self._jam_code = 0
        self._door_open = False
        self._received_bytes = bytearray()
        self._unsent_bytes = bytearray()
        self._lock = threading.RLock()

    def power_on(self) -> None:
        """Come up afresh; cards, door and jam are as they were."""
        with self._lock:
            self._shuffle = None
            self._received_bytes.clear()

    # hands

    def load_cards(self, cards: int) -> None:
        """Put so many cards in, instead of those that were there."""
        with self._lock:
            self._card_load = _CardLoad(cards)

    def start_shuffle(self) -> None:
        """Start a shuffle at the unit itself."""
        with self._lock:
            self._start_shuffle()

    def press_start(self) -> None:
        """The table starts it."""

    def cancel_shuffle(self) -> None:
        """Cancel a shuffle."""
        self.power_on()

    def open_door(self) -> None:
        """Open its door; a shuffle is broken off."""
        with self._lock:
            self._door_open = True
            self._break_off()

    def shut_door(self) -> None:
        with self._lock:
            self._door_open = False

    def finish_shuffle(self) -> None:
        """End the shuffle."""
        with self._lock:
            if self._shuffle is not None and not self._shuffle.is_done:
                self._shuffle.is_done = True
                self._last_count = self._card_load.count

    # mishaps

    def jam_cards(self, code: int = 1) -> None:
        """Jam, with a code of 1 to 999."""
        with self._lock:
            self._jam_code = code
            self._break_off()

    def clear_jam(self) -> None:
        """Clear the jam."""
        with self._lock:
            self._jam_code = 0

    @property
    def is_shuffling(self) -> bool:
        """Whether a shuffle is under way."""
        return self._shuffle is not None and not self._shuffle.is_done

    @property
    def is_jammed(self) -> bool:
        """Whether something jams it."""
        return self._jam_code != 0

    @property
    def is_open(self) -> bool:
        return self._door_open

    def lose_card(self) -> None:
        """Count one card too few."""
        with self._lock:
            self._card_load.lost_cards += 1

    def miscount_cards(self, count: int) -> None:
        """Fail to recognise `count` cards."""
        with self._lock:
            self._card_load.unread_cards = count

    # the wire

    def receive(self, data: bytes) -> None:
        """Take frames, in pieces or several at once."""
        with self._lock:
            for byte in data:
                self._received_bytes.append(byte)
                if byte == ord("\n") or len(self._received_bytes) == _MAX_FRAME_BYTES:
                    frame = bytes(self._received_bytes)
                    self._received_bytes.clear()
                    self._receive_frame(frame)

    def transmit(self) -> bytes:
        """Return the unsent frames."""
        with self._lock:
            unsent = bytes(self._unsent_bytes)
            self._unsent_bytes.clear()
            return unsent

    def send_data(self, data: bytes) -> None:
        """Send an unsolicited frame."""
        with self._lock:
            # The published code omits the leading zeros of its CRC.
            self._send_frame(b":%b#%X\n" % (data, crc32(data)))

    def send_line(self, text: str) -> None:
        """Print a plain line, as the published code does."""
        with self._lock:
            self._send_frame(text.encode("ascii"))

    def _send_frame(self, frame: bytes) -> None:
        self._unsent_bytes += self.damage(frame) if self.damage else frame
        self.bell.ring()

    def _receive_frame(self, frame: bytes) -> None:
        is_well_formed = len(frame) == _FRAME_SIZE and frame[:1] == b":" and frame[3:4] == b"#"
        if self._published:
            self.received_data += [frame[1:3]] if is_well_formed else []
            # "Fehler: 1" is how the published code complains; its number is a guess.
            self._send_frame(b":OK#D736D92D\n" if is_well_formed else b"Fehler: 1\n")
        elif is_well_formed and frame[4:12] == b"%08X" % crc32(frame[1:3]):
            self.received_data.append(frame[1:3])
            self.send_data(self.refusal or self._reply_to(frame[1:3]))

    def _reply_to(self, data: bytes) -> bytes:
        match data:
            case b"IN" | b"XX":
                return b"OK"
            case b"SH":
                return b"OK" if self._start_shuffle() else b"E1"
            case b"ST":
                return self._state_reply()
            case b"CT":
                return self._last_count
            case b"CA":
                self._acknowledge_shuffle()
                return b"OK"
        return b"E2"

    def _start_shuffle(self) -> bool:
        is_allowed = self._card_load.cards > 0 and not (
            self.is_shuffling or self._jam_code or self._door_open
        )
        if is_allowed:
            self._shuffle = _Shuffle(self._shuffle_queries)
            self.shuffles += 1
        return is_allowed

    def _state_reply(self) -> bytes:
        if self._jam_code:
            return b"SJ%d" % self._jam_code
        if self._door_open:
            return b"SO"
        shuffle = self._shuffle
        if shuffle is None:
            return b"SR"
        if not shuffle.is_done and shuffle.queries_left is not None:
            shuffle.queries_left -= 1
            if shuffle.queries_left < 0:
                self.finish_shuffle()
        return b"SD" if shuffle.is_done else b"SS"

    def _break_off(self) -> None:
        if self.is_shuffling:
            self._shuffle = None

    def _acknowledge_shuffle(self) -> None:
        if not self.is_shuffling:
            self._shuffle = None


def far_end(_wiring: ReShuffledWiring, _context: FarEndContext) -> Installation[Shuffler]:
    shuffler = SimReShuffled()
    return Installation(shuffler, serial_end=shuffler)
