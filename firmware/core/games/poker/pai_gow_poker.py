"""Pai gow poker, articles 38 to 53: seven cards, set as a hand of five and a hand of two."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from firmware.core.game.course import (
    DEALER,
    Choice,
    Course,
    CourseInput,
    CourseSteps,
    CourseWait,
    Decision,
    SpotCard,
)
from firmware.core.game.pack import GameRules
from firmware.core.game.wagers import BetClashes
from firmware.core.games.low_and_high_hands import LowAndHighHands
from firmware.core.ranks import COMBINATION_KEYS, Rank, is_low_above_high, pai_gow_high, pai_gow_low
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text

POSITIONS: Final = (1, 2, 3, 4, 5, 6, DEALER)
"""Articles 42 and 49: every spot is dealt to, bet or none; the dealer's is the seventh (48.1)."""

CARD_VALUES: Final[Mapping[str, int]] = {
    card_rank: min(rank_place, 10) for rank_place, card_rank in enumerate("A23456789TJQK", 1)
}
"""Article 48: the ace counts 1, figures 10."""

MIDDLE_TOTAL: Final = 26
"""Article 48: the four remaining cards are bet to total this, less, or more."""


def card_value(card: Card) -> int:
    """Article 48; the joker counts 1."""
    return 1 if card is JOKER_CARD else CARD_VALUES[card.rank]


class PaiGowPoker(LowAndHighHands[Rank]):
    """One table's game of Pai gow poker."""

    BETS = (
        *("main", "remaining_under_26", "remaining_26", "remaining_over_26"),
        *(f"lucky:{number}" for number in range(1, len(POSITIONS) + 1)),
    )
    SIDE_BETS = ("remaining_under_26", "remaining_26", "remaining_over_26", "lucky")
    MOST_SEATS = len(POSITIONS) - 1
    SOLE_BETTOR_ARTICLE = "42"
    HAND_SHUFFLED = True
    DECISIONS = (Key.SET_LOW_HAND, Key.SURRENDER, Key.REQUEST_NUMBER, Key.TAKE_BANK)
    BETS_WITH_ODDS = ("main", *SIDE_BETS)
    OWN_OPTIONS = MappingProxyType({"generator": ("system", "keyed")})
    """Article 48.1: the number is this system's own, or that of a generator at the table."""
    LOST_ARTICLE, WRONG_SET_ARTICLE, TIE_ARTICLE, SURRENDER_ARTICLE = "44", "44", "45", "52"

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.pack = (*FULL_PACK, JOKER_CARD)
        """Article 38."""

    def clashing_bets(self, laid_amounts: Mapping[str, Cents]) -> BetClashes:
        """Articles 48 and 48.1: side bets need a main bet."""
        if "main" in laid_amounts:
            return {}
        return {
            bet_name: ("why.main_missing", self.rules.pays[base_bet_name(bet_name)].article)
            for bet_name in laid_amounts
        }

    def play_round(self) -> Course:
        """Deal (49), set the hands (50), compare them (52), settle the remaining cards (48)."""
        yield from self._deal_seven()
        yield from self.set_and_compare()
        self._settle_remaining()

    # the deal

    @property
    def awaits_number(self) -> bool:
        """Whether this system draws the number, and has not yet."""
        return self._draws_number and any(
            choice.do is Key.REQUEST_NUMBER for choice in self._awaiting.choices
        )

    @property
    def _draws_number(self) -> bool:
        return bool(self.options["generator"] == "system")

    @property
    def choices(self) -> Sequence[Choice]:
        """The number is not keyed if this system draws it."""
        choices = super().choices
        return (
            [choice for choice in choices if choice.do is not Key.REQUEST_NUMBER]
            if self._draws_number
            else choices
        )

    def take_number(self, number: int) -> Decision:
        """Begin the deal at the position drawn."""
        if not (self.awaits_number and 0 < number <= len(POSITIONS)):
            return super().take_number(number)
        # a drawn number takes the same path as a keyed one
        number_decision = Decision(Choice(POSITIONS[number - 1], Key.REQUEST_NUMBER))
        self.decide(number_decision)
        return number_decision

    def _deal_seven(self) -> Course:
        """Article 49: to every spot and the dealer, from the first or from the number drawn."""
        received = yield from self._number_or_card()
        first_position = POSITIONS.index(received.spot) if isinstance(received, Decision) else 0
        dealing_order = self.dealing_order(
            *POSITIONS[first_position:], *POSITIONS[:first_position], cards=7
        )
        if isinstance(received, Card):
            self.hands[dealing_order.pop(0)] = [received]
        for spot in dealing_order:
            yield from self.deal_card_to(spot)

    def _number_or_card(self) -> CourseSteps[CourseInput]:
        """Article 48.1: a number decides the first position. It is needed if a bet is on one, and
        where this system draws it for the table's bets.
        """
        lucky_bets = list(self._bets_named("lucky"))
        is_offered = "lucky" in self.side_bets or not self._draws_number
        number_choices = (
            [Choice(spot, Key.REQUEST_NUMBER) for spot in POSITIONS] if is_offered else []
        )
        # a card is due at once only if no number decides the deal
        due_card = (
            None if lucky_bets or (is_offered and self._draws_number) else SpotCard(POSITIONS[0], 1)
        )
        received = yield CourseWait(due_card, number_choices)
        if isinstance(received, Decision):
            drawn_position = POSITIONS.index(received.spot) + 1
            self._settle_side(
                {bet: bet.place.on == f"lucky:{drawn_position}" for bet in lucky_bets}
            )
        return received

    def _bets_named(self, *bet_names: str) -> Iterator[Bet]:
        for (place, bettor), amount_cents in self.bets.items():
            if base_bet_name(place.on) in bet_names:
                yield Bet(place, amount_cents, bettor)

    def _settle_remaining(self) -> None:
        """Article 48: the remaining cards follow from those that were dealt."""
        remaining_total = sum(map(card_value, set(self.pack).difference(*self.hands.values())))
        outcome_by_name = {
            "remaining_under_26": remaining_total < MIDDLE_TOTAL,
            "remaining_26": remaining_total == MIDDLE_TOTAL,
            "remaining_over_26": remaining_total > MIDDLE_TOTAL,
        }
        self._settle_side(
            {bet: outcome_by_name[bet.place.on] for bet in self._bets_named(*outcome_by_name)}
        )

    def _settle_side(self, is_won_by_bet: Mapping[Bet, bool]) -> None:
        for bet, is_won in is_won_by_bet.items():
            bet_name = base_bet_name(bet.place.on)
            if is_won:
                self.pay(bet, bet_name)
            else:
                self.lose(bet, self.rules.pays[bet_name].article)

    # the hands

    def rank(self, low_hand: Sequence[Card], high_hand: Sequence[Card]) -> tuple[Rank, Rank] | None:
        """Article 44 (3): the high hand is at least equal to the low one."""
        low_and_high = pai_gow_low(low_hand), pai_gow_high(high_hand)
        return None if is_low_above_high(*low_and_high) else low_and_high

    def hand_text(self, high_hand: Rank) -> Text:
        """Return the name of a high hand."""
        return Text(COMBINATION_KEYS[high_hand.combination])


GAME = PaiGowPoker
