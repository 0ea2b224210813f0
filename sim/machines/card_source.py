"""The acts of the croupier's hands on any part that reads cards."""

from collections.abc import Mapping
from typing import Final, Protocol

from firmware.core.vocabulary.cards import Card
from sim.machines.punto_banco import PuntoBanco

NO_CARDS: Final[Mapping[Card, int]] = {}


class CardSource(Protocol):
    """The far end of a card reader, from the felt's side.

    A card is drawn, stays before the reader for `dwell_ms`, is removed, and the next one may come
    after `gap_ms`.
    """

    dwell_ms: int
    gap_ms: int
    follows_the_game: bool
    """Whether the part knows whose card is next, and so must learn of a new game."""
    sees_cut_card: bool

    @property
    def all_reported(self) -> bool:
        """Whether every card before the reader was reported to the host."""
        ...

    @property
    def in_error(self) -> bool:
        """Whether an error waits to be cleared at the part itself."""
        ...

    def power_on(self) -> None:
        """Come up afresh."""
        ...

    def resume_game(self, baccarat_game: PuntoBanco) -> None:
        """Take over a game in progress, silently."""
        ...

    def load_pack(self, missing_cards: Mapping[Card, int] = NO_CARDS) -> None:
        """Take a pack: every card may come again but those that are gone from it."""
        ...

    def draw(self, card: Card, *, readable: bool = True) -> None: ...

    def remove_card(self) -> None:
        """Take the card that was drawn away from the reader."""
        ...

    def cut_card(self) -> None:
        """Draw the cut card; not noticed if `sees_cut_card` is false."""
        ...

    def prepare_game(self) -> None:
        """Make the part ready for the next game."""
        ...

    def clear_error(self) -> None:
        """Press the part's own button that ends an error."""
        ...
