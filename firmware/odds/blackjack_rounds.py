"""Rounds of Blackjack, played by the game itself: open decisions, when the dealer draws, and the
profit of a hand against each result of the dealer. One example is played for each question, and
cached.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from firmware.core.game.course import DEALER, Choice, Decision, SpotCard
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.blackjack.hand import MAX_TOTAL
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL_STAKE
from firmware.core.vocabulary.places import Place
from firmware.odds.scripted_round import begin_round, bet_profit, play_round
from firmware.odds.shoe import (
    NO_CARDS,
    SINGLE_SUIT,
    SUIT_SEQUENCE,
    DealerPath,
    Hand,
    cards_of_values,
    hand_of_values,
    hand_total,
    is_soft,
    with_card,
)

SIX_VALUE, SEVEN_VALUE, EIGHT_VALUE, NINE_VALUE, TEN_VALUE = 5, 6, 7, 8, 9
"""Indices of card values."""
SUITED_CHANCE = Fraction(1, 16)
"""The probability that three cards of given different ranks are of one suit."""
DEALER_WITHOUT_ACE = (SIX_VALUE, SIX_VALUE)
"""Cards of the dealer against which every hand is played."""
LATER_DEALER_CARDS = (TEN_VALUE,) * 12
"""Cards for the dealer's later hands at Multi-Action."""


SpecialHand = Literal["", "sevens", "suited"]


class HandValue(NamedTuple):
    """The value of a finished hand of the player."""

    hand_total: int
    """All totals above 21 are equal."""
    is_blackjack: bool
    special_hand: SpecialHand
    """The special hand of 18.1, if the table offers them; "" for any other."""
    is_doubled: bool
    is_surrendered: bool = False


class DealtHand(NamedTuple):
    """A finished hand of the player: its cards in their order, and how it ended."""

    cards: tuple[int, ...]
    is_doubled: bool = False
    is_suited: bool = False
    is_surrendered: bool = False


class BlackjackRounds:
    """A game of one player with one bet on each of the dealer's hands.

    Profits are those of the bet on his first hand; if `dealer_draws_first` is given, the cards he
    draws to that hand, of the bet on his second one.
    """

    def __init__(self, game: Blackjack, dealer_draws_first: tuple[int, ...] = ()) -> None:
        self.game, self._dealer_draws_first = game, dealer_draws_first
        self._main_bets = [Bet(Place(1, main_name), NOMINAL_STAKE) for main_name in game.MAIN_BETS]
        self._known_draws: dict[tuple[int, bool], bool] = {}
        self._known_profits: dict[object, Fraction] = {}
        self._open_decisions: dict[tuple[tuple[int, ...], bool], frozenset[Key]] = {}

    # the dealer

    def dealer_paths(self, upcard: int) -> dict[Hand, DealerPath]:
        """Return the dealer's final hands after an upcard, by the cards he has drawn."""
        final_paths: dict[Hand, DealerPath] = {}
        frontier: dict[Hand, DealerPath] = {NO_CARDS: DealerPath((), 1, None)}
        while frontier:
            next_frontier: dict[Hand, DealerPath] = {}
            for drawn_cards, dealer_path in frontier.items():
                cards = (upcard, *dealer_path.cards)
                if len(cards) > 1 and not self.dealer_draws(cards):
                    final_paths[drawn_cards] = DealerPath(
                        cards, dealer_path.order_count, _count_cards(cards)
                    )
                    continue
                for value in range(len(drawn_cards)):
                    next_drawn = with_card(drawn_cards, value)
                    former_path = next_frontier.get(next_drawn)
                    order_count = dealer_path.order_count + (
                        former_path.order_count if former_path else 0
                    )
                    next_frontier[next_drawn] = DealerPath(
                        (*dealer_path.cards, value), order_count, None
                    )
            frontier = next_frontier
        return final_paths

    def dealer_draws(self, cards: tuple[int, ...]) -> bool:
        """Return whether the dealer draws to these cards (26)."""
        dealer_hand = hand_of_values(cards)
        total_and_softness = hand_total(dealer_hand), is_soft(dealer_hand)
        # the rule depends on total and softness alone (26), so one example decides
        if total_and_softness not in self._known_draws:
            # 19 stands, and never busts: the dealer must play
            self._play_to(DealtHand((TEN_VALUE, NINE_VALUE)), cards)
            due_card = self.game.due
            is_drawing = (
                not self.game.finished
                and isinstance(due_card, SpotCard)
                and due_card.nth == len(cards) + 1
            )
            self._known_draws[total_and_softness] = is_drawing
        return self._known_draws[total_and_softness]

    def _play_to(self, dealt_hand: DealtHand, dealer_cards: Sequence[int]) -> None:
        """Play until the dealer has these cards."""
        cards_left = {
            1: iter(cards_of_values(dealt_hand.cards)),
            DEALER: iter(cards_of_values(dealer_cards)),
        }
        begin_round(self.game, self._main_bets)
        while not self.game.finished:
            if self.game.choices:
                self.game.decide(_answer_as_planned(self.game.choices, {}))
            elif isinstance(due_card := self.game.due, SpotCard):
                card = next(cards_left[due_card.spot], None)
                if card is None:
                    return
                self.game.take(CardRead(card))

    # the player

    def open_decisions(self, cards: tuple[int, ...], *, is_split: bool) -> frozenset[Key]:
        """Return the open decisions for a hand of two dealt and further drawn cards, or of
        a split.
        """
        cards_and_split = cards, is_split
        if cards_and_split not in self._open_decisions:
            self._open_decisions[cards_and_split] = self._find_open_decisions(
                cards, is_split=is_split
            )
        return self._open_decisions[cards_and_split]

    def _find_open_decisions(self, cards: tuple[int, ...], *, is_split: bool) -> frozenset[Key]:
        cards_with_pair = (cards[0], cards[0], *cards[1:]) if is_split else cards
        decision_plan = _plan_decisions(DealtHand(cards), is_split=is_split)
        cards_left = {
            1: iter(cards_of_values(cards_with_pair)),
            DEALER: iter(cards_of_values(DEALER_WITHOUT_ACE)),
        }
        begin_round(self.game, self._main_bets)
        while True:
            own_choices = [
                choice for choice in self.game.choices if choice.do is not Key.NO_INSURANCE
            ]
            hand_number = own_choices[0].hand if own_choices else None
            if own_choices and not decision_plan.get(hand_number):
                is_first_hand = hand_number in (None, 1)
                return (
                    frozenset(choice.do for choice in own_choices) if is_first_hand else frozenset()
                )
            if own_choices:
                self.game.decide(_answer_as_planned(own_choices, decision_plan))
                continue
            due_card = self.game.due
            card = next(cards_left[due_card.spot], None) if isinstance(due_card, SpotCard) else None
            if card is None:
                return frozenset()
            self.game.take(CardRead(card))

    def value_hand(self, dealt_hand: DealtHand, *, is_split: bool) -> HandValue:
        """Return the value of a finished hand."""
        hand_total, is_blackjack = _count_cards(dealt_hand.cards)
        return HandValue(
            hand_total,
            is_blackjack and not is_split,
            self._special_hand(dealt_hand, is_split=is_split),
            dealt_hand.is_doubled,
            dealt_hand.is_surrendered,
        )

    def may_be_suited(self, dealt_hand: DealtHand, *, is_split: bool) -> bool:
        """Return whether a hand would be a special hand if it were of one suit (18.1)."""
        return (
            self._special_hand(dealt_hand._replace(is_suited=True), is_split=is_split) == "suited"
        )

    def _special_hand(self, dealt_hand: DealtHand, *, is_split: bool) -> SpecialHand:
        if is_split or not self.game.options["special_hands"]:
            return ""
        cards = hand_of_values(dealt_hand.cards)
        if cards == hand_of_values((SEVEN_VALUE,) * 3):
            return "sevens"
        return (
            "suited"
            if dealt_hand.is_suited
            and cards == hand_of_values((SIX_VALUE, SEVEN_VALUE, EIGHT_VALUE))
            else ""
        )

    def profit(
        self, hands: Sequence[tuple[HandValue, DealtHand]], dealer_path: DealerPath
    ) -> Fraction:
        """Return the profit of a spot's hands together, in units of the first stake, against the
        dealer's hand.
        """
        values_and_result = tuple(hand_value for hand_value, _ in hands), dealer_path.dealer_result
        if values_and_result not in self._known_profits:
            dealt_hands = [dealt_hand for _, dealt_hand in hands]
            self._known_profits[values_and_result] = self._play_hands(
                dealt_hands, dealer_path.cards
            )
        return self._known_profits[values_and_result]

    def _play_hands(self, hands: Sequence[DealtHand], dealer_cards: tuple[int, ...]) -> Fraction:
        is_split, (first_hand, *further_hands) = len(hands) > 1, hands
        decision_plans = _plan_decisions(first_hand, is_split=is_split)
        cards = list(first_hand.cards)
        if is_split:
            # a pair is dealt: its second card begins the second hand
            cards[1:1] = [cards[0]]
            cards += further_hands[0].cards[1:]
            decision_plans[2] = _plan_decisions(further_hands[0], is_split=True)[1]
        own_cards = cards_of_values(cards, SINGLE_SUIT if first_hand.is_suited else SUIT_SEQUENCE)
        upcard, *dealer_drawn = dealer_cards
        dealt_cards = {
            1: own_cards,
            DEALER: cards_of_values(
                (upcard, *self._dealer_draws_first, *dealer_drawn, *LATER_DEALER_CARDS)
            ),
        }
        settled_lines = play_round(
            self.game,
            self._main_bets,
            dealt_cards,
            lambda choices: _answer_as_planned(choices, decision_plans),
        )
        main_name = self.game.MAIN_BETS[1 if self._dealer_draws_first else 0]
        return bet_profit(settled_lines, [main_name], NOMINAL_STAKE)

    def insurance_gain(self, value: int) -> Fraction:
        """Return the profit of insurance if the dealer draws this value to his ace."""

        def choose_insurance(choices: Sequence[Choice]) -> Decision:
            choice_by_key = {choice.do: choice for choice in choices}
            insurance_choice = choice_by_key.get(Key.INSURANCE) or choice_by_key[Key.STAND]
            return Decision(
                insurance_choice, {stake.on: stake.most for stake in insurance_choice.stakes}
            )

        dealt_cards = {
            1: cards_of_values((TEN_VALUE, NINE_VALUE)),
            DEALER: cards_of_values((0, value, *LATER_DEALER_CARDS)),
        }
        settled_lines = play_round(self.game, self._main_bets, dealt_cards, choose_insurance)
        stake = next(
            insurance_line.bet.cents
            for insurance_line in settled_lines
            if insurance_line.bet.place.on == "insurance"
        )
        return bet_profit(settled_lines, ["insurance"], stake)


DecisionPlan = dict[int | None, list[Key]]
"""By hand number: the decisions in order; after them the player stands."""


def _plan_decisions(dealt_hand: DealtHand, *, is_split: bool) -> DecisionPlan:
    drawn_count = len(dealt_hand.cards) - 2
    drawing_keys = [Key.HIT] * (drawn_count - dealt_hand.is_doubled)
    drawing_keys += [Key.DOUBLE] * dealt_hand.is_doubled
    drawing_keys += [Key.SURRENDER] * dealt_hand.is_surrendered
    return {None: [Key.SPLIT], 1: drawing_keys} if is_split else {None: drawing_keys}


def _answer_as_planned(choices: Sequence[Choice], decision_plan: DecisionPlan) -> Decision:
    """Return the planned decision; insurance is declined."""
    choice_by_key = {choice.do: choice for choice in choices}
    if Key.NO_INSURANCE in choice_by_key:
        return Decision(choice_by_key[Key.NO_INSURANCE])
    planned_keys = decision_plan.get(choices[0].hand)
    choice = choice_by_key[planned_keys.pop(0) if planned_keys else Key.STAND]
    return Decision(choice, {stake.on: stake.most for stake in choice.stakes})


def _count_cards(cards: Sequence[int]) -> tuple[int, bool]:
    """Return the total, with all totals above 21 equal, and whether it is a two-card 21."""
    counted_hand = hand_of_values(cards)
    total_points = min(hand_total(counted_hand), MAX_TOTAL + 1)
    return total_points, total_points == MAX_TOTAL and len(cards) == 2
