"""The bets of a game: which it takes, and which it carries over to the next round."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from firmware.core.game.bounds import house_bounds
from firmware.core.game.course import DEALER
from firmware.core.game.limits import BetRefusal, TotalLimit
from firmware.core.game.options import JACKPOT_LINK, JACKPOT_OPTIONS, option_values
from firmware.core.game.pack import GameRules
from firmware.core.game.pack_terms import FixedStake
from firmware.core.game.progressive import ProgressiveJackpot
from firmware.core.game.steps import BetSteps, rounding_of
from firmware.core.vocabulary.bets import Bet, base_bet_name, bet_words, place_values
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import NO_CENTS, NOMINAL_STAKE, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack

BetClashes = Mapping[str, tuple[str, str]]
"""By bet: the words and the article that are against it."""


class Wagers(BetSteps):
    """The bets at one table of a game, by its rules and options.

    Between rounds only `memory` survives. A bet that a finished round leaves without a line is
    carried over to the next: it is in `carried`.
    """

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        """Raise OptionRefused on an option that the articles or the game do not know."""
        self.pack: Sequence[Card] = FULL_PACK if rules.decks else ()
        self.given_options = options
        self.bounds = house_bounds(self.BOUNDS, rules.bounds)
        self.options = option_values(self, rules, options)
        self.rules = rules.with_pay_tables(self.options["pay_tables"])
        # the places of this table, in place of all that the game may have
        self.BETS = self.places_with(self.options)
        self.decks: int = self.options.get("decks", 0)
        self.side_bets = frozenset(self.options["side_bets"])
        super().__init__(
            self.rules.commissions,
            self.options["max_payout"],
            rounding_of(self.options),
            self.rules.citations,
        )
        initial_cents, increment, reset_cents = (
            Cents(self.options[name]) for name in JACKPOT_OPTIONS
        )
        self.jackpot = ProgressiveJackpot(initial_cents, increment, reset_cents)
        self.bets: dict[Stack, Cents] = {}
        """The stake at each place now, decisions included."""
        self.carried: dict[Stack, Cents] = {}
        """Bets carried over from the rounds before."""
        self.bet_moves: dict[Stack, Stack] = {}
        """Where the dealer moves bets of this round."""
        self.bank_spot = DEALER
        """The spot whose player is the bank of this round (53)."""

    @property
    def has_colour_chips(self) -> bool:
        """Whether this table is played with chips without value."""
        return self.COLOUR_CHIPS

    @property
    def chips_are_personal(self) -> bool:
        """Whether no two players may use chips of one colour or one value (70)."""
        return False

    @property
    def total_limits(self) -> tuple[TotalLimit, ...]:
        """The limits on the total of one player's stakes on several bets."""
        return ()

    def canonical_name(self, on: str) -> str:
        """Return a place's name as in `BETS`, in any spelling."""
        return on

    @property
    def fixed_stakes(self) -> Mapping[str, FixedStake]:
        """The bets of one amount that this table shows."""
        hidden_bets = {*self.SIDE_BETS, *self.HIDDEN_SIDE_BETS} - self.side_bets
        return {bet: stake for bet, stake in self.rules.stakes.items() if bet not in hidden_bets}

    # the jackpot

    @property
    def offers_jackpot(self) -> bool:
        """Whether this table shows a bet on the progressive jackpot (21.2, 67.21)."""
        return not self.side_bets.isdisjoint(self.HIDDEN_SIDE_BETS)

    @property
    def has_linked_jackpot(self) -> bool:
        """Whether that jackpot is shared with other tables."""
        return self.offers_jackpot and bool(self.options[JACKPOT_LINK])

    def is_jackpot_bet(self, on: str) -> bool:
        """Return whether a bet is on the jackpot, of which no maximum holds."""
        return base_bet_name(on) in self.HIDDEN_SIDE_BETS

    def progressive_count(self, bets: Iterable[Stack]) -> int:
        """Return how many of these bets are on the jackpot."""
        return sum(base_bet_name(place.on) in self.HIDDEN_SIDE_BETS for place, _ in bets)

    # from round to round

    @property
    def memory(self) -> dict[str, Any]:
        """State that survives into the next round: plain values, stored in the checkpoint."""
        jackpot_memory = {"lot": self.jackpot.cents} if self.HIDDEN_SIDE_BETS else {}
        carried = [
            [*place, bettor_name, cents] for (place, bettor_name), cents in self.carried.items()
        ]
        return jackpot_memory | ({"carried": carried} if carried else {})

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Restore `memory`."""
        self.jackpot.cents = Cents(memory.get("lot", self.options["progressive_meter"]))
        self.carried = {
            (Place(spot, on), bettor_name): Cents(cents)
            for spot, on, bettor_name, cents in memory.get("carried", ())
        }

    @property
    def carries(self) -> dict[Stack, Cents]:
        """The bets that this round has not settled."""
        settled = {(line.bet.place, line.bet.bettor) for line in self.lines}
        return {stack: cents for stack, cents in self.bets.items() if stack not in settled}

    # which bets are legal

    def nominal_stake(self, on: str) -> Cents:
        """Return a nominal amount for an unseen bet: its fixed stake, or `NOMINAL_STAKE` for each
        of its parts.
        """
        stake = self.rules.stakes.get(base_bet_name(on))
        return stake.cents if stake else Cents(NOMINAL_STAKE * self.equal_parts(on))

    def chips_refusal(self, stack: Stack, cents: Cents) -> BetRefusal | None:
        """Return why these chips can't be bet, independent of other bets; None if they can."""
        base_bet = base_bet_name(stack[0].on)
        if cents % self.bet_step(stack[0].on):
            return self._indivisible(stack, cents)
        if base_bet in self.DECISION_PLACES:
            return self._bet_refusal(stack, ("why.in_play_only", ""))
        if base_bet in (*self.SIDE_BETS, *self.HIDDEN_SIDE_BETS) and base_bet not in self.side_bets:
            return self._bet_refusal(stack, ("why.not_shown", ""))
        stake = self.rules.stakes.get(base_bet)
        if stake is not None and cents > stake.cents:
            return self._bet_refusal(stack, ("why.fixed_stake", stake.article))
        return None

    def change_refusal(self, stack: Stack, cents: Cents) -> BetRefusal | None:  # noqa: ARG002
        """Return why a carried-over bet can't be changed to `cents`; None if it can."""
        return None

    def throw_refusal(self, bets: Collection[Stack]) -> Text | None:  # noqa: ARG002
        """Return why nothing may be thrown with these bets; None if it may."""
        return None

    def removal_refusal(self, stack: Stack, stacks_on_felt: Collection[Stack]) -> BetRefusal | None:  # noqa: ARG002
        """Return why a bet may not be taken off the felt before it has played; None if it may."""
        return None

    def is_working(self, stack: Stack) -> bool:  # noqa: ARG002
        """Return whether a bet was turned on for the rounds in which it is off by default."""
        return False

    def may_set_working(self, stack: Stack) -> bool:  # noqa: ARG002
        """Return whether a bet may be turned on or off."""
        return False

    def toggle_working(self, stack: Stack) -> None:  # noqa: ARG002
        """Turn a bet on for the rounds in which it is off, or off again. Raises Forbidden."""
        raise Forbidden("why.not_this_game", step="working")

    def withdraw(self, bet: Bet) -> Cents:
        """A bet was taken away; return the commission that the house takes of it."""
        self.carried.pop((bet.place, bet.bettor), None)
        return NO_CENTS

    def illegal_together(self, bets: Mapping[Stack, Cents]) -> dict[Stack, BetRefusal]:
        """Return the bets that are illegal together at the close, with the reasons."""
        illegal_bets: dict[Stack, BetRefusal] = {}
        for bettor_key in dict.fromkeys((place.spot, bettor) for place, bettor in bets):
            bettor_stacks = {
                place.on: (place, bettor)
                for place, bettor in bets
                if (place.spot, bettor) == bettor_key
            }
            laid_cents = {on: bets[stack] for on, stack in bettor_stacks.items()}
            clash_reasons = {**self._short_stakes(laid_cents), **self.clashing_bets(laid_cents)}
            illegal_bets |= {
                bettor_stacks[on]: self._bet_refusal(bettor_stacks[on], why)
                for on, why in clash_reasons.items()
            }
        return illegal_bets

    def _short_stakes(self, laid_cents: Mapping[str, Cents]) -> BetClashes:
        named_stakes = (
            (on, cents, self.rules.stakes.get(base_bet_name(on)))
            for on, cents in laid_cents.items()
        )
        return {
            on: ("why.fixed_stake", stake.article)
            for on, cents, stake in named_stakes
            if stake is not None and cents != stake.cents
        }

    def clashing_bets(self, laid_cents: Mapping[str, Cents]) -> BetClashes:  # noqa: ARG002
        """Return the bets of one bettor at one spot that clash with others, or lack another."""
        return {}

    def _indivisible(self, stack: Stack, cents: Cents) -> BetRefusal:
        amounts = {"laid_cents": cents, "least_cents": self.bet_step(stack[0].on)}
        article = next((line.article for line in self.paying_lines(stack[0].on)), "")
        return BetRefusal(Text("why.indivisible", {**place_values(stack[0]), **amounts}), article)

    def _bet_refusal(self, stack: Stack, key_and_article: tuple[str, str]) -> BetRefusal:
        (place, _), (key, article) = stack, key_and_article
        stake = self.rules.stakes.get(base_bet_name(place.on))
        cents = stake.cents if stake else NO_CENTS
        words = Text(key, {"spot": place.spot, "on": bet_words(place.on), "cents": cents})
        return BetRefusal(words, self.cited.cite("bets", article))
