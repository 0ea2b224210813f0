"""The chips on the felt at "Rien ne va plus", sorted by the rules."""

from collections.abc import Mapping
from typing import NamedTuple

from firmware.core.game.limits import BetRefusal
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Stack


class Verdict(NamedTuple):
    """Every stack is locked, given back or put right."""

    locked_bets: tuple[Bet, ...]
    """The legal bets, and after them carried-over ones as they must be."""
    returned_stacks: Mapping[Stack, BetRefusal]
    """Not legal: given back to the player."""
    touched_stacks: Mapping[Stack, Cents]
    """Carried over and touched: the supervisor puts them back."""

    @property
    def any_legal(self) -> bool:
        """Whether there is a legal bet on the felt."""
        return len(self.locked_bets) > len(self.touched_stacks)
