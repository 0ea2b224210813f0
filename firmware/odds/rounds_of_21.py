"""Rounds of Blackjack, played by the game itself: what it lets a hand do, when the dealer draws,
and what a hand brings against each result of the dealer's. Each is asked once of one example.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from firmware.core.game.course import DEALER, Choice, Decision, To
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.blackjack.hand import MOST
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet
from firmware.odds.played import begin, played, profit
from firmware.odds.shoe import (
    NO_CARDS,
    ONE_SUIT,
    SUITS_IN_TURN,
    Hand,
    Path,
    cards_of,
    of_values,
    soft,
    total,
    with_card,
)

SIX, SEVEN, EIGHT, NINE, TEN = 5, 6, 7, 8, 9
"""Places of values."""
SUITED = Fraction(1, 16)
"""How probable three cards of different ranks are of one suit, whatever else is known by ranks."""
NO_ACE = (SIX, SIX)
"""Cards of the dealer's upon which every hand is played."""
LATER = (TEN,) * 12
"""Cards for the dealer's hands after the first one of multi-action."""


Special = Literal["", "sevens", "suited"]


class Made(NamedTuple):
    """What a hand of the player's counts as when it is finished."""

    total: int
    """Every total above 21 is one."""
    blackjack: bool
    special: Special
    """The hand of 18.1 that it is, if the table shows these and it is one."""
    doubled: bool


class Dealt(NamedTuple):
    """A finished hand of the player's: its cards as they came, and whether it was doubled."""

    cards: tuple[int, ...]
    doubled: bool = False
    suited: bool = False


class Rounds:
    """A game of one player, with one bet on each of the dealer's hands.

    Profits are those of the bet on his first hand; if `first` has what he draws to that, of the bet
    on his second one.
    """

    def __init__(self, game: Blackjack, first: tuple[int, ...] = ()) -> None:
        self.game, self._first = game, first
        self._bets = [Bet(Place(1, on), NOMINAL) for on in game.MAINS]
        self._draws: dict[tuple[int, bool], bool] = {}
        self._profits: dict[object, Fraction] = {}
        self._open: dict[tuple[tuple[int, ...], bool], frozenset[Key]] = {}

    # the dealer

    def dealers(self, upcard: int) -> dict[Hand, Path]:
        """Return the dealer's final hands upon a card, by what he has drawn to it."""
        found: dict[Hand, Path] = {}
        ahead: dict[Hand, Path] = {NO_CARDS: Path((), 1, None)}
        while ahead:
            later: dict[Hand, Path] = {}
            for drawn, path in ahead.items():
                cards = (upcard, *path.cards)
                if len(cards) > 1 and not self.dealer_draws(cards):
                    found[drawn] = Path(cards, path.orders, _made(cards))
                    continue
                for value in range(len(drawn)):
                    then = with_card(drawn, value)
                    before = later.get(then)
                    orders = path.orders + (before.orders if before else 0)
                    later[then] = Path((*path.cards, value), orders, None)
            ahead = later
        return found

    def dealer_draws(self, cards: tuple[int, ...]) -> bool:
        """Return whether the dealer draws to these cards (26)."""
        hand = of_values(cards)
        known = total(hand), soft(hand)
        if known not in self._draws:
            self._lead(Dealt((TEN, NINE)), cards)
            due = self.game.due
            draws = not self.game.finished and isinstance(due, To) and due.nth == len(cards) + 1
            self._draws[known] = draws
        return self._draws[known]

    def _lead(self, hand: Dealt, dealers: Sequence[int]) -> None:
        """Play until the dealer has these cards."""
        left = {1: iter(cards_of(hand.cards)), DEALER: iter(cards_of(dealers))}
        begin(self.game, self._bets)
        while not self.game.finished:
            if self.game.choices:
                self.game.decide(_answer(self.game.choices, {}))
            elif isinstance(due := self.game.due, To):
                card = next(left[due.spot], None)
                if card is None:
                    return
                self.game.take(CardRead(card))

    # the player

    def open_to(self, cards: tuple[int, ...], *, split: bool) -> frozenset[Key]:
        """Return the decisions that are open to a hand of these cards, the first two of them dealt
        and the others drawn; or drawn to a card that was split off.
        """
        asked = cards, split
        if asked not in self._open:
            self._open[asked] = self._opened(cards, split=split)
        return self._open[asked]

    def _opened(self, cards: tuple[int, ...], *, split: bool) -> frozenset[Key]:
        pair = (cards[0], cards[0], *cards[1:]) if split else cards
        plan = _plan(Dealt(cards), split=split)
        left = {1: iter(cards_of(pair)), DEALER: iter(cards_of(NO_ACE))}
        begin(self.game, self._bets)
        while True:
            own = [choice for choice in self.game.choices if choice.do is not Key.NO_INSURANCE]
            number = own[0].hand if own else None
            if own and not plan.get(number):
                there = number in (None, 1)
                return frozenset(choice.do for choice in own) if there else frozenset()
            if own:
                self.game.decide(_answer(own, plan))
                continue
            due = self.game.due
            card = next(left[due.spot], None) if isinstance(due, To) else None
            if card is None:
                return frozenset()
            self.game.take(CardRead(card))

    def made(self, hand: Dealt, *, split: bool) -> Made:
        """Return what a finished hand counts as."""
        worth, blackjack = _made(hand.cards)
        return Made(worth, blackjack and not split, self._special(hand, split=split), hand.doubled)

    def may_be_suited(self, hand: Dealt, *, split: bool) -> bool:
        """Return whether a hand would win by itself if it were of one suit (18.1)."""
        return self._special(hand._replace(suited=True), split=split) == "suited"

    def _special(self, hand: Dealt, *, split: bool) -> Special:
        if split or not self.game.options["special_hands"]:
            return ""
        cards = of_values(hand.cards)
        if cards == of_values((SEVEN,) * 3):
            return "sevens"
        return "suited" if hand.suited and cards == of_values((SIX, SEVEN, EIGHT)) else ""

    def profit(self, hands: Sequence[tuple[Made, Dealt]], dealers: Path) -> Fraction:
        """Return what the hands of a spot bring together, in units of the first stake; `dealers`
        has the cards that the dealer has from his first one.
        """
        asked = tuple(made for made, _ in hands), dealers.result
        if asked not in self._profits:
            dealt = [hand for _, hand in hands]
            self._profits[asked] = self._played(dealt, dealers.cards)
        return self._profits[asked]

    def _played(self, hands: Sequence[Dealt], dealers: tuple[int, ...]) -> Fraction:
        split, (first, *others) = len(hands) > 1, hands
        plans = _plan(first, split=split)
        cards = list(first.cards)
        if split:
            cards[1:1] = [cards[0]]
            cards += others[0].cards[1:]
            plans[2] = _plan(others[0], split=True)[1]
        own = cards_of(cards, ONE_SUIT if first.suited else SUITS_IN_TURN)
        upcard, *drawn = dealers
        given = {1: own, DEALER: cards_of((upcard, *self._first, *drawn, *LATER))}
        lines = played(self.game, self._bets, given, lambda choices: _answer(choices, plans))
        on = self.game.MAINS[1 if self._first else 0]
        return profit(lines, [on], NOMINAL)

    def insured(self, value: int) -> Fraction:
        """Return what insurance brings if the dealer draws this to his ace."""

        def insure(choices: Sequence[Choice]) -> Decision:
            keys = {choice.do: choice for choice in choices}
            taken = keys.get(Key.INSURANCE) or keys[Key.STAND]
            return Decision(taken, {stake.on: stake.most for stake in taken.stakes})

        given = {1: cards_of((TEN, NINE)), DEALER: cards_of((0, value, *LATER))}
        lines = played(self.game, self._bets, given, insure)
        stake = next(line.bet.cents for line in lines if line.bet.place.on == "insurance")
        return profit(lines, ["insurance"], stake)


Plan = dict[int | None, list[Key]]
"""By the number of a hand: what is decided in turn; then it stands."""


def _plan(hand: Dealt, *, split: bool) -> Plan:
    drawn = len(hand.cards) - 2
    keys = [Key.HIT] * (drawn - hand.doubled) + [Key.DOUBLE] * hand.doubled
    return {None: [Key.SPLIT], 1: keys} if split else {None: keys}


def _answer(choices: Sequence[Choice], plan: Plan) -> Decision:
    """Decide as planned; insurance is declined."""
    keys = {choice.do: choice for choice in choices}
    if Key.NO_INSURANCE in keys:
        return Decision(keys[Key.NO_INSURANCE])
    planned = plan.get(choices[0].hand)
    choice = keys[planned.pop(0) if planned else Key.STAND]
    return Decision(choice, {stake.on: stake.most for stake in choice.stakes})


def _made(cards: Sequence[int]) -> tuple[int, bool]:
    """Return the total of cards, every one above 21 as one, and whether two of them make it."""
    hand = of_values(cards)
    worth = min(total(hand), MOST + 1)
    return worth, worth == MOST and len(cards) == 2
