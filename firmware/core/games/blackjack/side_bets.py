"""The winning hands of Blackjack's side bets (21.1 to 21.4): the first cards of a spot."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from types import MappingProxyType
from typing import Final, NamedTuple

from firmware.core.game.card_game import CardGame
from firmware.core.game.pack_terms import PayTable
from firmware.core.games.blackjack.hand import CARD_VALUES
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.cards import CARD_RANKS, Card

CardTrait = Callable[[Card], object]


def any_suit(_ignored_card: Card) -> object:
    """Article 21.2: suits don't count."""
    return None


def same_suit(card: Card) -> object:
    """Article 21.2: "même couleur" is the same suit."""
    return card.suit


def same_colour(card: Card) -> object:
    """Article 21.2: "rouge" and "noir" are the colours."""
    return card.suit in "HD"


class SideBetLine(NamedTuple):
    """One line of a pay table, decided by exactly `card_count` first cards."""

    name: str
    card_count: int
    rank_prefixes: frozenset[str]
    """The sorted ranks of each hand that reaches the line, and of every part of such a hand."""
    card_trait: CardTrait

    def may_reach(self, cards: Sequence[Card]) -> bool:
        """Return whether the first cards reach the line, or still may."""
        first_cards = cards[: self.card_count]
        is_alike = len({self.card_trait(card) for card in first_cards}) <= 1
        return is_alike and "".join(sorted(card.rank for card in first_cards)) in self.rank_prefixes


def make_line(line_name: str, *rank_texts: str, card_trait: CardTrait = any_suit) -> SideBetLine:
    """Return the line that any of these hands reaches, each given by its ranks."""
    count = len(rank_texts[0])
    partial_hands = (
        partial_hand
        for hand in rank_texts
        for part_size in range(count + 1)
        for partial_hand in combinations(sorted(hand), part_size)
    )
    return SideBetLine(line_name, count, frozenset(map("".join, partial_hands)), card_trait)


def reachable_lines(
    side_bet_lines: Iterable[SideBetLine], cards: Sequence[Card], *, is_last: bool
) -> list[SideBetLine]:
    """Return the lines that the cards reach; also those that they still may, unless they are the
    last.
    """
    reachable = (
        line_reachable for line_reachable in side_bet_lines if line_reachable.may_reach(cards)
    )
    return [
        line_reachable
        for line_reachable in reachable
        if not is_last or line_reachable.card_count <= len(cards)
    ]


def _rank_pairs(accepts_total: Callable[[int], bool]) -> list[str]:
    """Return all pairs of ranks whose hard total is accepted."""
    rank_pairs = combinations_with_replacement(CARD_RANKS, 2)
    return [
        first_rank + second_rank
        for first_rank, second_rank in rank_pairs
        if accepts_total(CARD_VALUES[first_rank] + CARD_VALUES[second_rank])
    ]


def _of_a_kind(card_ranks: str, count: int) -> list[str]:
    return [card_rank * count for card_rank in card_ranks]


TEN_RANKS: Final = "TJQK"
TWELVE_TO_SIXTEEN: Final = range(12, 17)
BLACKJACKS: Final = ["A" + ten_rank for ten_rank in TEN_RANKS]
SOFT_PAIRS: Final = [
    two_ranks
    for two_ranks in _rank_pairs(lambda hard_value: hard_value + 10 in TWELVE_TO_SIXTEEN)
    if "A" in two_ranks
]

HARD_PAIRS: Final = _rank_pairs(lambda hard_value: hard_value in TWELVE_TO_SIXTEEN)

SIDE_BET_LINES: Final[Mapping[str, Sequence[SideBetLine]]] = MappingProxyType({
    "twelve_to_sixteen": (
        make_line("aces_or_eights", "AA", "88"),
        make_line("twelve_to_sixteen", *HARD_PAIRS, *SOFT_PAIRS),
    ),
    "progressive_1": (
        make_line("ace_to_five_suited", "A2345", card_trait=same_suit),
        make_line("two_to_five_suited", "2345", card_trait=same_suit),
        make_line("four_five_six_suited", "456", card_trait=same_suit),
        make_line("ace_jack_suited", "AJ", card_trait=same_suit),
        make_line("blackjack_suited", *BLACKJACKS, card_trait=same_suit),
        make_line("pair_of_tens_or_better", *_of_a_kind("A" + TEN_RANKS, 2)),
        make_line("blackjack", *BLACKJACKS),
    ),
    "progressive_2": (
        make_line("four_aces_of_a_colour", "AAAA", card_trait=same_colour),
        make_line("three_aces_suited", "AAA", card_trait=same_suit),
        make_line("three_aces", "AAA"),
        make_line("two_aces_suited", "AA", card_trait=same_suit),
        make_line("two_aces", "AA"),
    ),
    "progressive_3": (
        make_line("ace_to_five_suited", "A2345", card_trait=same_suit),
        make_line("four_twos_to_fives_of_a_colour", *_of_a_kind("2345", 4), card_trait=same_colour),
        make_line("three_threes_to_sixes_suited", *_of_a_kind("3456", 3), card_trait=same_suit),
        make_line("three_threes_to_sixes", *_of_a_kind("3456", 3)),
        make_line("two_tens_suited", *_of_a_kind(TEN_RANKS, 2), card_trait=same_suit),
    ),
    "sevens": (
        make_line("three_sevens_suited", "777", card_trait=same_suit),
        make_line("three_sevens", "777"),
        make_line("two_sevens_suited", "77", card_trait=same_suit),
        make_line("two_sevens", "77"),
        make_line("one_seven", "7"),
    ),
    "over_13": (make_line("over_13", *_rank_pairs(lambda hard: hard > 13)),),
    "under_13": (make_line("under_13", *_rank_pairs(lambda hard: hard < 13)),),
})  # fmt: skip
"""By pay table, the highest line first."""

SPECIAL: Final = (
    make_line("three_sevens", "777"),
    make_line("six_seven_eight_suited", "678", card_trait=same_suit),
)
"""Article 18.1: three cards that win without comparison."""


class SideBets(CardGame):
    """The side bets of a Blackjack table; `hands` has a spot's cards in the order drawn."""

    SIDE_BET_NAMES = ("twelve_to_sixteen", "progressive", "sevens", "over_13", "under_13")
    """In their order on the felt."""
    HIDDEN_SIDE_BETS = ("progressive",)
    SIDE_BETS = tuple(bet_name for bet_name in SIDE_BET_NAMES if bet_name != "progressive")
    OWN_OPTIONS: Mapping[str, Sequence[object]] = MappingProxyType({"progressive_table": (1, 2, 3)})

    def open(self) -> None:
        """Begin a round: no side bet."""
        super().open()
        self._undecided: list[Bet] = []
        self._jackpot_winners: list[tuple[Bet, int]] = []
        """The bets that win a percentage of the jackpot."""

    def close(self, table_bets: Iterable[Bet]) -> None:
        """Take the bets and begin the course."""
        table_bets = tuple(table_bets)
        self._undecided = [bet for bet in table_bets if bet.place.on in self.side_bets]
        super().close(table_bets)

    def side_table(self, bet_name: str) -> PayTable:
        """Return the pay table of a side bet; of the progressive one by the table's option."""
        return self.rules.tables[self.table_name(bet_name)]

    def paid_as(self, bet_name: str) -> Sequence[str]:
        """Return the names of a bet's payments in the pack; those of a side bet are its table's."""
        return (self.table_name(base_bet_name(bet_name)),)

    def table_name(self, bet_name: str) -> str:
        """Return the name of the pay table of a side bet."""
        return (
            f"{bet_name}_{self.options['progressive_table']}"
            if bet_name == "progressive"
            else bet_name
        )

    def settle_side_bets(self, spot: int, *bet_name: str, is_last: bool = False) -> None:
        """Settle the side bets that a spot's cards decide; at the last card that counts, all of
        them.
        """
        for bet in [bet for bet in self._undecided if bet.place.spot == spot]:
            if not bet_name or bet.place.on in bet_name:
                self._settle_side_bet(bet, is_last=is_last)

    def _settle_side_bet(self, bet: Bet, *, is_last: bool) -> None:
        """Articles 21.1 to 21.4: only the highest line reached pays."""
        table_name_of_bet, cards = self.table_name(bet.place.on), self.hands[bet.place.spot]
        lines_reachable = reachable_lines(SIDE_BET_LINES[table_name_of_bet], cards, is_last=is_last)
        # a higher line may still be reached by further cards
        if lines_reachable and lines_reachable[0].card_count > len(cards):
            return
        self._undecided.remove(bet)
        hand = lines_reachable[0].name if lines_reachable else ""
        jackpot_percents = self.rules.tables[table_name_of_bet].lot
        if hand in jackpot_percents:
            self._jackpot_winners.append((bet, jackpot_percents[hand]))
        else:
            self.pay_by_table(bet, table_name_of_bet, hand)

    def settle_jackpot(self) -> None:
        """Article 21.2: the jackpot is paid last, when all its winners are known."""
        for bet, amount_cents in self.jackpot.pay_winners(self._jackpot_winners).items():
            self.prize(bet, amount_cents, self.side_table("progressive").article)
