"""Games in which each player sets his cards as a low and a high hand, against the bank's two.

The articles' "main forte" is the high hand, the "main faible", of two cards, the low one.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course, CourseSteps, Decision, next_decision
from firmware.core.game.pack import GameRules
from firmware.core.games.player_banked import PlayerBanked
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS
from firmware.core.vocabulary.panel import Text

HandWorth = TypeVar("HandWorth", bound=tuple[Any, ...])
"""The rank of a hand; a greater one wins."""


class LowAndHighHands(
    PlayerBanked,
    CardGame,
    Generic[HandWorth],
):
    """The bank's hand is turned up when the players' are set, theirs when they are compared."""

    LOST_ARTICLE: str
    WRONG_SET_ARTICLE: str
    TIE_ARTICLE: str
    SURRENDER_ARTICLE: str
    """The articles of a lost bet, a wrong set, a tie, and a surrender."""

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.hand_settings: dict[int, tuple[HandWorth, HandWorth] | None] = {}
        """The ranks of the low and the high hand of every spot that has set and not surrendered;
        None for a wrong set.
        """

    def open(self) -> None:
        """Begin a round: no hand is set."""
        super().open()
        self.hand_settings = {}

    def set_and_compare(self) -> Course:
        """Each player sets his hands, then the bank its own; then they are compared."""
        yield from self._set_hands()
        yield from self._set_bank()
        for spot in sorted(self.hand_settings.keys() - {DEALER}):
            self._settle_spot(spot)

    @abstractmethod
    def rank(
        self, low_hand: Sequence[Card], high_hand: Sequence[Card]
    ) -> tuple[HandWorth, HandWorth] | None:
        """Rank a low hand of two and the high one; None if they are wrongly set."""

    def _set_hands(self) -> Course:
        """Each player sets his hands or surrenders them, in turn."""
        waiting_spots = self.spots("main")
        while waiting_spots:
            spot = waiting_spots[0]
            set_choice = Choice(spot, Key.SET_LOW_HAND, names_cards=True, check=self._why_not_held)
            if (yield from self._take_answer(set_choice, Choice(spot, Key.SURRENDER))) == spot:
                waiting_spots.remove(spot)

    def _set_bank(self) -> Course:
        """The bank's cards are turned up; until its hands are set players may surrender."""
        set_choice = Choice(
            DEALER, Key.SET_LOW_HAND, names_cards=True, check=self._wrong_for_the_bank
        )
        # without a rightly set hand of a player there is nothing to compare
        while any(self.hand_settings.values()) and DEALER not in self.hand_settings:
            self.face_up_spots = {DEALER}
            yield from self._take_answer(set_choice)
        self.face_up_spots |= self.hand_settings.keys()

    def _take_answer(self, *open_choices: Choice) -> CourseSteps[int]:
        """Await one of the choices, or the surrender of hands already set; return its spot."""
        surrender_choices = (Choice(spot, Key.SURRENDER) for spot in self.hand_settings)
        decision = yield from next_decision(*open_choices, *surrender_choices)
        if decision.do is Key.SET_LOW_HAND:
            self.hand_settings[decision.spot] = self._rank_setting(decision)
        else:
            self.hand_settings.pop(decision.spot, None)
            self.surrender(self.bet(decision.spot, "main"), NO_CENTS, self.SURRENDER_ARTICLE)
        return decision.spot

    def _why_not_held(self, decision: Decision) -> Text | None:
        """Return the refusal of cards that are not among the spot's."""
        if Counter(decision.low_hand) <= Counter(self.hands[decision.spot]):
            return None
        return Text("why.not_held", {"spot": decision.spot})

    def _wrong_for_the_bank(self, decision: Decision) -> Text | None:
        """Return the refusal of a wrong set by the bank: unlike a player's it does not count."""
        reason_not_held = self._why_not_held(decision)
        if reason_not_held or self._rank_setting(decision):
            return reason_not_held
        return Text("why.bank_wrong_set")

    def _rank_setting(self, decision: Decision) -> tuple[HandWorth, HandWorth] | None:
        """Rank both hands as set; None if the low hand does not have two cards."""
        if len(decision.low_hand) != 2:
            return None
        # counted, since the tiles of a pair are equal
        high_cards = Counter(self.hands[decision.spot]) - Counter(decision.low_hand)
        return self.rank(decision.low_hand, list(high_cards.elements()))

    def beats(
        self, own_hands: tuple[HandWorth, HandWorth], bank_hands: tuple[HandWorth, HandWorth]
    ) -> tuple[bool, bool]:
        """Compare the low hand and the high one with the bank's."""
        return own_hands[0] > bank_hands[0], own_hands[1] > bank_hands[1]

    def _settle_spot(self, spot: int) -> None:
        """Settle a spot; a hand equal to the bank's is not won."""
        bet, own_hands, bank_hands = (
            self.bet(spot, "main"),
            self.hand_settings[spot],
            self.hand_settings.get(DEALER),
        )
        hands_won = (
            self.beats(own_hands, bank_hands) if own_hands and bank_hands else (False, False)
        )
        if all(hands_won):
            self.pay(bet, "main")
        elif any(hands_won):
            self.push(bet, self.TIE_ARTICLE)
        else:
            self.lose(bet, self.LOST_ARTICLE if own_hands else self.WRONG_SET_ARTICLE)

    def score(self, hand: str) -> Text | None:
        """Return the name of a player's high hand, or that his hands are wrongly set."""
        if int(hand) not in self.hand_settings:
            return None
        own_hands = self.hand_settings[int(hand)]
        return self.hand_text(own_hands[1]) if own_hands else Text("score.wrong_set")

    def result(self) -> Text:
        """Return the bank's high hand, if it was set."""
        bank_setting = self.hand_settings.get(DEALER)
        if bank_setting is None:
            return super().result()
        hand = {"hand": self.hand_text(bank_setting[1])}
        return self.bank_text("result.dealer_hand", "result.bank_hand", hand)

    @abstractmethod
    def hand_text(self, high_hand: HandWorth) -> Text:
        """Return the name of a high hand."""
