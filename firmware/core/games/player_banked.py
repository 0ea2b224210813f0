"""Games in which a player may be the bank (articles 53, 62 and 116).

The player's hand takes the dealer's place: it is dealt, played and compared as the dealer's. He
bets nothing in that round. He pays and collects the bets, which have no maximum; the house takes
only its commissions.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.game.game import Game
from firmware.core.game.limits import BetRefusal
from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.places import Stack


class PlayerBanked(Game):
    """The rules of article 53 for a game; a mixin, listed before the game's own base."""

    BANK_ARTICLE = "53"

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.remember({})

    @property
    def memory(self) -> dict[str, Any]:
        """The last bank, the last player who was the bank, and the players of the dealer's last
        game; with the current bank, if it is a player's.
        """
        bank_memory = {
            "last_bank": self._last_bank,
            "last_player": self._last_player,
            "played": self._last_spots,
        }
        return (
            super().memory
            | bank_memory
            | ({} if self.bank_spot == DEALER else {"bank": self.bank_spot})
        )

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Restore `memory`; without one, no player has been the bank yet."""
        super().remember(memory)
        self.bank_spot = memory.get("bank", DEALER)
        self._last_bank: int = memory.get("last_bank", DEALER)
        self._last_player: int = memory.get("last_player", DEALER)
        self._last_spots: list[int] = list(memory.get("played", []))

    def open(self) -> None:
        """Begin a round with the dealer as its bank; record the bank of the last one."""
        if self.finished:
            # only a finished round counts as played
            self._record_bank()
        super().open()
        self.bank_spot = DEALER

    def _record_bank(self) -> None:
        self._last_bank = self.bank_spot
        if self.bank_spot == DEALER:
            self._last_spots = sorted({place.spot for place, _ in self.bets})
        else:
            self._last_player = self.bank_spot

    @property
    def choices(self) -> Sequence[Choice]:
        """The choice of the bank is made once, while bets are open."""
        if self.bets:
            return super().choices
        return (
            [] if self.bank_spot else [Choice(spot, Key.TAKE_BANK) for spot in self._may_be_bank()]
        )

    def _may_be_bank(self) -> list[int]:
        """Article 53: players of the dealer's last game who were not just the bank, in order after
        the last one who was.
        """
        # False sorts first: spots after the last player bank come before those up to it
        bettor_spots = [spot for spot in self._last_spots if spot != self._last_bank]
        return sorted(bettor_spots, key=lambda spot: (spot <= self._last_player, spot))

    def decide(self, decision: Decision) -> None:
        """Apply the choice of the bank, or another decision."""
        if decision.do is Key.TAKE_BANK:
            self.bank_spot = decision.spot
        else:
            super().decide(decision)

    @property
    def current_call(self) -> Text | None:
        """The announcement of the player who is the bank."""
        return Text("announce.bank", {"spot": self.bank_spot}) if self.bank_spot else None

    def bank_text(self, dealer_key: str, bank_key: str, text_values: TextValues) -> Text:
        """Return a text about the bank's hand: the dealer's, or the one with a player's name."""
        if self.bank_spot:
            return Text(bank_key, {**text_values, "spot": self.bank_spot})
        return Text(dealer_key, text_values)

    def chips_refusal(self, bet_stack: Stack, amount_cents: Cents) -> BetRefusal | None:
        """The bank may not bet: it would bet against itself."""
        if bet_stack[0].spot == self.bank_spot:
            return self._bet_refusal(bet_stack, ("why.bank_bets", self.BANK_ARTICLE))
        return super().chips_refusal(bet_stack, amount_cents)
