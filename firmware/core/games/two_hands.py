"""Games in which each player sets his cards as two hands, against the bank's two.

The articles' "main forte" is the high hand here, the "main faible", of two cards, the low one.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course, Decision, Steps, an_answer
from firmware.core.game.pack import GameRules
from firmware.core.games.banked import Banked
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING
from firmware.core.vocabulary.panel import Text

Worth = TypeVar("Worth", bound=tuple[Any, ...])
"""The rank of a hand; a greater one wins."""


class TwoHands(Banked, CardGame, Generic[Worth]):
    """The bank's hand is turned up when the players' are set, theirs when they are compared."""

    LOST: str
    WRONG: str
    DRAWN: str
    GIVEN_UP: str
    """The articles of a lost bet, a wrong set, a tie, and a surrender."""

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.sets: dict[int, tuple[Worth, Worth] | None] = {}
        """The low and the high hand of every spot that has set and not surrendered them; None if
        they are wrongly set.
        """

    def open(self) -> None:
        """Begin a round: no hand is set."""
        super().open()
        self.sets = {}

    def set_and_compare(self) -> Course:
        """Each player sets his hands, then the bank its own; then they are compared."""
        yield from self._set_hands()
        yield from self._set_bank()
        for spot in sorted(self.sets.keys() - {DEALER}):
            self._settle(spot)

    @abstractmethod
    def rank(self, low: Sequence[Card], high: Sequence[Card]) -> tuple[Worth, Worth] | None:
        """Rank a low hand of two and the high one; None if they are wrongly set."""

    def _set_hands(self) -> Course:
        """Each player sets his hands or gives them up, in turn."""
        waiting = self.spots("main")
        while waiting:
            spot = waiting[0]
            setting = Choice(spot, Key.SET, picks=True, check=self._not_held)
            if (yield from self._answer(setting, Choice(spot, Key.SURRENDER))) == spot:
                waiting.remove(spot)

    def _set_bank(self) -> Course:
        """The bank's cards are turned; until its hands are set players may give up."""
        setting = Choice(DEALER, Key.SET, picks=True, check=self._wrong_for_the_bank)
        while any(self.sets.values()) and DEALER not in self.sets:
            self.shown = {DEALER}
            yield from self._answer(setting)
        self.shown |= self.sets.keys()

    def _answer(self, *asked: Choice) -> Steps[int]:
        """Take one of the choices, or the surrender of hands that are set; return its spot."""
        given_up = (Choice(spot, Key.SURRENDER) for spot in self.sets)
        answer = yield from an_answer(*asked, *given_up)
        if answer.do is Key.SET:
            self.sets[answer.spot] = self._ranked(answer)
        else:
            self.sets.pop(answer.spot, None)
            self.surrender(self.bet(answer.spot, "main"), NOTHING, self.GIVEN_UP)
        return answer.spot

    def _not_held(self, decision: Decision) -> Text | None:
        """Return why cards can't be laid: they are not among the spot's."""
        if Counter(decision.low) <= Counter(self.hands[decision.spot]):
            return None
        return Text("why.not_held", {"spot": decision.spot})

    def _wrong_for_the_bank(self, decision: Decision) -> Text | None:
        """The bank's hands are laid right or not at all."""
        not_held = self._not_held(decision)
        if not_held or self._ranked(decision):
            return not_held
        return Text("why.bank_wrong_set")

    def _ranked(self, decision: Decision) -> tuple[Worth, Worth] | None:
        """Rank both hands as set; None if the low hand has not two cards."""
        if len(decision.low) != 2:
            return None
        others = Counter(self.hands[decision.spot]) - Counter(decision.low)
        return self.rank(decision.low, list(others.elements()))

    def wins(self, own: tuple[Worth, Worth], bank: tuple[Worth, Worth]) -> tuple[bool, bool]:
        """Compare the low hand and the high one with the bank's."""
        return own[0] > bank[0], own[1] > bank[1]

    def _settle(self, spot: int) -> None:
        """A hand that equals the bank's is not won."""
        bet, own, bank = self.bet(spot, "main"), self.sets[spot], self.sets.get(DEALER)
        won = self.wins(own, bank) if own and bank else (False, False)
        if all(won):
            self.pay(bet, "main")
        elif any(won):
            self.push(bet, self.DRAWN)
        else:
            self.lose(bet, self.LOST if own else self.WRONG)

    def score(self, hand: str) -> Text | None:
        """Return the name of a player's high hand, or that his hands are wrongly set."""
        if int(hand) not in self.sets:
            return None
        own = self.sets[int(hand)]
        return self.hand_words(own[1]) if own else Text("score.wrong_set")

    def result(self) -> Text:
        """Return the bank's high hand, if it was set."""
        bank = self.sets.get(DEALER)
        if bank is None:
            return super().result()
        hand = {"hand": self.hand_words(bank[1])}
        return self.says("result.dealer_hand", "result.bank_hand", hand)

    @abstractmethod
    def hand_words(self, high: Worth) -> Text:
        """Return the name of a high hand."""
