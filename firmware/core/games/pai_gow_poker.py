"""Pai gow poker, articles 38 to 53: seven cards, set as a hand of five and a hand of two.

The one of five is the article's "main forte", here the high hand, the other its "main faible".
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from firmware.core.card_game import CardGame
from firmware.core.cards import JOKER, PACK, Card
from firmware.core.course import DEALER, Came, Choice, Course, Decision, Steps, To, Wait, an_answer
from firmware.core.events import Key
from firmware.core.game import Misfits
from firmware.core.games.banked import Banked
from firmware.core.money import NOTHING, Cents
from firmware.core.pack import GameRules
from firmware.core.panel import Text
from firmware.core.ranks import Rank, low_above_high, pai_gow_high, pai_gow_low
from firmware.core.rulings import Bet, base_name

POSITIONS: Final = (1, 2, 3, 4, 5, 6, DEALER)
"""Articles 42 and 49: every spot is dealt to, bet or none; the dealer's is the seventh (48.1)."""

VALUES: Final[Mapping[str, int]] = {rank: min(at, 10) for at, rank in enumerate("A23456789TJQK", 1)}
"""Article 48: the ace counts 1, figures 10."""

LIKELY: Final = 26
"""Article 48: the four cards that are left are bet to be worth this, or less, or more."""

Hands = tuple[Rank, Rank]
"""The low hand and the high one."""


def value(card: Card) -> int:
    """Article 48; the joker counts 1."""
    return 1 if card is JOKER else VALUES[card.rank]


class PaiGowPoker(Banked, CardGame):
    """One table's game of Pai gow poker. The bank's cards are turned up when the players' hands
    are set, theirs when they are compared (52).
    """

    BETS = (
        *("main", "remaining_under_26", "remaining_26", "remaining_over_26"),
        *(f"lucky:{number}" for number in range(1, len(POSITIONS) + 1)),
    )
    SIDE_BETS = ("remaining_under_26", "remaining_26", "remaining_over_26", "lucky")
    ONE_BETTOR_A_SPOT = "42"
    BY_HAND = True
    DECISIONS = (Key.SET, Key.SURRENDER, Key.NUMBER, Key.BANK)
    PAYS = ("main", *SIDE_BETS)

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.pack = (*PACK, JOKER)
        """Article 38."""
        self.sets: dict[int, Hands | None] = {}
        """Of every spot that has set its hands and not given them up; None where they are wrong."""

    def misfits(self, laid: Mapping[str, Cents]) -> Misfits:
        """Articles 48 and 48.1: side bets are made besides the main one."""
        if "main" in laid:
            return {}
        return {on: ("why.main_missing", self.rules.pays[base_name(on)].article) for on in laid}

    def play(self) -> Course:
        """Deal (49), set the hands (50), compare them (52), settle the remaining cards (48)."""
        self.sets = {}
        yield from self._deal_seven()
        yield from self._set_hands()
        yield from self._set_bank()
        for spot in sorted(self.sets.keys() - {DEALER}):
            self._settle(spot)
        self._settle_remaining()

    # the deal

    def _deal_seven(self) -> Course:
        """Article 49: to every spot and the dealer, from the first or from the number drawn."""
        came = yield from self._number_or_card()
        at = POSITIONS.index(came.spot) if isinstance(came, Decision) else 0
        turns = self.turns(*POSITIONS[at:], *POSITIONS[:at], cards=7)
        if isinstance(came, Card):
            self.hands[turns.pop(0)] = [came]
        for spot in turns:
            yield from self.deal_one(spot)

    def _number_or_card(self) -> Steps[Came]:
        """Article 48.1: a number says who is dealt to first; it must come if one is bet on."""
        numbers = [Choice(spot, Key.NUMBER) for spot in POSITIONS]
        lucky = list(self._bets("lucky"))
        came = yield Wait(None if lucky else To(POSITIONS[0], 1), numbers)
        if isinstance(came, Decision):
            drawn = POSITIONS.index(came.spot) + 1
            self._settle_side({bet: bet.place.on == f"lucky:{drawn}" for bet in lucky})
        return came

    def _bets(self, *names: str) -> Iterator[Bet]:
        for (place, bettor), cents in self.bets.items():
            if base_name(place.on) in names:
                yield Bet(place, cents, bettor)

    def _settle_remaining(self) -> None:
        """Article 48: the cards that are left are known by those that were dealt."""
        left = sum(map(value, set(self.pack).difference(*self.hands.values())))
        won = {
            "remaining_under_26": left < LIKELY,
            "remaining_26": left == LIKELY,
            "remaining_over_26": left > LIKELY,
        }
        self._settle_side({bet: won[bet.place.on] for bet in self._bets(*won)})

    def _settle_side(self, won: Mapping[Bet, bool]) -> None:
        for bet, is_won in won.items():
            name = base_name(bet.place.on)
            if is_won:
                self.pay(bet, name)
            else:
                self.lose(bet, self.rules.pays[name].article)

    # the hands

    def _set_hands(self) -> Course:
        """Article 50: each player sets his hands, or gives them up (52)."""
        waiting = self.spots("main")
        while waiting:
            spot = waiting[0]
            setting = Choice(spot, Key.SET, picks=True, check=self._not_held)
            if (yield from self._answer(setting, Choice(spot, Key.SURRENDER))) == spot:
                waiting.remove(spot)

    def _set_bank(self) -> Course:
        """Article 52: the bank's cards are turned; until its hands are set players may give up."""
        setting = Choice(DEALER, Key.SET, picks=True, check=self._wrong_for_the_bank)
        while any(self.sets.values()) and DEALER not in self.sets:
            self.shown = {DEALER}
            yield from self._answer(setting)
        self.shown |= self.sets.keys()

    def _answer(self, *asked: Choice) -> Steps[int]:
        """Take what is asked, or the surrender of hands that are set (52); return whose it was."""
        given_up = (Choice(spot, Key.SURRENDER) for spot in self.sets)
        answer = yield from an_answer(*asked, *given_up)
        if answer.do is Key.SET:
            self.sets[answer.spot] = self._ranked(answer)
        else:
            self.sets.pop(answer.spot, None)
            self.surrender(self.bet(answer.spot, "main"), NOTHING, "52")
        return answer.spot

    def _not_held(self, decision: Decision) -> Text | None:
        """Return why cards can't be laid: they are not among the spot's."""
        low = set(decision.low)
        if len(low) == len(decision.low) and low.issubset(self.hands[decision.spot]):
            return None
        return Text("why.not_held", {"spot": decision.spot})

    def _wrong_for_the_bank(self, decision: Decision) -> Text | None:
        """The bank's hands are laid right or not at all."""
        not_held = self._not_held(decision)
        if not_held or self._ranked(decision):
            return not_held
        return Text("why.bank_wrong_set")

    def _ranked(self, decision: Decision) -> Hands | None:
        """Article 44 (3): two hands are wrong unless the low one has two cards and the high one
        is at least equal to it.
        """
        low, held = decision.low, self.hands[decision.spot]
        if len(low) != 2:
            return None
        hands = pai_gow_low(low), pai_gow_high([card for card in held if card not in low])
        return None if low_above_high(*hands) else hands

    def _settle(self, spot: int) -> None:
        """Articles 44 to 47: a hand that equals the bank's is not won."""
        bet, own, bank = self.bet(spot, "main"), self.sets[spot], self.sets.get(DEALER)
        won = [mine > its for mine, its in zip(own, bank, strict=True)] if own and bank else [False]
        if all(won):
            self.pay(bet, "main")
        elif any(won):
            self.push(bet, "45")
        else:
            self.lose(bet, "44")

    def result(self) -> Text:
        """Return the bank's high hand, if it was set."""
        bank = self.sets.get(DEALER)
        if bank is None:
            return super().result()
        return Text("result.dealer_hand", {"hand": Text(f"combination.{bank[1].combination}")})


GAME = PaiGowPoker
