"""The shoe of a table at which no cards are dealt."""

from collections.abc import Mapping

from firmware.core.vocabulary.cards import Card
from sim.machines.card_source import NO_CARDS
from sim.machines.punto_banco import PuntoBanco


class NoShoe:
    """A table without cards; the acts of hands have no effect."""

    dwell_ms = 0
    gap_ms = 0
    follows_the_game = False
    sees_cut_card = True
    in_error = False
    all_reported = True

    def power_on(self) -> None:
        """Nothing comes up."""

    def resume_game(self, baccarat_game: PuntoBanco) -> None:
        """No game to continue."""

    def load_pack(self, missing_cards: Mapping[Card, int] = NO_CARDS) -> None:
        """No pack goes in."""

    def draw(self, card: Card, *, readable: bool = True) -> None:
        """No card comes out."""

    def remove_card(self) -> None:
        """No card is there."""

    def cut_card(self) -> None:
        """Nor a cut card."""

    def prepare_game(self) -> None:
        """It is never in a game."""

    def clear_error(self) -> None:
        """It has no error."""
