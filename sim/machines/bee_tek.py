"""The far end of a Bee-Tek shoe's wire: it names each card that passes, and names it again."""

import threading
from collections.abc import Callable, Mapping
from typing import Final

from drivers.bee_tek.kind import BeeTekWiring
from firmware.core.vocabulary.cards import JOKER_CARD, Card
from sim.machines.card_source import NO_CARDS, CardSource
from sim.machines.installation import FarEndContext, Installation
from sim.machines.punto_banco import PuntoBanco
from sim.wires.far_end import OutputBell

SLOWER_MS: Final = 50
"""How much longer than the window of repetitions a dealer takes between two cards."""

_GAME_MODE: Final = "Game"
_BURN_MODE: Final = "Manual Burn Cards"


class SimBeeTek:
    """Implements `sim.wires.far_end.FarEnd` and `sim.machines.card_source.CardSource`.

    A card is named when it is drawn and once more when it moves on; one burnt by hand is named
    once. `repeat_ms` is the host's window for repetitions: the hands are slower. `damage`, if any,
    alters each word. Not modelled: time (baud rate, a card that is named as long as it stays), the
    shoe's own modes and keys, the real codes. Guesses: an unread card is not named again, an error
    ends at the shoe without a word, and the shoe sends nothing at power-up.
    """

    dwell_ms = 20
    all_reported = True
    follows_the_game = False
    sees_cut_card = False

    def __init__(self, repeat_ms: int, damage: Callable[[bytes], bytes] | None = None) -> None:
        self.gap_ms = repeat_ms + SLOWER_MS
        self.damage = damage
        self.bell = OutputBell()
        self._in_error = False
        self._card_at_eye: Card | None = None
        self._unsent_bytes = bytearray()
        self._lock = threading.RLock()

    @property
    def in_error(self) -> bool:
        """Whether a card could not be read since the last one that could."""
        return self._in_error

    def power_on(self) -> None:
        """Come up afresh, with no card before the eye."""
        with self._lock:
            self._in_error = False
            self._card_at_eye = None

    def resume_game(self, baccarat_game: PuntoBanco) -> None:
        """Take over a game; the shoe does not notice."""

    def load_pack(self, missing_cards: Mapping[Card, int] = NO_CARDS) -> None:
        """Take a pack; the shoe does not notice."""

    def draw(self, card: Card, *, readable: bool = True) -> None:
        """Draw the next card; it can't read a joker."""
        with self._lock:
            self._in_error = card is JOKER_CARD or not readable
            self._card_at_eye = None if self._in_error else card
            self._send_word(_GAME_MODE, "Game" if self._in_error else f"Card:{card.name}")

    def remove_card(self) -> None:
        """Remove the card, naming it once more."""
        with self._lock:
            card_at_eye, self._card_at_eye = self._card_at_eye, None
            if card_at_eye is not None:
                self._send_word(_GAME_MODE, f"Card:{card_at_eye.name}")

    def burn_card(self, card: Card) -> None:
        """Draw a card to be burnt, in the mode for that."""
        with self._lock:
            self._send_word(_BURN_MODE, f"Card:{card.name}")

    def cut_card(self) -> None:
        """Draw the cut card; the shoe does not notice."""

    def prepare_game(self) -> None:
        """Prepare the next game; the shoe does not notice."""

    def clear_error(self) -> None:
        with self._lock:
            self._in_error = False

    def send_alarm(self, text: str) -> None:
        """Raise an alarm of that text, such as `E5 Lid`."""
        with self._lock:
            self._send_word("GameAlarm", f"Alarm:{text}")

    def send_warning(self, code: int) -> None:
        """Give a warning, 0 to 255."""
        with self._lock:
            self._send_text(f"<W0x{code:02X}>")

    def receive(self, data: bytes) -> None:
        """Ignore the host: the shoe only sends."""

    def transmit(self) -> bytes:
        """Return the unsent words."""
        with self._lock:
            unsent = bytes(self._unsent_bytes)
            self._unsent_bytes.clear()
            return unsent

    def _send_word(self, shoe_mode: str, message_text: str) -> None:
        self._send_text(f" [{shoe_mode}]<{message_text}> ")

    def _send_text(self, text: str) -> None:
        mangled_word = text.encode("ascii")
        self._unsent_bytes += self.damage(mangled_word) if self.damage else mangled_word
        self.bell.ring()


def far_end(wiring: BeeTekWiring, _context: FarEndContext) -> Installation[CardSource]:
    shoe = SimBeeTek(wiring.repeat_ms)
    return Installation(shoe, serial_end=shoe)
