"""Blackjack, articles 13 to 26.1: each hand against the dealer's, 21 or less."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

from firmware.core.game.course import DEALER, Came, Choice, Course, Decision, Stake, Steps, To, Wait
from firmware.core.game.game import Due, Misfits
from firmware.core.game.limits import Refusal
from firmware.core.game.wording import listed
from firmware.core.games.blackjack.hand import MOST, VALUES, Hand, hard_total, is_soft, total
from firmware.core.games.blackjack.side_bets import LINES, SPECIAL, SideBets
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Bet

NO_YES: Final = (False, True)

TO_DOUBLE: Final = (9, 10, 11)
"""Article 23, and article 26.1 (1) for any other."""

HANDS: Final = 2
MOST_HANDS: Final = 5
"""Hands at a spot: it is split once (24), or up to four times (26.1, paragraph 2)."""

STANDS_ON: Final = 17
"""Article 26."""

ANSWERS: Final = (Key.INSURANCE, Key.NO_INSURANCE)


class Blackjack(SideBets):
    """One table's game of Blackjack, round after round.

    All cards are face up (22), except for a second one of the dealer's until his turn.
    """

    MAINS: Sequence[str] = ("main",)
    """The bets on the dealer's hands, one on each."""
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

    def open(self) -> None:
        """Begin a round: no hand, no decision."""
        super().open()
        self.played: dict[int, list[Hand]] = {}
        self.dealer = Hand()
        self._lies: Hand | None = None
        """The dealer's last hand, which lies there until the next one gets a card (26.7)."""
        self._uninsured: list[tuple[int, str | None]] = []
        """Who may still answer to "assurance" (25): the spot, the bettor."""
        self._results: list[Text] = []

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

    def _take_stakes(self, spots: Sequence[int]) -> None:
        self.played = {spot: [Hand()] for spot in spots}
        self._first_stakes = dict(self.bets)
        for (place, who), cents in self.bets.items():
            if place.on in self.MAINS:
                self.played[place.spot][0].stakes[place.on, who] = cents

    def _deal(self, spots: Sequence[int]) -> Course:
        """Article 22: one to each, one to the dealer, a second to each; 25: insurance opens."""
        for spot in (*spots, DEALER, *spots):
            yield from self._draw(spot, self.played[spot][0] if spot else self.dealer)
        if self.options["hole_card"]:
            yield from self._draw(DEALER, self.dealer)
        if self.dealer.cards[0].rank == "A":
            self._uninsured = [asked for spot in spots for asked in self._insurable(spot, None)]

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
        card = yield from self._wait_for(_next_of(spot, hand))
        self._give(spot, hand, cast("Card", card))

    def _give(self, spot: int, hand: Hand, card: Card) -> None:
        """Deal a card to a hand; a spot's `hands` hold all of its cards in their order."""
        hand.cards.append(card)
        self._lies = None
        self.hands.setdefault(spot, []).append(card)
        self.settle_side_bets(spot)

    # insurance

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
            came = yield from self._wait_for(_next_of(spot, hand), *choices)
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

    # settlement

    def _settle_busted(self, spot: int) -> None:
        """Article 18; when the spot is played out, since the hands of a split share a place."""
        for hand in self.played[spot]:
            if hand.is_busted:
                for on, who in hand.stakes:
                    self.lose(_bet(spot, hand, on, who), "18", hand=hand.number)

    def _settle(self, on: str) -> None:
        for spot, hands in self.played.items():
            for hand in hands:
                for main, who in hand.stakes:
                    if main == on and not hand.is_busted:
                        self._compare(_bet(spot, hand, on, who), hand)

    def _compare(self, bet: Bet, hand: Hand) -> None:
        """Articles 18, 18.1 and 19, as 21 pays."""
        dealer, by_itself = self.dealer, self._wins_by_itself(hand)
        if by_itself is not None:
            table = self.rules.tables["main"]
            self.win(bet, table.odds[by_itself], table.article, hand=hand.number)
        elif dealer.is_blackjack and not hand.is_blackjack:
            self._lose_to_blackjack(bet, hand)
        elif dealer.is_busted or hand.total > dealer.total:
            pays = self.rules.pays["main"]
            self.win(bet, pays.odds, pays.article, hand=hand.number)
        elif hand.total == dealer.total:
            self.push(bet, "19", hand=hand.number)
        else:
            self.lose(bet, "18", hand=hand.number)

    def _wins_by_itself(self, hand: Hand) -> str | None:
        """Return the line of article 21 for a Blackjack that wins, or for a hand of 18.1."""
        if hand.is_blackjack:
            return None if self.dealer.is_blackjack else "blackjack"
        if hand.split or not self.options["special_hands"]:
            return None
        reached = (line for line in SPECIAL if line.size == len(hand.cards))
        return next((line.name for line in reached if line.fits(hand.cards)), None)

    def _lose_to_blackjack(self, bet: Bet, hand: Hand) -> None:
        """Article 20: one first stake is lost in all, unless other hands have lost it already."""
        stack = bet.place, bet.bettor
        lost = ((line.bet.place, line.bet.bettor) for line in self.lines if line.outcome == "lose")
        if stack in lost:
            self.push(bet, "20", hand=hand.number)
            return
        first = self._first_stakes[stack]
        article = "20" if self.bets[stack] > first or hand.total == MOST else "18"
        self.lose(bet, article, returned=Cents(bet.cents - first), hand=hand.number)

    # display

    @property
    def call(self) -> Text | None:
        """Article 25: "assurance", while somebody may still take it."""
        return Text("announce.insurance") if self._uninsured else None

    @property
    def cards(self) -> Mapping[str, Sequence[Card]]:
        """The face-up cards; each hand of a split separately, under its spot and number."""
        return self._held() | {
            "dealer": self.dealer.cards[:1] if self._hidden else self._dealers_cards
        }

    @property
    def _hidden(self) -> bool:
        """Whether the dealer's second card is face down."""
        return bool(self._uninsured) or DEALER not in self.shown

    def lies_open(self, due: Due) -> bool:
        """Return whether an expected card that has come is face up."""
        of_dealer = isinstance(due, To) and due.spot == DEALER
        return not (of_dealer and due.nth > 1 and self._hidden)

    @property
    def dealt(self) -> Mapping[str, int]:
        """How many cards each hand holds, that of a split by itself."""
        return {name: len(cards) for name, cards in self._held().items() if cards}

    @property
    def _dealers_cards(self) -> list[Card]:
        return (self._lies or self.dealer).cards

    def _held(self) -> dict[str, list[Card]]:
        held = {"dealer": self._dealers_cards}
        for spot, hands in self.played.items():
            for hand in hands:
                held[f"{spot}.{hand.number}" if hand.number else f"{spot}"] = hand.cards
        return held

    def score(self, hand: str) -> Text:
        """Return the points of a player's hand."""
        spot, _, number = hand.partition(".")
        held = self.played[int(spot)][int(number or 1) - 1]
        if held.is_blackjack:
            return Text("score.blackjack")
        return Text("score.bust" if held.is_busted else "score.points", {"points": held.total})

    @property
    def tally(self) -> Mapping[str, Text]:
        """The points of every hand, card by card; of the dealer's, those of its open cards."""
        shown = {hand: cards for hand, cards in self.cards.items() if cards}
        players = {hand: self.score(hand) for hand in shown if hand != "dealer"}
        dealer = shown.get("dealer")
        if dealer is None:
            return players
        return players | {"dealer": Text("score.points", {"points": total(dealer)})}

    def _result(self) -> Text:
        """Return the dealer's result."""
        dealer = self.dealer
        if dealer.is_blackjack:
            return Text("result.dealer_blackjack")
        key = "result.dealer_bust" if dealer.is_busted else "result.dealer_total"
        return Text(key, {"total": dealer.total})

    @property
    def results(self) -> Sequence[Text]:
        """The results of the dealer's hands so far; each is announced as it comes."""
        return self._results or super().results

    def result(self) -> Text:
        """Return the results of the dealer's hands."""
        if not self._results:
            return Text("result.over")
        return listed(self._results)


def _next_of(spot: int, hand: Hand) -> To:
    return To(spot, len(hand.cards) + 1, hand.number)


def _choice(do: Key, spot: int, hand: Hand, bettor: str | None = None) -> Choice:
    """Return a choice for a hand; doubling or splitting costs the hand's stake (23, 24, 26.6)."""
    doubled = hand.stakes.items() if do in (Key.DOUBLE, Key.SPLIT) else ()
    stakes = tuple(Stake.just(on, cents) for (on, who), cents in doubled if who == bettor)
    return Choice(spot, do, stakes, hand.number, bettor)


def _bet(spot: int, hand: Hand, on: str, bettor: str | None) -> Bet:
    return Bet(Place(spot, on), hand.stakes[on, bettor], bettor)


GAME = Blackjack
