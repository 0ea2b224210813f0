"""The far end of a Bee-Tek shoe's wire: it names each card that passes, and names it again."""

import threading
from collections.abc import Callable, Mapping
from typing import Final

from drivers.bee_tek.kind import BeeTek
from firmware.core.vocabulary.cards import JOKER, Card
from sim.machines.card_source import NONE, CardSource
from sim.machines.mounted import Around, Mounted
from sim.machines.punto_banco import PuntoBanco
from sim.wires.far_end import Bell

SLOWER_MS: Final = 50
"""How much longer than the window of repetitions a dealer takes between two cards."""

_GAME: Final = "Game"
_BURN: Final = "Manual Burn Cards"


class SimBeeTek:
    """Implements `sim.wires.far_end.FarEnd` and `sim.machines.card_source.CardSource`.

    A card is named when it is drawn and once more when it moves on; one burnt by hand is named
    once. `repeat_ms` is the host's window for repetitions: the hands are slower. `mangle` damages
    each word. Not modelled: time (baud rate, a card that is named as long as it stays), the shoe's
    own modes and keys, the real codes. Guesses: an unread card is not named again, an error ends at
    the shoe without a word, and the shoe sends nothing at power-up.
    """

    dwell_ms = 20
    told_all = True
    follows_the_game = False
    sees_cut_card = False

    def __init__(self, repeat_ms: int, mangle: Callable[[bytes], bytes] | None = None) -> None:
        self.gap_ms = repeat_ms + SLOWER_MS
        self.mangle = mangle
        self.bell = Bell()
        self._in_error = False
        self._lying: Card | None = None
        self._pending = bytearray()
        self._lock = threading.RLock()

    @property
    def in_error(self) -> bool:
        """Whether a card could not be read since the last one that could."""
        return self._in_error

    def power_on(self) -> None:
        """Come up afresh, with no card before the eye."""
        with self._lock:
            self._in_error = False
            self._lying = None

    def take_up(self, game: PuntoBanco) -> None:
        """Take over a game; the shoe does not notice."""

    def fill(self, gone: Mapping[Card, int] = NONE) -> None:
        """Take a pack; the shoe does not notice."""

    def draw(self, card: Card, *, readable: bool = True) -> None:
        """Draw the next card; a joker is none that it can read."""
        with self._lock:
            self._in_error = card is JOKER or not readable
            self._lying = None if self._in_error else card
            self._say(_GAME, "Game" if self._in_error else f"Card:{card.name}")

    def move_on(self) -> None:
        """Let the card go on its way, naming it once more."""
        with self._lock:
            lying, self._lying = self._lying, None
            if lying is not None:
                self._say(_GAME, f"Card:{lying.name}")

    def burn(self, card: Card) -> None:
        """Draw a card to be burnt, in the mode for that."""
        with self._lock:
            self._say(_BURN, f"Card:{card.name}")

    def cut_card(self) -> None:
        """Draw the cut card; the shoe does not notice."""

    def stand_by(self) -> None:
        """Prepare the next game; the shoe does not notice."""

    def clear_error(self) -> None:
        with self._lock:
            self._in_error = False

    def alarm(self, text: str) -> None:
        """Raise an alarm of that text, such as `E5 Lid`."""
        with self._lock:
            self._say("GameAlarm", f"Alarm:{text}")

    def warn(self, code: int) -> None:
        """Give a warning, 0 to 255."""
        with self._lock:
            self._send(f"<W0x{code:02X}>")

    def receive(self, data: bytes) -> None:
        """Hear nothing."""

    def transmit(self) -> bytes:
        """Give all that has been said since."""
        with self._lock:
            said = bytes(self._pending)
            self._pending.clear()
            return said

    def _say(self, mode: str, what: str) -> None:
        self._send(f" [{mode}]<{what}> ")

    def _send(self, text: str) -> None:
        word = text.encode("ascii")
        self._pending += self.mangle(word) if self.mangle else word
        self.bell.ring()


def far_end(wiring: BeeTek, _around: Around) -> Mounted[CardSource]:
    shoe = SimBeeTek(wiring.repeat_ms)
    return Mounted(shoe, wire=shoe)
