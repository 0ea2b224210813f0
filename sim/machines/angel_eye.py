"""The far end of an Angel Eye shoe's wire: a baccarat shoe that follows the game it deals."""

import threading
from collections.abc import Callable, Mapping
from typing import Final

from drivers.angel_eye.kind import AngelEye
from firmware.core.vocabulary.cards import JOKER, Card
from sim.machines.card_source import NONE, CardSource
from sim.machines.mounted import Around, Mounted
from sim.machines.punto_banco import BANKER, PLAYER, PuntoBanco
from sim.wires.far_end import Bell

COPIES: Final = 3

_RANK_CODES: Final = {
    "A": 0x1, "2": 0x2, "3": 0x3, "4": 0x4, "5": 0x5, "6": 0x6, "7": 0x7,
    "8": 0x8, "9": 0x9, "T": 0xA, "J": 0xB, "Q": 0xC, "K": 0xD,
}  # fmt: skip
_SUIT_CODES: Final = {"D": 0x10, "C": 0x20, "S": 0x30, "H": 0x40}
_HAND_CODES: Final = {PLAYER: 0x00, BANKER: 0x10}
_BURN: Final = 0x20
_RESULT_CODES: Final = {"player": 0x10, "tie": 0x20, "banker": 0x40, "forced": 0x70}
_WHILE_LOCKED: Final = 0x00
_IN_ERROR: Final = 0x10
_UNREADABLE: Final = 1
_OVERDRAW: Final = 2
_CARD_CODE: Final = 6
_COMMANDS: Final = {b"LK": range(1, 3), b"EC": range(1, 8), b"GP": range(1)}
_LONGEST_COMMAND: Final = 16


class SimAngelEye:
    """Implements `sim.wires.far_end.FarEnd` and `sim.machines.card_source.CardSource`.

    It deals in the order of the game, knows when that is complete and then sends the result by
    itself. `mangle` damages each copy of a message; `busy` refuses every command. Not modelled:
    time (baud rate, spacing of copies, draw time-out), the shoe's own buttons and settings, cards
    drawn backwards, `R` and `M`; it knows even a card that it can't read, so that the following
    ones are tagged right. Guesses: SEQ runs through 0 to 9, errors wait for an EC of their own
    code, and GP is only acknowledged.
    """

    dwell_ms = 12
    gap_ms = 0
    told_all = True
    follows_the_game = True
    sees_cut_card = True

    def __init__(self, mangle: Callable[[bytes], bytes] | None = None) -> None:
        self.mangle = mangle
        self.bell = Bell()
        self.busy = False
        self._game = PuntoBanco()
        self._locked = False
        self._error = 0
        self._number = 0
        self._pending = bytearray()
        self._command = bytearray()
        self._lock = threading.RLock()

    @property
    def locked(self) -> bool:
        """Whether cards drawn now are none of a game."""
        return self._locked

    @property
    def in_error(self) -> bool:
        """Whether an error waits to be cleared."""
        return self._error != 0

    def power_on(self) -> None:
        """Come up afresh: no game, no lock, no error."""
        with self._lock:
            self._game = PuntoBanco()
            self._locked = False
            self._error = self._number = 0
            self._command.clear()
            self._send("S")

    def take_up(self, game: PuntoBanco) -> None:
        """Take over a game in progress, silently."""
        with self._lock:
            self._game = game

    def fill(self, gone: Mapping[Card, int] = NONE) -> None:
        """Take a pack; the shoe does not notice."""

    def move_on(self) -> None:
        """Move the card on; it was read whole as it was drawn."""

    def draw(self, card: Card, *, readable: bool = True) -> None:
        """Draw the next card of the game."""
        with self._lock:
            if card is JOKER:
                self._fail(_CARD_CODE)
            elif not self._drawn_outside(card):
                self._deal(card, readable=readable)

    def burn(self, card: Card) -> None:
        """Draw a card to be burnt."""
        with self._lock:
            if not self._drawn_outside(card):
                self._send("D", _BURN, _code(card))

    def cut_card(self) -> None:
        with self._lock:
            self._send("C")

    def stand_by(self) -> None:
        """Make ready for the next game; one half dealt is dropped."""
        with self._lock:
            self._game = PuntoBanco()
            self._send("P")

    def force_end(self) -> None:
        """End the game by hand."""
        with self._lock:
            self._game.break_off()
            self._send("G", _RESULT_CODES["forced"])

    def clear_error(self) -> None:
        """Clear the error at the shoe; does nothing without one."""
        with self._lock:
            if self._error:
                over, self._error = self._error, 0
                self._send("e", over)

    def receive(self, data: bytes) -> None:
        """Take commands of the host; each is answered when its last byte has come."""
        with self._lock:
            for byte in data:
                self._hear(byte)

    def transmit(self) -> bytes:
        """Give all that has been said since."""
        with self._lock:
            said = bytes(self._pending)
            self._pending.clear()
            return said

    def _deal(self, card: Card, *, readable: bool) -> None:
        if self._game.over():
            self._fail(_OVERDRAW)
            self._send("d", _IN_ERROR, _code(card))
            return
        hand, index = self._game.deal(card)
        if readable:
            self._send("D", _HAND_CODES[hand] + index, _code(card))
        else:
            self._fail(_UNREADABLE)
        if self._game.over():
            self._send("G", _RESULT_CODES[self._game.winner()] + self._pairs())

    def _drawn_outside(self, card: Card) -> bool:
        if self._error:
            self._send("d", _IN_ERROR, _code(card))
        elif self._locked:
            self._send("d", _WHILE_LOCKED, _code(card))
        return self.in_error or self._locked

    def _pairs(self) -> int:
        return self._game.pair(PLAYER) + 2 * self._game.pair(BANKER)

    def _fail(self, error: int) -> None:
        self._error = error
        self._send("E", 0x40 + error)

    def _send(self, code: str, *payload: int) -> None:
        body = b"%d" % self._number + code.encode("ascii")
        body += bytes(0x80 | byte for byte in payload) + b"\x03"
        frame = b"\x05" + body + _bcc(body)
        self._number = (self._number + 1) % 10
        for _ in range(COPIES):
            self._pending += self.mangle(frame) if self.mangle else frame
        self.bell.ring()

    def _hear(self, byte: int) -> None:
        if byte == 0x02:
            self._command.clear()
        elif not self._command:
            return
        self._command.append(byte)
        end = self._command.find(0x03)
        if end < 0 and len(self._command) > _LONGEST_COMMAND:
            self._command.clear()
            self._answer("03")
        elif 0 < end == len(self._command) - 3:
            body, bcc = bytes(self._command[:-2]), bytes(self._command[-2:])
            self._command.clear()
            self._obey(body, bcc)

    def _obey(self, body: bytes, bcc: bytes) -> None:
        refusal = self._refusal(body, bcc)
        self._answer(refusal)
        if refusal:
            return
        kind, data = body[3:5], int(body[5:7])
        if kind == b"LK":
            self._locked = data == 2
            self._send("L", data - 1)
        elif kind == b"EC" and data == self._error:
            self.clear_error()

    def _refusal(self, body: bytes, bcc: bytes) -> str:
        if bcc != _bcc(body):
            return "02"
        if self.busy:
            return "21"
        if len(body) != 8 or not body[5:7].isdigit():
            return "11"
        if body[1:3] != b"OP":
            return "13"
        data = _COMMANDS.get(body[3:5])
        if data is None:
            return "14"
        return "" if int(body[5:7]) in data else "11"

    def _answer(self, refusal: str) -> None:
        self._pending += b"\x15" + refusal.encode("ascii") if refusal else b"\x06"


def _code(card: Card) -> int:
    return _SUIT_CODES[card.suit] + _RANK_CODES[card.rank]


def _bcc(body: bytes) -> bytes:
    total = 0
    for byte in body:
        total ^= byte
    return f"{total:02X}".encode("ascii")


def far_end(_wiring: AngelEye, _around: Around) -> Mounted[CardSource]:
    shoe = SimAngelEye()
    return Mounted(shoe, wire=shoe)
