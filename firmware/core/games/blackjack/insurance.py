"""Insurance at Blackjack (25): each bettor may answer until the next card or decision comes."""

from typing import Final, cast

from firmware.core.game.course import Came, Choice, Course, Decision, Stake, Steps, To, Wait
from firmware.core.games.blackjack.hand import Hand
from firmware.core.games.blackjack.shown import ShownHands
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text

ANSWERS: Final = (Key.INSURANCE, Key.NO_INSURANCE)


class Insurance(ShownHands):
    """The wait for a card or a decision, in which insurance may be taken."""

    def open(self) -> None:
        """Begin a round: nobody may take insurance yet."""
        super().open()
        self._uninsured: list[tuple[int, str | None]] = []
        """Who may still answer to "assurance" (25): the spot, the bettor."""

    @property
    def call(self) -> Text | None:
        """Article 25: "assurance", while somebody may still take it."""
        return Text("announce.insurance") if self._uninsured else None

    @property
    def _hidden(self) -> bool:
        """Whether the dealer's second card is face down."""
        return bool(self._uninsured) or super()._hidden

    def _wait_for(self, due: To | None = None, *choices: Choice) -> Steps[Came]:
        """Wait for a card or a decision; until it comes each bettor may take insurance, once (25).

        Returns None if only insurance was left to answer, or if all have answered and the dealer
        has a Blackjack already (22).
        """
        while self._uninsured or ((due or choices) and not self.dealer.is_blackjack):
            came = yield Wait(due, (*self._insurances(), *choices), passes=bool(self._uninsured))
            if isinstance(came, Decision) and came.do in ANSWERS:
                self._answer(came)
                continue
            self._uninsured.clear()
            if came is not None:
                return came
        return None

    def _draw(self, spot: int, hand: Hand) -> Course:
        card = yield from self._wait_for(next_of(spot, hand))
        self._give(spot, hand, cast("Card", card))

    def _give(self, spot: int, hand: Hand, card: Card) -> None:
        """Deal a card to a hand; a spot's `hands` hold all of its cards in their order."""
        hand.cards.append(card)
        self._lies = None
        self.hands.setdefault(spot, []).append(card)
        self.settle_side_bets(spot)

    def _insurance(self, spot: int, bettor: str | None) -> Cents:
        """Article 25 (1): half of the first stake; at multi-action half of the first hand's."""
        return self.rounding.given(self.laid(spot, self.MAINS[0], bettor) // 2)

    def _insurable(self, spot: int, *bettors: str | None) -> list[tuple[int, str | None]]:
        return [(spot, who) for who in bettors if self._insurance(spot, who)]

    def _answer(self, answer: Decision) -> None:
        """Article 16: players behind may follow the seated player when he insures."""
        spot, who = answer.spot, answer.choice.bettor
        self._uninsured.remove((spot, who))
        if answer.do is Key.INSURANCE and who is None:
            behind = dict.fromkeys(who for _, who in self.played[spot][0].stakes if who is not None)
            self._uninsured = [*self._insurable(spot, *behind), *self._uninsured]

    def _insurances(self) -> list[Choice]:
        answers = []
        for spot, who in self._uninsured:
            stake = Stake.just("insurance", self._insurance(spot, who))
            answers.append(Choice(spot, Key.INSURANCE, (stake,), bettor=who))
            answers.append(Choice(spot, Key.NO_INSURANCE, bettor=who))
        return answers

    def _settle_insurance(self) -> None:
        """Article 25, paragraphs 2 and 3."""
        for place, who in self.bets:
            if place.on == "insurance":
                bet = self.bet(place.spot, place.on, who)
                if self.dealer.is_blackjack:
                    self.pay(bet, "insurance")
                else:
                    self.lose(bet, "25")


def next_of(spot: int, hand: Hand) -> To:
    return To(spot, len(hand.cards) + 1, hand.number)
