"""The winning hands of Blackjack's side bets (21.1 to 21.4): the first cards of a spot."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from types import MappingProxyType
from typing import Final, NamedTuple

from firmware.core.game.card_game import CardGame
from firmware.core.game.pack import PayTable
from firmware.core.games.blackjack.hand import VALUES
from firmware.core.vocabulary.cards import RANKS, Card
from firmware.core.vocabulary.rulings import Bet

Trait = Callable[[Card], object]


def anything(_card: Card) -> object:
    """Article 21.2: suits don't count."""
    return None


def suit(card: Card) -> object:
    """Article 21.2: "même couleur" is the same suit."""
    return card.suit


def colour(card: Card) -> object:
    """Article 21.2: "rouge" and "noir" are the colours."""
    return card.suit in "HD"


class Line(NamedTuple):
    """One line of a pay table: it is reached by that many first cards, and not by fewer."""

    name: str
    size: int
    within: frozenset[str]
    """The ranks, in their order, of each hand that reaches it and of each part of one."""
    alike: Trait

    def fits(self, cards: Sequence[Card]) -> bool:
        """Return whether the first cards reach the line, or still may."""
        first = cards[: self.size]
        alike = len({self.alike(card) for card in first}) <= 1
        return alike and "".join(sorted(card.rank for card in first)) in self.within


def line(name: str, *hands: str, alike: Trait = anything) -> Line:
    """Return the line that any of these hands reaches, each given as its ranks."""
    count = len(hands[0])
    parts = (p for hand in hands for n in range(count + 1) for p in combinations(sorted(hand), n))
    return Line(name, count, frozenset(map("".join, parts)), alike)


def lines_left(lines: Iterable[Line], cards: Sequence[Card], *, last: bool) -> list[Line]:
    """Return the lines that the cards reach or, unless they are the last, still may reach."""
    reachable = (one for one in lines if one.fits(cards))
    return [one for one in reachable if not last or one.size <= len(cards)]


def _pairs(wanted: Callable[[int], bool]) -> list[str]:
    """Return all two ranks whose total, aces at 1, is wanted."""
    pairs = combinations_with_replacement(RANKS, 2)
    return [a + b for a, b in pairs if wanted(VALUES[a] + VALUES[b])]


def _of_a_kind(ranks: str, count: int) -> list[str]:
    return [rank * count for rank in ranks]


TENS: Final = "TJQK"
TWELVE_TO_SIXTEEN: Final = range(12, 17)
BLACKJACKS: Final = ["A" + ten for ten in TENS]
SOFT: Final = [pair for pair in _pairs(lambda hard: hard + 10 in TWELVE_TO_SIXTEEN) if "A" in pair]

LINES: Final[Mapping[str, Sequence[Line]]] = MappingProxyType({
    "twelve_to_sixteen": (
        line("aces_or_eights", "AA", "88"),
        line("twelve_to_sixteen", *_pairs(lambda hard: hard in TWELVE_TO_SIXTEEN), *SOFT),
    ),
    "progressive_1": (
        line("ace_to_five_suited", "A2345", alike=suit),
        line("two_to_five_suited", "2345", alike=suit),
        line("four_five_six_suited", "456", alike=suit),
        line("ace_jack_suited", "AJ", alike=suit),
        line("blackjack_suited", *BLACKJACKS, alike=suit),
        line("pair_of_tens_or_better", *_of_a_kind("A" + TENS, 2)),
        line("blackjack", *BLACKJACKS),
    ),
    "progressive_2": (
        line("four_aces_of_a_colour", "AAAA", alike=colour),
        line("three_aces_suited", "AAA", alike=suit),
        line("three_aces", "AAA"),
        line("two_aces_suited", "AA", alike=suit),
        line("two_aces", "AA"),
    ),
    "progressive_3": (
        line("ace_to_five_suited", "A2345", alike=suit),
        line("four_twos_to_fives_of_a_colour", *_of_a_kind("2345", 4), alike=colour),
        line("three_threes_to_sixes_suited", *_of_a_kind("3456", 3), alike=suit),
        line("three_threes_to_sixes", *_of_a_kind("3456", 3)),
        line("two_tens_suited", *_of_a_kind(TENS, 2), alike=suit),
    ),
    "sevens": (
        line("three_sevens_suited", "777", alike=suit),
        line("three_sevens", "777"),
        line("two_sevens_suited", "77", alike=suit),
        line("two_sevens", "77"),
        line("one_seven", "7"),
    ),
    "over_13": (line("over_13", *_pairs(lambda hard: hard > 13)),),
    "under_13": (line("under_13", *_pairs(lambda hard: hard < 13)),),
})  # fmt: skip
"""By pay table, the highest line first."""

SPECIAL: Final = (line("three_sevens", "777"), line("six_seven_eight_suited", "678", alike=suit))
"""Article 18.1: three cards that win by themselves."""


class SideBets(CardGame):
    """A Blackjack table's side bets; a spot's `hands` are all of its cards, as they were drawn."""

    ASIDE = ("twelve_to_sixteen", "progressive", "sevens", "over_13", "under_13")
    """In the order in which they lie on the felt."""
    HIDDEN_SIDE_BETS = ("progressive",)
    SIDE_BETS = tuple(on for on in ASIDE if on != "progressive")
    OPTIONS: Mapping[str, Sequence[object]] = MappingProxyType({"progressive_table": (1, 2, 3)})

    def open(self) -> None:
        """Begin a round: no side bet."""
        super().open()
        self._undecided: list[Bet] = []
        self._lot_winners: list[tuple[Bet, int]] = []
        """The bets that win so many per cent of the lot."""

    def close(self, bets: Iterable[Bet]) -> None:
        """Take the bets and begin the course."""
        bets = tuple(bets)
        self._undecided = [bet for bet in bets if bet.place.on in self.side_bets]
        super().close(bets)

    def side_table(self, on: str) -> PayTable:
        """Return the pay table of a side bet, of the progressive one as the table shows it."""
        return self.rules.tables[self.table_name(on)]

    def table_name(self, on: str) -> str:
        """Return the name of the pay table of a side bet."""
        return f"{on}_{self.options['progressive_table']}" if on == "progressive" else on

    def settle_side_bets(self, spot: int, *on: str, last: bool = False) -> None:
        """Settle the side bets decided by a spot's cards; at the `last` card
        that counts, all of them.
        """
        for bet in [bet for bet in self._undecided if bet.place.spot == spot]:
            if not on or bet.place.on in on:
                self._settle_side_bet(bet, last=last)

    def _settle_side_bet(self, bet: Bet, *, last: bool) -> None:
        """Articles 21.1 to 21.4: of the lines that the cards reach only the highest pays."""
        name, cards = self.table_name(bet.place.on), self.hands[bet.place.spot]
        left = lines_left(LINES[name], cards, last=last)
        if left and left[0].size > len(cards):
            return
        self._undecided.remove(bet)
        hand = left[0].name if left else ""
        lot = self.rules.tables[name].lot
        if hand in lot:
            self._lot_winners.append((bet, lot[hand]))
        else:
            self.pay_by_table(bet, name, hand)

    def settle_lot(self) -> None:
        """Article 21.2: the lot is paid last, when it is known who has a part of it."""
        for bet, cents in self.lot.pay(self._lot_winners).items():
            self.prize(bet, cents, self.side_table("progressive").article)
