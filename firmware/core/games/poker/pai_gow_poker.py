"""Pai gow poker, articles 38 to 53: seven cards, set as a hand of five and a hand of two."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from firmware.core.game.course import DEALER, Came, Choice, Course, Decision, Steps, To, Wait
from firmware.core.game.pack import GameRules
from firmware.core.game.wagers import Misfits
from firmware.core.games.two_hands import TwoHands
from firmware.core.ranks import Rank, low_above_high, pai_gow_high, pai_gow_low
from firmware.core.vocabulary.cards import JOKER, PACK, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Bet, base_name

POSITIONS: Final = (1, 2, 3, 4, 5, 6, DEALER)
"""Articles 42 and 49: every spot is dealt to, bet or none; the dealer's is the seventh (48.1)."""

VALUES: Final[Mapping[str, int]] = {rank: min(at, 10) for at, rank in enumerate("A23456789TJQK", 1)}
"""Article 48: the ace counts 1, figures 10."""

LIKELY: Final = 26
"""Article 48: the four cards that are left are bet to be worth this, or less, or more."""


def value(card: Card) -> int:
    """Article 48; the joker counts 1."""
    return 1 if card is JOKER else VALUES[card.rank]


class PaiGowPoker(TwoHands[Rank]):
    """One table's game of Pai gow poker."""

    BETS = (
        *("main", "remaining_under_26", "remaining_26", "remaining_over_26"),
        *(f"lucky:{number}" for number in range(1, len(POSITIONS) + 1)),
    )
    SIDE_BETS = ("remaining_under_26", "remaining_26", "remaining_over_26", "lucky")
    ONE_BETTOR_A_SPOT = "42"
    BY_HAND = True
    DECISIONS = (Key.SET, Key.SURRENDER, Key.NUMBER, Key.BANK)
    PAYS = ("main", *SIDE_BETS)
    OPTIONS = MappingProxyType({"generator": ("system", "keyed")})
    """Article 48.1: the number is this system's own, or that of a generator at the table."""
    LOST, WRONG, DRAWN, GIVEN_UP = "44", "44", "45", "52"

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.pack = (*PACK, JOKER)
        """Article 38."""

    def misfits(self, laid: Mapping[str, Cents]) -> Misfits:
        """Articles 48 and 48.1: side bets are made besides the main one."""
        if "main" in laid:
            return {}
        return {on: ("why.main_missing", self.rules.pays[base_name(on)].article) for on in laid}

    def play(self) -> Course:
        """Deal (49), set the hands (50), compare them (52), settle the remaining cards (48)."""
        yield from self._deal_seven()
        yield from self.set_and_compare()
        self._settle_remaining()

    # the deal

    @property
    def awaits_number(self) -> bool:
        """Whether this system draws the number, and has not yet."""
        return self._draws and any(c.do is Key.NUMBER for c in self._wait.choices)

    @property
    def _draws(self) -> bool:
        return bool(self.options["generator"] == "system")

    @property
    def choices(self) -> Sequence[Choice]:
        """No number is keyed that this system draws."""
        choices = super().choices
        return [c for c in choices if c.do is not Key.NUMBER] if self._draws else choices

    def take_number(self, number: int) -> Decision:
        """Deal to that position first."""
        if not (self.awaits_number and 0 < number <= len(POSITIONS)):
            return super().take_number(number)
        drawn = Decision(Choice(POSITIONS[number - 1], Key.NUMBER))
        self.decide(drawn)
        return drawn

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
        """Article 48.1: a number decides who is dealt to first; it is needed if one is bet on, and
        where this system draws it for the table's bets.
        """
        lucky = list(self._bets("lucky"))
        offered = "lucky" in self.side_bets or not self._draws
        numbers = [Choice(spot, Key.NUMBER) for spot in POSITIONS] if offered else []
        due = None if lucky or (offered and self._draws) else To(POSITIONS[0], 1)
        came = yield Wait(due, numbers)
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

    def rank(self, low: Sequence[Card], high: Sequence[Card]) -> tuple[Rank, Rank] | None:
        """Article 44 (3): the high hand is at least equal to the low one."""
        hands = pai_gow_low(low), pai_gow_high(high)
        return None if low_above_high(*hands) else hands

    def hand_words(self, high: Rank) -> Text:
        """Return the name of a high hand."""
        return Text(f"combination.{high.combination}")


GAME = PaiGowPoker
