"""The far end of a Bee-Tek shoe's wire: it names each card that passes, and names it again."""

import threading
from collections.abc import Callable, Mapping
from typing import Final

from drivers.bee_tek.kind import BeeTekWiring
from drivers.bee_tek.shoe import DRAWN
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

    A card is named when it is drawn and once more when it moves on; in the mode for burning by hand
    (`in_burn_mode`) it is named once, at once. `repeat_ms` is the host's window for repetitions:
    the hands are slower. `damage`, if any, alters each word; `line_end` and `is_upper_case` are the
    forms in which field programs take them. Not modelled: time (baud rate, a card that is named as
    long as it stays), the shoe's own keys, the real codes. Guesses: an unread card is not named
    again, an error ends at the shoe without a word, and the shoe sends nothing at power-up.
    """

    dwell_ms = 20
    all_reported = True
    follows_the_game = False
    sees_cut_card = False

    def __init__(self, repeat_ms: int, damage: Callable[[bytes], bytes] | None = None) -> None:
        self.gap_ms = repeat_ms + SLOWER_MS
        self.damage = damage
        self.in_burn_mode = False
        self.line_end = ""
        """Behind each word, beside the blanks."""
        self.is_upper_case = False
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
            mode = _BURN_MODE if self.in_burn_mode else _GAME_MODE
            self.send_word(mode, "Game" if self._in_error else f"Card:{card.name}")

    def remove_card(self) -> None:
        """Remove the card, naming it once more."""
        with self._lock:
            card_at_eye, self._card_at_eye = self._card_at_eye, None
            if card_at_eye is not None and not self.in_burn_mode:
                self.send_word(_GAME_MODE, f"Card:{card_at_eye.name}")

    def burn_card(self, card: Card) -> None:
        """Draw a card to be burnt, in the mode for that."""
        self.send_word(_BURN_MODE, f"Card:{card.name}")

    def cut_card(self) -> None:
        """Draw the cut card; the shoe does not notice."""

    def prepare_game(self) -> None:
        """Prepare the next game; the shoe does not notice."""

    def clear_error(self) -> None:
        with self._lock:
            self._in_error = False

    def send_alarm(self, text: str) -> None:
        """Raise an alarm of that text, such as `E5 Lid`."""
        self.send_word("GameAlarm", f"Alarm:{text}")

    def send_warning(self, code: int) -> None:
        """Give a warning, 0 to 255, which has no mode."""
        self.send_text(f"<W0x{code:02X}>")

    def send_word(self, mode: str, text: str) -> None:
        """Say a word in a mode: both may be any."""
        self.send_text(f" [{mode}]<{text}> ")

    def send_text(self, text: str) -> None:
        """Send any text, in the shoe's form."""
        word = ((text.upper() if self.is_upper_case else text) + self.line_end).encode("ascii")
        with self._lock:
            self._unsent_bytes += self.damage(word) if self.damage else word
        self.bell.ring()

    def receive(self, data: bytes) -> None:
        """Ignore the host: the shoe only sends."""

    def transmit(self) -> bytes:
        """Return the unsent words."""
        with self._lock:
            unsent = bytes(self._unsent_bytes)
            self._unsent_bytes.clear()
            return unsent


def far_end(wiring: BeeTekWiring, _context: FarEndContext) -> Installation[CardSource]:
    shoe = SimBeeTek(wiring.repeat_ms)
    shoe.in_burn_mode = wiring.every_card == DRAWN
    return Installation(shoe, serial_end=shoe)
