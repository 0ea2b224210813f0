"""Insurance at Blackjack (25): each bettor may answer until the next card or decision comes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, cast

from firmware.core.game.course import (
    Choice,
    Course,
    CourseInput,
    CourseSteps,
    CourseWait,
    Decision,
    DecisionStake,
    SpotCard,
)
from firmware.core.games.blackjack.hand import BlackjackHand
from firmware.core.games.blackjack.switches import INSURANCE_FOR_LESS
from firmware.core.games.blackjack.visible_hands import VisibleHands
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import HALF, Cents, Odds
from firmware.core.vocabulary.panel import Text

ANSWERS: Final = (Key.INSURANCE, Key.NO_INSURANCE)


class Insurance(VisibleHands):
    """The wait for a card or a decision, in which insurance may be taken."""

    STAKES_BY_MAIN: Mapping[str, Mapping[str, Odds]] = MappingProxyType(
        {"main": {"insurance": HALF}}
    )
    """Article 25 (1)."""

    def open(self) -> None:
        """Begin a round: insurance is not offered yet."""
        super().open()
        self._uninsured: list[tuple[int, str | None]] = []
        """The bettors who may still take insurance (25): spot and bettor."""

    @property
    def current_call(self) -> Text | None:
        """Article 25: "assurance", while a bettor may still take it."""
        return Text("announce.insurance") if self._uninsured else None

    @property
    def _is_hole_card_hidden(self) -> bool:
        """Whether the dealer's second card is face down."""
        return bool(self._uninsured) or super()._is_hole_card_hidden

    def _wait_for(
        self, due_card: SpotCard | None = None, *choices: Choice
    ) -> CourseSteps[CourseInput]:
        """Wait for a card or a decision; until then each bettor may take insurance, once (25).

        Returns None if only insurance was left to answer, or if all have answered and the dealer
        has a Blackjack already (22).
        """
        while self._uninsured or ((due_card or choices) and not self.dealer_hand.is_blackjack):
            received = yield CourseWait(
                due_card, (*self._insurances(), *choices), may_pass=bool(self._uninsured)
            )
            if isinstance(received, Decision) and received.do in ANSWERS:
                self._take_answer(received)
                continue
            # a card or another decision ends the offer for every bettor (25)
            self._uninsured.clear()
            if received is not None:
                return received
        return None

    def _draw_card(self, spot: int, hand: BlackjackHand) -> Course:
        card = yield from self._wait_for(card_due_to(spot, hand))
        self._give_card(spot, hand, cast("Card", card))

    def _give_card(self, spot: int, hand: BlackjackHand, card: Card) -> None:
        """Deal a card to a hand; `hands` has all cards of a spot in their order."""
        hand.cards.append(card)
        self._previous_dealer_hand = None
        self.hands.setdefault(spot, []).append(card)
        self.settle_side_bets(spot)

    def _insurance(self, spot: int, bettor: str | None) -> Cents:
        """Article 25 (1): half of the first stake; at multi-action half of the first hand's."""
        return self.stake_by(self.bet(spot, self.MAIN_BETS[0], bettor), "insurance")

    def _insurable(self, spot: int, *bettors: str | None) -> list[tuple[int, str | None]]:
        return [(spot, bettor) for bettor in bettors if self._insurance(spot, bettor)]

    def _take_answer(self, decision: Decision) -> None:
        """Article 16: players behind may follow the seated player when he insures."""
        spot, bettor = decision.spot, decision.choice.bettor
        self._uninsured.remove((spot, bettor))
        if decision.do is Key.INSURANCE and bettor is None:
            bettors_behind = dict.fromkeys(
                bettor for _, bettor in self.hands_by_spot[spot][0].stakes if bettor is not None
            )
            # in front, so that players behind answer right after the seated one
            self._uninsured = [*self._insurable(spot, *bettors_behind), *self._uninsured]

    def _insurances(self) -> list[Choice]:
        answers = []
        for spot, bettor in self._uninsured:
            stake = self._insurance_stake(self._insurance(spot, bettor))
            answers.append(Choice(spot, Key.INSURANCE, (stake,), bettor=bettor))
            answers.append(Choice(spot, Key.NO_INSURANCE, bettor=bettor))
        return answers

    def _insurance_stake(self, half: Cents) -> DecisionStake:
        """Article 25 (1): half of the first stake; at a house that has it so, also less."""
        if self.options[INSURANCE_FOR_LESS]:
            return self.free_stake("insurance", Cents(1), half)
        return DecisionStake.exactly("insurance", half)

    def _settle_insurance(self) -> None:
        """Article 25, paragraphs 2 and 3."""
        for place, bettor in self.bets:
            if place.on == "insurance":
                bet = self.bet(place.spot, place.on, bettor)
                if self.dealer_hand.is_blackjack:
                    self.pay(bet, "insurance")
                else:
                    self.lose(bet, "25")


def card_due_to(spot: int, hand: BlackjackHand) -> SpotCard:
    return SpotCard(spot, len(hand.cards) + 1, hand.hand_number)
