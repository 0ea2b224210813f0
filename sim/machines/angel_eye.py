"""The far end of an Angel Eye shoe's wire: a baccarat shoe that follows the game it deals."""

import threading
from collections.abc import Callable, Mapping
from typing import Final

from drivers.angel_eye.kind import AngelEyeWiring
from firmware.core.vocabulary.cards import JOKER_CARD, Card
from sim.machines.card_source import NO_CARDS, CardSource
from sim.machines.installation import FarEndContext, Installation
from sim.machines.punto_banco import BANKER, PLAYER, PuntoBanco
from sim.wires.far_end import OutputBell

COPIES_SENT: Final = 3

_RANK_CODES: Final = {
    "A": 0x1, "2": 0x2, "3": 0x3, "4": 0x4, "5": 0x5, "6": 0x6, "7": 0x7,
    "8": 0x8, "9": 0x9, "T": 0xA, "J": 0xB, "Q": 0xC, "K": 0xD,
}  # fmt: skip
_SUIT_CODES: Final = {"D": 0x10, "C": 0x20, "S": 0x30, "H": 0x40}
_HAND_CODES: Final = {PLAYER: 0x00, BANKER: 0x10}
_BURN_CODE: Final = 0x20
_RESULT_CODES: Final = {"player": 0x10, "tie": 0x20, "banker": 0x40, "forced": 0x70}
_WHILE_LOCKED: Final = 0x00
_IN_ERROR: Final = 0x10
_UNREADABLE: Final = 1
_OVERDRAW: Final = 2
_CARD_CODE: Final = 6
_COMMANDS: Final = {b"LK": range(1, 3), b"EC": range(100), b"GP": range(1)}
_LONGEST_COMMAND: Final = 16


class SimAngelEye:
    """Implements `sim.wires.far_end.FarEnd` and `sim.machines.card_source.CardSource`.

    It deals in the order of the game, knows when that is complete and then sends the result by
    itself. `damage`, if any, alters each copy of a message; `is_busy` refuses every command. Not
    modelled: time (baud rate, spacing of copies, draw time-out), the shoe's own buttons and
    settings and cards drawn backwards, but for `send`, which says any message; it knows even a card
    that it can't read, so that the following ones are tagged right. `refusal`, if any, is the code
    behind the NAK to each command, an octet or two characters. Guesses: SEQ runs through 0 to 9,
    errors wait for an EC of their own code, and GP is only acknowledged.
    """

    dwell_ms = 12
    gap_ms = 0
    all_reported = True
    follows_the_game = True
    sees_cut_card = True

    def __init__(self, damage: Callable[[bytes], bytes] | None = None) -> None:
        self.damage = damage
        self.bell = OutputBell()
        self.is_busy = False
        self.refusal = b""
        self._dealt_game = PuntoBanco()
        self._is_locked = False
        self._error_code = 0
        self._sequence_number = 0
        self._unsent_bytes = bytearray()
        self._command_bytes = bytearray()
        self._lock = threading.RLock()

    @property
    def is_locked(self) -> bool:
        """Whether cards drawn now belong to no game."""
        return self._is_locked

    @property
    def in_error(self) -> bool:
        """Whether an error waits to be cleared."""
        return self._error_code != 0

    def power_on(self) -> None:
        """Come up afresh: no game, no lock, no error."""
        with self._lock:
            self._dealt_game = PuntoBanco()
            self._is_locked = False
            self._error_code = self._sequence_number = 0
            self._command_bytes.clear()
            self._send_message("S")

    def resume_game(self, baccarat_game: PuntoBanco) -> None:
        """Take over a game in progress, silently."""
        with self._lock:
            self._dealt_game = baccarat_game

    def load_pack(self, missing_cards: Mapping[Card, int] = NO_CARDS) -> None:
        """Take a pack; the shoe does not notice."""

    def remove_card(self) -> None:
        """Move the card on; it was read whole as it was drawn."""

    def draw(self, card: Card, *, readable: bool = True) -> None:
        """Draw the next card of the game."""
        with self._lock:
            if card is JOKER_CARD:
                self._raise_error(_CARD_CODE)
            elif not self._drawn_outside(card):
                self._deal_card(card, readable=readable)

    def burn_card(self, card: Card) -> None:
        """Draw a card to be burnt."""
        with self._lock:
            if not self._drawn_outside(card):
                self._send_message("D", _BURN_CODE, _card_code(card))

    def cut_card(self) -> None:
        with self._lock:
            self._send_message("C")

    def prepare_game(self) -> None:
        """Make ready for the next game; one half dealt is dropped."""
        with self._lock:
            self._dealt_game = PuntoBanco()
            self._send_message("P")

    def force_end(self) -> None:
        """End the game by hand."""
        with self._lock:
            self._dealt_game.break_off()
            self._send_message("G", _RESULT_CODES["forced"])

    def send(self, code: str, payload: bytes = b"") -> None:
        """Say any message."""
        with self._lock:
            self._send_frame(code, payload)

    def send_error(self, number: int) -> None:
        """Raise an error, 0 to 63."""
        with self._lock:
            self._raise_error(number)

    def clear_error(self) -> None:
        """Clear the error at the shoe; does nothing without one."""
        with self._lock:
            if self._error_code:
                cleared_error, self._error_code = self._error_code, 0
                self._send_message("e", cleared_error)

    def receive(self, data: bytes) -> None:
        """Take commands of the host; each is answered when its last byte has come."""
        with self._lock:
            for byte in data:
                self._receive_byte(byte)

    def transmit(self) -> bytes:
        """Return the unsent messages."""
        with self._lock:
            unsent = bytes(self._unsent_bytes)
            self._unsent_bytes.clear()
            return unsent

    def _deal_card(self, card: Card, *, readable: bool) -> None:
        if self._dealt_game.is_over():
            self._raise_error(_OVERDRAW)
            self._send_message("d", _IN_ERROR, _card_code(card))
            return
        # Before reading it: the shoe counts a card that it can't read, too.
        hand, index = self._dealt_game.deal_card(card)
        if readable:
            self._send_message("D", _HAND_CODES[hand] + index, _card_code(card))
        else:
            self._raise_error(_UNREADABLE)
        if self._dealt_game.is_over():
            self._send_message(
                "G", _RESULT_CODES[self._dealt_game.winner_name()] + self._pair_bits()
            )

    def _drawn_outside(self, card: Card) -> bool:
        if self._error_code:
            self._send_message("d", _IN_ERROR, _card_code(card))
        elif self._is_locked:
            self._send_message("d", _WHILE_LOCKED, _card_code(card))
        return self.in_error or self._is_locked

    def _pair_bits(self) -> int:
        return self._dealt_game.has_pair(PLAYER) + 2 * self._dealt_game.has_pair(BANKER)

    def _raise_error(self, error_code: int) -> None:
        self._error_code = error_code
        self._send_message("E", 0x40 + error_code)

    def _send_message(self, code: str, *payload: int) -> None:
        self._send_frame(code, bytes(0x80 | byte for byte in payload))

    def _send_frame(self, code: str, payload: bytes) -> None:
        # SEQ, CODE, payload with bit 7 set, ETX; the BCC is over all of these.
        frame_body = b"%d" % self._sequence_number + code.encode("ascii") + payload + b"\x03"
        frame = b"\x05" + frame_body + _bcc(frame_body)
        self._sequence_number = (self._sequence_number + 1) % 10
        for _ in range(COPIES_SENT):
            self._unsent_bytes += self.damage(frame) if self.damage else frame
        self.bell.ring()

    def _receive_byte(self, byte: int) -> None:
        if byte == 0x02:
            self._command_bytes.clear()
        elif not self._command_bytes:
            return
        self._command_bytes.append(byte)
        message_end = self._command_bytes.find(0x03)
        if message_end < 0 and len(self._command_bytes) > _LONGEST_COMMAND:
            self._command_bytes.clear()
            self._send_ack(b"03")
        elif 0 < message_end == len(self._command_bytes) - 3:
            frame_body, bcc = bytes(self._command_bytes[:-2]), bytes(self._command_bytes[-2:])
            self._command_bytes.clear()
            self._execute_command(frame_body, bcc)

    def _execute_command(self, frame_body: bytes, bcc: bytes) -> None:
        refusal = self.refusal or self._refusal(frame_body, bcc).encode("ascii")
        self._send_ack(refusal)
        if refusal:
            return
        kind, data = frame_body[3:5], int(frame_body[5:7])
        if kind == b"LK":
            self._is_locked = data == 2
            self._send_message("L", data - 1)
        elif kind == b"EC" and data == self._error_code:
            self.clear_error()

    def _refusal(self, frame_body: bytes, bcc: bytes) -> str:
        if bcc != _bcc(frame_body):
            return "02"
        if self.is_busy:
            return "21"
        if len(frame_body) != 8 or not frame_body[5:7].isdigit():
            return "11"
        if frame_body[1:3] != b"OP":
            return "13"
        data = _COMMANDS.get(frame_body[3:5])
        if data is None:
            return "14"
        return "" if int(frame_body[5:7]) in data else "11"

    def _send_ack(self, refusal: bytes) -> None:
        self._unsent_bytes += b"\x15" + refusal if refusal else b"\x06"


def _card_code(card: Card) -> int:
    return _SUIT_CODES[card.suit] + _RANK_CODES[card.rank]


def _bcc(frame_body: bytes) -> bytes:
    xor_total = 0
    for byte in frame_body:
        xor_total ^= byte
    return f"{xor_total:02X}".encode("ascii")


def far_end(_wiring: AngelEyeWiring, _context: FarEndContext) -> Installation[CardSource]:
    shoe = SimAngelEye()
    return Installation(shoe, serial_end=shoe)
