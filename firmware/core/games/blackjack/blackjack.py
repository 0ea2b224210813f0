"""Blackjack, articles 13 to 26.1: each hand against the dealer's, 21 or less."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

from firmware.core.game.conditions import FactKind, Facts
from firmware.core.game.course import DEALER, Course, CourseSteps, Decision
from firmware.core.game.limits import BetRefusal
from firmware.core.game.pack import GameRules
from firmware.core.game.traits import card_names
from firmware.core.game.wagers import BetClashes
from firmware.core.games.blackjack.dealer_facts import (
    DEALER_FACTS,
    dealer_facts,
    must_draw,
    possible_dealer_facts,
)
from firmware.core.games.blackjack.hand import BlackjackHand
from firmware.core.games.blackjack.hand_choices import HandChoices, hand_choice
from firmware.core.games.blackjack.insurance import ANSWERS, card_due_to
from firmware.core.games.blackjack.side_bets import SIDE_BET_LINES, SPECIAL, SideBets
from firmware.core.games.blackjack.switches import (
    DOUBLES,
    EARLY,
    INSURANCE_FOR_LESS,
    NO_SURRENDER,
    SPLIT_HANDS,
    SURRENDER,
    SWITCHES,
)
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack

FALSE_OR_TRUE: Final = (False, True)


class Blackjack(HandChoices):
    """One table's game of Blackjack, round after round."""

    BETS: Sequence[str] = ("main", "insurance", *SideBets.SIDE_BET_NAMES)
    DECISION_PLACES = ("insurance",)
    CLOSES_ON_FIRST_CARD = True
    """Article 17: bets are made before the first card."""
    CARD_NAMES = card_names(spot=7, dealer=7)
    ALWAYS_DEALT = card_names(spot=2, dealer=1)
    FACTS: Mapping[str, FactKind] = DEALER_FACTS
    AMENDED_BY_FACTS = False
    LIMITED_TOGETHER = "16"
    DECISIONS = (Key.HIT, Key.STAND, Key.DOUBLE, Key.SPLIT, Key.SURRENDER, *ANSWERS)
    BETS_WITH_ODDS = ("main", "insurance")
    PAY_TABLES = MappingProxyType(
        {"main": ("blackjack", *(table_line.name for table_line in SPECIAL))}
        | {table: tuple(line.name for line in lines) for table, lines in SIDE_BET_LINES.items()}
    )
    OWN_OPTIONS: Mapping[str, Sequence[object]] = MappingProxyType(
        {
            **dict.fromkeys(("hole_card", "stand_all_17", "special_hands"), FALSE_OR_TRUE),
            **dict.fromkeys(("double_any", "resplit", "double_after_split"), FALSE_OR_TRUE),
            **SideBets.OWN_OPTIONS,
        }
    )
    SWITCHES = SWITCHES
    REPLACED_BY = MappingProxyType({"double_any": DOUBLES, "resplit": SPLIT_HANDS})

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        if self.options[SURRENDER] != NO_SURRENDER:
            article = self.rules.switches[SURRENDER].article
            self.HALF_GIVEN_UP = dict.fromkeys(self.MAIN_BETS, article)

    @classmethod
    def has_free_amounts(cls, options: Mapping[str, Any]) -> bool:
        """Return whether insurance may be of less than half."""
        return bool(cls.switch_value(INSURANCE_FOR_LESS, options))

    @classmethod
    def options_refusal(cls, options: Mapping[str, Any]) -> Text | None:
        """An early surrender comes before the dealer's second card."""
        is_early = options[SURRENDER] == EARLY and options["hole_card"]
        return Text("why.early_surrender") if is_early else None

    @classmethod
    def unpaid_lines(cls, pay_table: str, options: Mapping[str, Any]) -> Collection[str]:
        """Article 18.1: the special hands of a main bet, if the table does not show them."""
        if pay_table != "main" or options["special_hands"]:
            return ()
        return [table_line.name for table_line in SPECIAL]

    # which bets may stand

    def clashing_bets(self, laid_amounts: Mapping[str, Cents]) -> BetClashes:
        """Articles 21.1 to 21.4: a side bet needs a main bet; 12 to 16 may not be above it."""
        main_amounts = [
            laid_amounts[bet_name] for bet_name in self.MAIN_BETS if bet_name in laid_amounts
        ]
        if not main_amounts:
            return {
                bet_name: ("why.main_missing", self.side_table(bet_name).article)
                for bet_name in laid_amounts
            }
        if laid_amounts.get("twelve_to_sixteen", NO_CENTS) > min(main_amounts):
            return {"twelve_to_sixteen": ("why.above_main", "21.1")}
        return {}

    def illegal_together(self, table_bets: Mapping[Stack, Cents]) -> dict[Stack, BetRefusal]:
        """Article 16: a player behind bets only with a seated one."""
        refusal_by_stack = super().illegal_together(table_bets)
        seated_spots = {
            place.spot
            for place, bettor in table_bets
            if bettor is None and (place, bettor) not in refusal_by_stack
        }
        unseated_stacks = [
            bet_stack
            for bet_stack in table_bets
            if bet_stack not in refusal_by_stack and bet_stack[0].spot not in seated_spots
        ]
        return refusal_by_stack | {
            bet_stack: self._bet_refusal(bet_stack, ("why.nobody_seated", "16"))
            for bet_stack in unseated_stacks
        }

    # the round

    def play_round(self) -> Course:
        """Deal (22), play hand after hand (22 to 24), then the dealer's (26), and compare."""
        bettor_spots = self.spots(*self.MAIN_BETS)
        self._record_stakes(bettor_spots)
        yield from self._deal_first_cards(bettor_spots)
        for spot in bettor_spots:
            yield from self._play_spot(spot)
        self.face_up_spots.add(DEALER)
        for bet_name in self.MAIN_BETS:
            if self._hands_with_bet(bet_name) or self._decides_facts(bet_name):
                yield from self._play_dealer(bet_name)
                self._settle_hands(bet_name)
        self.settle_jackpot()

    def _deal_first_cards(self, bettor_spots: Sequence[int]) -> Course:
        """Article 22: one to each, one to the dealer, a second to each; 25: insurance opens."""
        # the first pass gives the first cards, the second one the second
        for spot in (*bettor_spots, DEALER, *bettor_spots):
            yield from self._draw_card(
                spot, self.hands_by_spot[spot][0] if spot else self.dealer_hand
            )
        if self.options["hole_card"]:
            yield from self._draw_card(DEALER, self.dealer_hand)
        if self.dealer_hand.cards[0].rank == "A":
            self._uninsured = [
                spot_and_bettor
                for spot in bettor_spots
                for spot_and_bettor in self._insurable(spot, None)
            ]

    # the players' hands

    def _play_spot(self, spot: int) -> Course:
        """Articles 22 to 24: play every hand to its end; hands that a split adds follow in
        order.
        """
        # the list grows while it is read: a split inserts its second hand behind the first
        for hand in self.hands_by_spot[spot]:
            if len(hand.cards) == 1:
                yield from self._draw_card(spot, hand)
            yield from self._play_hand(spot, hand)
        self.settle_side_bets(spot, is_last=True)
        self._settle_busted(spot)

    def _play_hand(self, spot: int, hand: BlackjackHand) -> Course:
        """Draw as the seated player decides, until the hand is finished."""
        while (
            decision := (yield from self._ask_decision(spot, hand))
        ) and decision.do is not Key.STAND:
            if decision.do is Key.HIT:
                yield from self._draw_card(spot, hand)
            elif decision.do is Key.SPLIT:
                yield from self._split_hand(spot, hand, decision)
            elif decision.do is Key.SURRENDER:
                hand.surrendered = True
                return
            else:
                hand.lay_chips(decision)
                yield from self._draw_followed(spot, hand, Key.DOUBLE, hand)
                return

    def _ask_decision(self, spot: int, hand: BlackjackHand) -> CourseSteps[Decision | None]:
        """Return the seated player's decision for a hand, None if he may not draw.

        Article 22: if the dealer has a Blackjack from the start, the hand is not played. The
        decision that ended the insurance is void, but its chips are laid.
        """
        choices = self._choices(spot, hand)
        if not choices:
            return None
        decision = cast("Decision | None", (yield from self._wait_for(None, *choices)))
        if decision and self.dealer_hand.is_blackjack:
            hand.lay_chips(decision)
            return None
        return decision

    def _split_hand(self, spot: int, hand: BlackjackHand, decision: Decision) -> Course:
        """Article 24: the second card begins a hand of its own, with an equal bet.

        Article 21.2 does not apply to the cards that follow.
        """
        # before the split moves a card away from the first hand
        self.settle_side_bets(spot, "progressive", is_last=True)
        second_hand = BlackjackHand([hand.cards.pop()], split=True)
        second_hand.lay_chips(decision)
        hand.split = True
        spot_hands = self.hands_by_spot[spot]
        spot_hands.insert(spot_hands.index(hand) + 1, second_hand)
        # every hand gets a new number, since the split shifts those behind it
        for hand_number, spot_hand in enumerate(spot_hands, start=1):
            spot_hand.hand_number = hand_number
        yield from self._draw_followed(spot, hand, Key.SPLIT, second_hand)

    def _draw_followed(
        self, spot: int, hand: BlackjackHand, decision_key: Key, target_hand: BlackjackHand
    ) -> Course:
        """Article 16: until the card comes, players behind may follow the seated one."""
        bettors_behind = [
            bettor
            for bettor in dict.fromkeys(bettor for _, bettor in hand.stakes)
            if bettor is not None
        ]
        while True:
            choices = [hand_choice(decision_key, spot, hand, bettor) for bettor in bettors_behind]
            received = yield from self._wait_for(card_due_to(spot, hand), *choices)
            if not isinstance(received, Decision):
                self._give_card(spot, hand, cast("Card", received))
                return
            bettors_behind.remove(cast("str", received.choice.bettor))
            target_hand.lay_chips(received)

    # the dealer's hand

    def _hands_with_bet(self, bet_name: str) -> list[BlackjackHand]:
        """Return the hands with a bet against this hand of the dealer's."""
        spot_hands = (hand for spot_hands in self.hands_by_spot.values() for hand in spot_hands)
        return [
            hand
            for hand in spot_hands
            if any(main_name == bet_name for main_name, _ in hand.stakes)
        ]

    def _play_dealer(self, bet_name: str) -> Course:
        """Articles 26 and 26.7: complete a hand, each upon the same first card."""
        if self._results:
            self._previous_dealer_hand, self.dealer_hand = (
                self.dealer_hand,
                BlackjackHand(self.dealer_hand.cards[:1]),
            )
        while self._dealer_must_draw(bet_name):
            yield from self._draw_card(DEALER, self.dealer_hand)
        # the last chance to answer an insurance that is still open
        yield from self._wait_for()
        if bet_name == self.MAIN_BETS[0]:
            self._settle_insurance()
        if len(self.dealer_hand.cards) > 1:
            self._results.append(self._dealer_result())

    def _dealer_must_draw(self, bet_name: str) -> bool:
        """Article 26; if every hand is busted the second card serves only an insurance, unless the
        house has a bet on the dealer's hand.
        """
        dealer_hand, hands = self.dealer_hand, self._hands_with_bet(bet_name)
        if not self._decides_facts(bet_name) and all(
            hand.is_busted or hand.surrendered for hand in hands
        ):
            has_insurance = bet_name == self.MAIN_BETS[0] and bool(self.spots("insurance"))
            # whether he has a Blackjack decides a late surrender too
            needs_second_card = has_insurance or any(hand.surrendered for hand in hands)
            return len(dealer_hand.cards) == 1 and needs_second_card
        return must_draw(dealer_hand.cards, stand_all_17=self.options["stand_all_17"])

    def _decides_facts(self, bet_name: str) -> bool:
        """Return whether a bet of the rule pack waits for this hand of the dealer's: his first."""
        return self.awaits_facts and bet_name == self.MAIN_BETS[0]

    def facts(self, spot: int) -> Facts:  # noqa: ARG002
        """Return the facts of the dealer's first hand."""
        return dealer_facts(self.first_dealer_hand.cards)

    @classmethod
    def possible_facts(cls) -> Sequence[Facts]:
        """Return the facts of every hand of the dealer's."""
        return possible_dealer_facts()


GAME = Blackjack
