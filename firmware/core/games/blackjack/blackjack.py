"""Blackjack, articles 13 to 26.1: each hand against the dealer's, 21 or less."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

from firmware.core.game.course import DEALER, Choice, Course, Decision, Stake, Steps
from firmware.core.game.limits import Refusal
from firmware.core.game.wagers import Misfits
from firmware.core.games.blackjack.comparison import Comparison
from firmware.core.games.blackjack.hand import VALUES, Hand, hard_total, is_soft
from firmware.core.games.blackjack.insurance import ANSWERS, next_of
from firmware.core.games.blackjack.side_bets import LINES, SPECIAL, SideBets
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Stack

NO_YES: Final = (False, True)

TO_DOUBLE: Final = (9, 10, 11)
"""Article 23, and article 26.1 (1) for any other."""

HANDS: Final = 2
MOST_HANDS: Final = 5
"""Hands at a spot: it is split once (24), or up to four times (26.1, paragraph 2)."""

STANDS_ON: Final = 17
"""Article 26."""


class Blackjack(Comparison):
    """One table's game of Blackjack, round after round."""

    BETS: Sequence[str] = ("main", "insurance", *SideBets.ASIDE)
    IN_PLAY = ("insurance",)
    CLOSES_ON_FIRST_CARD = True
    """Article 17: bets are made before the first card."""
    LIMITED_TOGETHER = "16"
    DECISIONS = (Key.HIT, Key.STAND, Key.DOUBLE, Key.SPLIT, *ANSWERS)
    PAYS = ("main", "insurance")
    TABLES = MappingProxyType(
        {"main": ("blackjack", *(line.name for line in SPECIAL))}
        | {table: tuple(line.name for line in lines) for table, lines in LINES.items()}
    )
    OPTIONS: Mapping[str, Sequence[object]] = MappingProxyType(
        {
            **dict.fromkeys(("hole_card", "stand_all_17", "special_hands"), NO_YES),
            **dict.fromkeys(("double_any", "resplit", "double_after_split"), NO_YES),
            **SideBets.OPTIONS,
        }
    )

    @classmethod
    def unpaid(cls, options: Mapping[str, Any]) -> Collection[str]:
        """Article 18.1: the special hands, if the table does not show them."""
        return () if options["special_hands"] else [line.name for line in SPECIAL]

    # which bets may stand

    def misfits(self, laid: Mapping[str, Cents]) -> Misfits:
        """Articles 21.1 to 21.4: a side bet is made besides the first one, 12 to 16 not above."""
        mains = [laid[on] for on in self.MAINS if on in laid]
        if not mains:
            return {on: ("why.main_missing", self.side_table(on).article) for on in laid}
        if laid.get("twelve_to_sixteen", NOTHING) > min(mains):
            return {"twelve_to_sixteen": ("why.above_main", "21.1")}
        return {}

    def unfit(self, bets: Mapping[Stack, Cents]) -> dict[Stack, Refusal]:
        """Article 16: a player behind bets only with a seated one."""
        found = super().unfit(bets)
        seated = {place.spot for place, who in bets if who is None and (place, who) not in found}
        alone = [stack for stack in bets if stack not in found and stack[0].spot not in seated]
        return found | {stack: self._refusal(stack, ("why.nobody_seated", "16")) for stack in alone}

    # the round

    def play(self) -> Course:
        """Deal (22), play hand after hand (22 to 24), then the dealer's (26), and compare."""
        spots = self.spots(*self.MAINS)
        self._take_stakes(spots)
        yield from self._deal(spots)
        for spot in spots:
            yield from self._play_spot(spot)
        self.shown.add(DEALER)
        for on in self.MAINS:
            if self._hands_on(on):
                yield from self._play_dealer(on)
                self._settle(on)
        self.settle_lot()

    def _deal(self, spots: Sequence[int]) -> Course:
        """Article 22: one to each, one to the dealer, a second to each; 25: insurance opens."""
        for spot in (*spots, DEALER, *spots):
            yield from self._draw(spot, self.played[spot][0] if spot else self.dealer)
        if self.options["hole_card"]:
            yield from self._draw(DEALER, self.dealer)
        if self.dealer.cards[0].rank == "A":
            self._uninsured = [asked for spot in spots for asked in self._insurable(spot, None)]

    # the players' hands

    def _play_spot(self, spot: int) -> Course:
        """Articles 22 to 24: every hand to its end, those that a split adds behind it in turn."""
        for hand in self.played[spot]:
            if len(hand.cards) == 1:
                yield from self._draw(spot, hand)
            yield from self._play_hand(spot, hand)
        self.settle_side_bets(spot, last=True)
        self._settle_busted(spot)

    def _play_hand(self, spot: int, hand: Hand) -> Course:
        """Draw as the seated player decides, until the hand is finished."""
        while (answer := (yield from self._decide(spot, hand))) and answer.do is not Key.STAND:
            if answer.do is Key.HIT:
                yield from self._draw(spot, hand)
            elif answer.do is Key.SPLIT:
                yield from self._split(spot, hand, answer)
            else:
                hand.lay(answer)
                yield from self._draw_followed(spot, hand, Key.DOUBLE, hand)
                return

    def _decide(self, spot: int, hand: Hand) -> Steps[Decision | None]:
        """Return the seated player's decision for a hand, None if he may not draw.

        Article 22: if the dealer has a Blackjack from the start, the hand is not played. The
        decision that ended the insurance is void, but its chips are laid.
        """
        if hand.is_full:
            return None
        answer = cast(
            "Decision | None", (yield from self._wait_for(None, *self._choices(spot, hand)))
        )
        if answer and self.dealer.is_blackjack:
            hand.lay(answer)
            return None
        return answer

    def _choices(self, spot: int, hand: Hand) -> list[Choice]:
        choices = [_choice(Key.HIT, spot, hand), _choice(Key.STAND, spot, hand)]
        if self._may_double(hand):
            choices.append(_choice(Key.DOUBLE, spot, hand))
        if self._may_split(spot, hand):
            choices.append(_choice(Key.SPLIT, spot, hand))
        return choices

    def _may_double(self, hand: Hand) -> bool:
        """Articles 23, 24 (5), 26.1 (1) and (3): never an ace with a ten-value."""
        if len(hand.cards) != 2 or hand.is_ace_and_ten:
            return False
        if hand.split and not self.options["double_after_split"]:
            return False
        return bool(self.options["double_any"]) or hard_total(hand.cards) in TO_DOUBLE

    def _may_split(self, spot: int, hand: Hand) -> bool:
        """Articles 24 and 26.1 (2): two cards of one value."""
        most = MOST_HANDS if self.options["resplit"] else HANDS
        alike = len({VALUES[card.rank] for card in hand.cards}) == 1
        return len(hand.cards) == 2 and alike and len(self.played[spot]) < most

    def _split(self, spot: int, hand: Hand, answer: Decision) -> Course:
        """Article 24: the second card begins a hand of its own, with an equal bet.

        Article 21.2 does not apply to the cards that follow.
        """
        self.settle_side_bets(spot, "progressive", last=True)
        second = Hand([hand.cards.pop()], split=True)
        second.lay(answer)
        hand.split = True
        hands = self.played[spot]
        hands.insert(hands.index(hand) + 1, second)
        for number, each in enumerate(hands, start=1):
            each.number = number
        yield from self._draw_followed(spot, hand, Key.SPLIT, second)

    def _draw_followed(self, spot: int, hand: Hand, do: Key, onto: Hand) -> Course:
        """Article 16: until the card comes, players behind may follow the seated one."""
        behind = [who for who in dict.fromkeys(who for _, who in hand.stakes) if who is not None]
        while True:
            choices = [_choice(do, spot, hand, who) for who in behind]
            came = yield from self._wait_for(next_of(spot, hand), *choices)
            if not isinstance(came, Decision):
                self._give(spot, hand, cast("Card", came))
                return
            behind.remove(cast("str", came.choice.bettor))
            onto.lay(came)

    # the dealer's hand

    def _hands_on(self, on: str) -> list[Hand]:
        """Return the hands with a bet against this hand of the dealer's."""
        hands = (hand for hands in self.played.values() for hand in hands)
        return [hand for hand in hands if any(main == on for main, _ in hand.stakes)]

    def _play_dealer(self, on: str) -> Course:
        """Articles 26 and 26.7: complete a hand, each upon the same first card."""
        if self._results:
            self._lies, self.dealer = self.dealer, Hand(self.dealer.cards[:1])
        while self._draws(on):
            yield from self._draw(DEALER, self.dealer)
        yield from self._wait_for()
        if on == self.MAINS[0]:
            self._settle_insurance()
        if len(self.dealer.cards) > 1:
            self._results.append(self._result())

    def _draws(self, on: str) -> bool:
        """Article 26; if every hand is busted the second card serves only an insurance."""
        dealer = self.dealer
        if all(hand.is_busted for hand in self._hands_on(on)):
            return len(dealer.cards) == 1 and on == self.MAINS[0] and bool(self.spots("insurance"))
        draws_on_17 = is_soft(dealer.cards) and not self.options["stand_all_17"]
        return len(dealer.cards) == 1 or dealer.total < STANDS_ON + draws_on_17


def _choice(do: Key, spot: int, hand: Hand, bettor: str | None = None) -> Choice:
    """Return a choice for a hand; doubling or splitting costs the hand's stake (23, 24, 26.6)."""
    doubled = hand.stakes.items() if do in (Key.DOUBLE, Key.SPLIT) else ()
    stakes = tuple(Stake.just(on, cents) for (on, who), cents in doubled if who == bettor)
    return Choice(spot, do, stakes, hand.number, bettor)


GAME = Blackjack
