"""The interface of a game to its table, and the behaviour that all games share."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from firmware.core.game.course import DEALER, Choice, Decision, bank_name
from firmware.core.game.limits import Refusal, Total
from firmware.core.game.options import CHIP, DEALS, LINK, LOT, settings
from firmware.core.game.pack import GameRules
from firmware.core.game.progressive import Lot
from firmware.core.game.settling import Settling
from firmware.core.game.traits import Traits
from firmware.core.game.wording import score_of
from firmware.core.vocabulary.cards import PACK, Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead, Drawn, ResultSeen, TicketAsked, TicketClaimed
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.money import NOMINAL, NOTHING, Cents, Rounding
from firmware.core.vocabulary.panel import Text, Ticket
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Bet, base_name, bet_name, named

Misfits = Mapping[str, tuple[str, str]]
"""By bet: the words and the article that are against it."""


class Due(Protocol):
    """The card that the rules want next."""

    @property
    def words(self) -> Text:
        """Whose hand it goes to."""
        ...

    @property
    def nth(self) -> int:
        """The how-manieth card of that hand, counted from 1."""
        ...

    @property
    def drawn(self) -> Drawn | None:
        """The name of that hand for a shoe that follows the game."""
        ...


class Game(Traits, Settling):
    """One game at one table, round after round: it receives bets, cards and decisions, in order.

    A game gives the card or decision it waits for (`due`, `choices`), the public cards and result
    (`cards`, `result`), and the settlement so far (`lines`, which only grow within a round).
    Between rounds it keeps only `memory`. A bet that a finished round leaves without a line is
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
        self.refusals: list[Text] = []
        """The reason for which a requested decision is refused."""
        self.finished = False
        self.voided = False

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

    @property
    def offers_lot(self) -> bool:
        """Whether this table shows a bet on the progressive lot (21.2, 67.21)."""
        return not self.side_bets.isdisjoint(self.HIDDEN_SIDE_BETS)

    @property
    def linked(self) -> bool:
        """Whether that lot is shared with other tables."""
        return self.offers_lot and bool(self.options[LINK])

    @property
    def in_turn(self) -> bool:
        """Whether two packs alternate, so that each round is dealt from one."""
        return False

    @property
    def shuffled_each_round(self) -> bool:
        """Whether no two rounds are dealt from a pack without a shuffle between them."""
        return self.BY_HAND or self.in_turn

    def canonical(self, on: str) -> str:
        """Return a place's name as in `BETS`, in any spelling."""
        return on

    @property
    def one_by_one(self) -> bool:
        """Whether cards are dealt singly, in rounds, and not by packets."""
        return bool(self.options["deal"] == DEALS[1])

    # before the cards

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

    # the round

    def open(self) -> None:
        """Begin a round: no bet but those that are carried over, no card."""
        if self.finished and not self.voided:
            self.carried = self.carries
        self.voided = False
        self.bets, self.lines, self.moves, self.refusals = {}, [], {}, []
        self.finished = False
        self.lot.open()

    def close(self, bets: Iterable[Bet]) -> None:
        """The bets of the round are these; each that is progressive adds to the lot."""
        self.bets = {(bet.place, bet.bettor): bet.cents for bet in bets}
        if self.HIDDEN_SIDE_BETS:
            self.lot.add(self.progressive(self.bets))

    def progressive(self, bets: Iterable[Stack]) -> int:
        """Return how many of these bets are on the lot."""
        return sum(base_name(place.on) in self.HIDDEN_SIDE_BETS for place, _ in bets)

    @property
    def carries(self) -> dict[Stack, Cents]:
        """The bets that this round has not settled."""
        settled = {(line.bet.place, line.bet.bettor) for line in self.lines}
        return {stack: cents for stack, cents in self.bets.items() if stack not in settled}

    def void(self) -> None:
        """The round is voided: nothing of the lot is paid, and no bet is carried over."""
        self.lot.won = NOTHING
        self.carried = {}
        self.voided = True

    @property
    def awaits_result(self) -> bool:
        """Whether an instrument's result is due."""
        return False

    @property
    def awaits_number(self) -> bool:
        """Whether a random number is due that the shell draws (48.1)."""
        return False

    def take_number(self, number: int) -> Decision:  # noqa: ARG002
        """Take a number that is due; return it as a decision. Raises Forbidden on any other."""
        raise Forbidden("why.no_result_due")

    def unknown(self, symbols: Symbols) -> Text | None:
        """Return why the instrument can't show this; None if it can."""
        raise NotImplementedError

    def impossible(self, seen: ResultSeen) -> Text | None:
        """Return why a result is impossible, for any bets; None if it is possible."""
        raise NotImplementedError

    def redeal(self) -> None:
        """Gather up the cards and deal again, with the same bets."""
        raise NotImplementedError

    def take_result(self, seen: ResultSeen) -> None:
        """Settle by a result that is due and possible."""
        raise NotImplementedError

    def take(self, event: CardRead) -> None:
        """Deal one card. Raises Forbidden if none is due."""
        raise NotImplementedError

    @property
    def due(self) -> Due | None:
        """The card that is due, if one is."""
        raise NotImplementedError

    @property
    def choices(self) -> Sequence[Choice]:
        """The open choices; the first one's spot is next."""
        return ()

    @property
    def asks(self) -> bool:
        """Return whether the choices are asked for; if not, the dealer turns to a spot himself."""
        return True

    def decide(self, decision: Decision) -> None:
        """Take one of `choices`, with chips that it allows. Raises Forbidden as `check` says."""
        raise NotImplementedError

    @property
    def may_pass(self) -> bool:
        """Whether the dealer may go on without an answer."""
        return False

    def pass_on(self) -> None:
        """Go on; a spot without an answer declines."""
        raise NotImplementedError

    @property
    def call(self) -> Text | None:
        """What the dealer must have announced while this is so: "assurance" (25), the bank."""
        return None

    @property
    def winner(self) -> str | None:
        """The result in the terms of a shoe that follows the game, if there is one."""
        return None

    @property
    def cards(self) -> Mapping[str, Sequence[Card]]:
        """The public cards, hand by hand."""
        raise NotImplementedError

    def lies_open(self, due: Due) -> bool:  # noqa: ARG002
        """Return whether a card that was due, and has come, lies face up."""
        return True

    @property
    def dealt(self) -> Mapping[str, int]:
        """The number of cards in each hand, public or not; never their faces."""
        return {hand: len(cards) for hand, cards in self.cards.items() if cards}

    def sell(self, asked: TicketAsked, *, seated: bool) -> Ticket:  # noqa: ARG002
        """Register a ticket of an existing spot. Raises Forbidden if it can't be played."""
        raise Forbidden("why.not_this_game", step="ticket")

    def claim(self, claimed: TicketClaimed) -> Cents:  # noqa: ARG002
        """Return the payment of a ticket. Raises Forbidden if there is none."""
        raise Forbidden("why.not_this_game", step="ticket")

    def result(self) -> Text:
        """Return the results so far in words, as the displays say them."""
        raise NotImplementedError

    def score(self, hand: str) -> Text | None:  # noqa: ARG002
        """Return what a player's hand in `cards` counts or makes, None if nothing is announced."""
        return None

    def scores(self) -> tuple[Text, ...]:
        """The players' scores that the dealer announces (11), if the result does not say them."""
        return tuple(score_of(hand, score) for hand, score in self._scored())

    @property
    def tally(self) -> Mapping[str, Text]:
        """What each hand counts or makes as far as its cards are public, by its name in `cards`."""
        if not self.finished:
            return {}
        return dict(self._scored())

    def _scored(self) -> Iterator[tuple[str, Text]]:
        held = (hand for hand, cards in self.cards.items() if cards and hand != "dealer")
        scored = ((hand, self.score(hand)) for hand in held)
        return ((hand, score) for hand, score in scored if score is not None)

    @property
    def results(self) -> Sequence[Text]:
        """The results so far; each is announced as it comes."""
        return (self.result(),) if self.finished else ()

    @property
    def settles_now(self) -> bool:
        """Whether what is settled so far is taken and paid before anything else is dealt."""
        return self.finished

    @property
    def at_stake(self) -> Sequence[Bet]:
        """The bets on the next result without chips on the felt: tickets."""
        return ()

    def told(self) -> tuple[Text, ...]:
        """Values of the game that are always displayed: the point, the draw on sale."""
        return ()

    def cards_told(self) -> tuple[Text, ...]:
        """Return the public cards in words, hand by hand."""
        named = {name: " ".join(c.name for c in cards) for name, cards in self.cards.items()}
        return tuple(
            Text("cards.hand", {"hand": bank_name(self.bank_spot), "card": cards})
            if name == "dealer"
            else Text("cards.spot", {"spot": name, "card": cards})
            for name, cards in named.items()
            if cards
        )
