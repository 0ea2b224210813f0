"""The shoe of a table at which no cards are dealt."""

from collections.abc import Mapping

from firmware.core.vocabulary.cards import Card
from sim.machines.card_source import NONE
from sim.machines.punto_banco import PuntoBanco


class NoShoe:
    """A table without cards; the acts of hands have no effect."""

    dwell_ms = 0
    gap_ms = 0
    follows_the_game = False
    sees_cut_card = True
    in_error = False
    told_all = True

    def power_on(self) -> None:
        """Nothing comes up."""

    def take_up(self, game: PuntoBanco) -> None:
        """No game goes on in it."""

    def fill(self, gone: Mapping[Card, int] = NONE) -> None:
        """No pack goes in."""

    def draw(self, card: Card, *, readable: bool = True) -> None:
        """No card comes out."""

    def move_on(self) -> None:
        """No card lies there."""

    def cut_card(self) -> None:
        """Nor a cut card."""

    def stand_by(self) -> None:
        """It is never in a game."""

    def clear_error(self) -> None:
        """It has no error."""
