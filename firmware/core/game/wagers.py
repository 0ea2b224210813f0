"""The bets of a game: which it takes, and which it carries over to the next round."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from firmware.core.game.course import DEALER
from firmware.core.game.limits import Refusal, Total
from firmware.core.game.options import CHIP, LINK, LOT, settings
from firmware.core.game.pack import GameRules
from firmware.core.game.progressive import Lot
from firmware.core.game.settling import Settling
from firmware.core.game.traits import Traits
from firmware.core.vocabulary.cards import PACK, Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import NOMINAL, NOTHING, Cents, Rounding
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Bet, base_name, bet_name, named

Misfits = Mapping[str, tuple[str, str]]
"""By bet: the words and the article that are against it."""


class Wagers(Traits, Settling):
    """The bets at one table of a game, by its rules and options.

    Between rounds a game keeps only `memory`. A bet that a finished round leaves without a line is
    carried over to the next: it is in `carried`.
    """

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        """Raise OptionRefused on an option that the articles or the game do not know."""
        self.rules = rules
        self.pack: Sequence[Card] = PACK if rules.decks else ()
        self.options = settings(self, rules, options)
        self.BETS = self.bets_of(self.options)
        self.decks: int = self.options.get("decks", 0)
        self.side_bets = frozenset(self.options["side_bets"])
        rounding = Rounding(Cents(self.options[CHIP]))
        super().__init__(rules.commissions, self.options["max_payout"], rounding)
        meter, increment, reset = (Cents(self.options[name]) for name in LOT)
        self.lot = Lot(meter, increment, reset, rounding)
        self.bets: dict[Stack, Cents] = {}
        """The stake at each place now, decisions included."""
        self.carried: dict[Stack, Cents] = {}
        """Bets carried over from the rounds before."""
        self.moves: dict[Stack, Stack] = {}
        """Where the dealer moves bets of this round."""
        self.bank_spot = DEALER
        """The spot whose player is the bank of this round (53)."""

    @property
    def colours(self) -> bool:
        """Whether this table is played with chips without value."""
        return self.COLOURS

    @property
    def own_chips(self) -> bool:
        """Whether no two players may use chips of one colour or one value (70)."""
        return False

    @property
    def totals(self) -> tuple[Total, ...]:
        """The limits on what one player has on several bets together."""
        return ()

    def canonical(self, on: str) -> str:
        """Return a place's name as in `BETS`, in any spelling."""
        return on

    # the lot

    @property
    def offers_lot(self) -> bool:
        """Whether this table shows a bet on the progressive lot (21.2, 67.21)."""
        return not self.side_bets.isdisjoint(self.HIDDEN_SIDE_BETS)

    @property
    def linked(self) -> bool:
        """Whether that lot is shared with other tables."""
        return self.offers_lot and bool(self.options[LINK])

    def progressive(self, bets: Iterable[Stack]) -> int:
        """Return how many of these bets are on the lot."""
        return sum(base_name(place.on) in self.HIDDEN_SIDE_BETS for place, _ in bets)

    # from round to round

    @property
    def memory(self) -> dict[str, Any]:
        """State kept for the next round: plain values, stored in the checkpoint."""
        lot = {"lot": self.lot.cents} if self.HIDDEN_SIDE_BETS else {}
        carried = [[*place, who, cents] for (place, who), cents in self.carried.items()]
        return lot | ({"carried": carried} if carried else {})

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Take `memory` over."""
        self.lot.cents = Cents(memory.get("lot", self.options["progressive_meter"]))
        self.carried = {
            (Place(spot, on), who): Cents(cents)
            for spot, on, who, cents in memory.get("carried", ())
        }

    @property
    def carries(self) -> dict[Stack, Cents]:
        """The bets that this round has not settled."""
        settled = {(line.bet.place, line.bet.bettor) for line in self.lines}
        return {stack: cents for stack, cents in self.bets.items() if stack not in settled}

    # which bets may stand

    def nominal(self, on: str) -> Cents:
        """Return a nominal amount for an unseen bet: its fixed stake, or `NOMINAL`."""
        stake = self.rules.stakes.get(base_name(on))
        return stake.cents if stake else NOMINAL

    def least(self, on: str) -> Cents:  # noqa: ARG002
        """Return the amount of which a bet must be a multiple: the smallest chip."""
        return self.rounding.chip

    def refuses(self, stack: Stack, cents: Cents) -> Refusal | None:
        """Return why these chips can't be bet, independent of other bets; None if they can."""
        base = base_name(stack[0].on)
        if cents % self.least(stack[0].on):
            return self._indivisible(stack, cents, "")
        if base in self.IN_PLAY:
            return self._refusal(stack, ("why.in_play_only", ""))
        if base in (*self.SIDE_BETS, *self.HIDDEN_SIDE_BETS) and base not in self.side_bets:
            return self._refusal(stack, ("why.not_shown", ""))
        stake = self.rules.stakes.get(base)
        if stake is not None and cents > stake.cents:
            return self._refusal(stack, ("why.fixed_stake", stake.article))
        return None

    def binds(self, stack: Stack, cents: Cents) -> Refusal | None:  # noqa: ARG002
        """Return why a carried-over bet can't be changed to `cents`; None if it can."""
        return None

    def unready(self, bets: Collection[Stack]) -> Text | None:  # noqa: ARG002
        """Return why nothing may be thrown with these bets; None if it may."""
        return None

    def holds(self, stack: Stack, others: Collection[Stack]) -> Refusal | None:  # noqa: ARG002
        """Return why a bet may not be taken away from `others` before it has played."""
        return None

    def works(self, stack: Stack) -> bool:  # noqa: ARG002
        """Return whether a bet was turned on for the rounds in which it is off by default."""
        return False

    def may_mark(self, stack: Stack) -> bool:  # noqa: ARG002
        """Return whether a bet may be turned on or off."""
        return False

    def mark(self, stack: Stack) -> None:  # noqa: ARG002
        """Turn a bet on for the rounds in which it is off, or off again. Raises Forbidden."""
        raise Forbidden("why.not_this_game", step="working")

    def withdraw(self, bet: Bet) -> Cents:
        """A bet was taken away; return the commission that the house keeps of it."""
        self.carried.pop((bet.place, bet.bettor), None)
        return NOTHING

    def unfit(self, bets: Mapping[Stack, Cents]) -> dict[Stack, Refusal]:
        """Return the bets that are illegal together at the close, with the reasons."""
        found: dict[Stack, Refusal] = {}
        for whose in dict.fromkeys((place.spot, bettor) for place, bettor in bets):
            his = {s[0].on: s for s in bets if (s[0].spot, s[1]) == whose}
            laid = {on: bets[stack] for on, stack in his.items()}
            wrong = {**self._short_stakes(laid), **self.misfits(laid)}
            found |= {his[on]: self._refusal(his[on], why) for on, why in wrong.items()}
        return found

    def _short_stakes(self, laid: Mapping[str, Cents]) -> Misfits:
        named = ((on, cents, self.rules.stakes.get(base_name(on))) for on, cents in laid.items())
        return {
            on: ("why.fixed_stake", stake.article)
            for on, cents, stake in named
            if stake is not None and cents != stake.cents
        }

    def misfits(self, laid: Mapping[str, Cents]) -> Misfits:  # noqa: ARG002
        """Return the bets of one bettor at one spot that clash with others, or lack another."""
        return {}

    def _indivisible(self, stack: Stack, cents: Cents, article: str) -> Refusal:
        amounts = {"laid_cents": cents, "least_cents": self.least(stack[0].on)}
        return Refusal(Text("why.indivisible", {**named(stack[0]), **amounts}), article)

    def _refusal(self, stack: Stack, wrong: tuple[str, str]) -> Refusal:
        (place, _), (key, article) = stack, wrong
        stake = self.rules.stakes.get(base_name(place.on))
        cents = stake.cents if stake else NOTHING
        words = Text(key, {"spot": place.spot, "on": bet_name(place.on), "cents": cents})
        return Refusal(words, article)
