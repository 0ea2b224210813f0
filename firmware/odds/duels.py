"""Poker against the dealer's hand: 3 Cartes, Caraïbes, 4 Cartes and Fou du poker.

A round's end depends on the player's line and on how the dealer's hand compares: not open, lower,
equal, higher. For each of these the game itself plays one example; `Against` says how many of the
dealer's hands are such. The best decision is taken for each hand of the player's,
and each card of the dealer's that he sees.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import NamedTuple

import numpy as np

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.game.game import Game
from firmware.core.ranks import Rank, best_four, five_cards, three_cards
from firmware.core.vocabulary.cards import PACK, SUITS, Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, BetSettled
from firmware.odds.against import Against, Ints, Rows, cards_of, classes
from firmware.odds.figure import BEST, Advice, Figure
from firmware.odds.played import played, profit

MIMIC = "mimic"
"""To raise with a hand on which the dealer would open, and with no other; where none of his cards
is shown, which changes what he opens on.
"""

Do = tuple[Key, bool]
"""A decision's key, and whether it takes all the chips that it may."""


class Duel(NamedTuple):
    """How a game is looked at."""

    laid: Sequence[str]
    """The bets of one stake that a player must lay."""
    counted: Mapping[str, Sequence[str]]
    """By figure: the bets that it counts, in units of the first one laid."""
    held: int
    """How many cards the player has."""
    dealers: int
    """How many the dealer has."""
    rank: Callable[[Sequence[Card]], Rank]
    ways: Mapping[str, Do]
    """Each decision, by its name."""
    upcard: bool = False
    """Whether the player sees the dealer's last card."""


RAISE = {"raise": (Key.RAISE, True), "fold": (Key.FOLD, True)}
FREELY = {"raise": (Key.RAISE, True), "call": (Key.RAISE, False), "fold": (Key.FOLD, True)}

Line = tuple[str, str]
"""The combination and the rank by which a hand is paid."""

Gains = list[list[Fraction | None]]
"""By line and by case."""


def three_card_poker(game: Game) -> Iterator[Figure]:
    counted = {"ante": ("ante", "raise")}
    return duel(game, Duel(["ante"], counted, 3, 3, three_cards, RAISE))


def caribbean_stud(game: Game) -> Iterator[Figure]:
    counted = {"ante": ("ante", "raise")}
    return duel(game, Duel(["ante"], counted, 5, 5, five_cards, RAISE, upcard=True))


def four_card_poker(game: Game) -> Iterator[Figure]:
    counted = {"ante": ("ante", "raise")}
    return duel(game, Duel(["ante"], counted, 5, 6, best_four, FREELY, upcard=True))


def crazy_four_poker(game: Game) -> Iterator[Figure]:
    counted = {"ante": ("ante", "super_bonus", "raise"), "super_bonus": ("super_bonus",)}
    laid = ["ante", "super_bonus"]
    return duel(game, Duel(laid, counted, 5, 5, best_four, FREELY))


def duel(game: Game, of: Duel) -> Iterator[Figure]:
    """Yield the figures of the best play and of the plain ones."""
    tallies: dict[tuple[str, str], dict[Fraction, int]] = {}
    advice: list[Advice] = []
    for part in _parts(game, of):
        for (play, figure), ways in part.tallied():
            tally = tallies.setdefault((play, figure), {})
            for gain, count in ways.items():
                tally[gain] = tally.get(gain, 0) + count
        advice += part.advice()
    for (play, figure), tally in tallies.items():
        every = sum(tally.values())
        chances = {gain: Fraction(count, every) for gain, count in tally.items() if count}
        shown = tuple(advice) if play == BEST and figure in of.laid[:1] else ()
        yield Figure(figure, chances, figure, play, advice=shown)


class _Part:
    """All deals with one card of the dealer's shown, or with none."""

    def __init__(self, game: Game, of: Duel, shown: Card | None) -> None:
        self._game, self._of, self._shown = game, of, shown
        self._pool = [card for card in PACK if card is not shown]
        self._up = [shown] if shown else []
        size = of.dealers - len(self._up)
        self._against = Against(self._pool, size, lambda hand: of.rank([*hand, *self._up]).strength)
        free = "".join(suit for suit in SUITS if not shown or suit != shown.suit)
        self._hands, self._counts = classes(self._pool, of.held, free)
        self._ranks = [of.rank(cards_of(self._pool, hand)) for hand in self._hands]
        self._strengths = np.array([rank.strength for rank in self._ranks], np.int64)
        self._open = self._opening()
        self._cases = self._counted()
        lines = [(str(rank.combination), rank.high) for rank in self._ranks]
        self._lines = list(dict.fromkeys(lines))
        place = {line: at for at, line in enumerate(self._lines)}
        self._line = np.array([place[line] for line in lines], np.int64)
        """The line of each hand, by its place in `_lines`."""
        self._first = [self._first_with(counts) for counts in self._cases]
        self._known: dict[tuple[Do, str], Gains] = {}

    # the dealer's hands

    def _opening(self) -> int:
        """Return the least strength with which the dealer opens."""
        strengths = self._against.strengths
        low, high = 0, len(strengths) - 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self._opens(middle) else (middle + 1, high)
        return int(strengths[low]) if low else 0

    def _opens(self, code: int) -> bool:
        dealers = self._against.hands[int(np.argmax(self._against.codes == code))]
        others = [at for at in range(len(self._pool)) if at not in dealers]
        hand = np.array(others[: self._of.held], np.uint8)
        self._play(hand, cards_of(self._pool, dealers), next(iter(self._of.ways.values())))
        return self._game.result().key != "result.not_open"

    def _counted(self) -> list[Ints]:
        """Return for each hand how many of the dealer's are not open, lower, equal and higher."""
        below = partial(self._against.below, self._hands)
        opening = np.full_like(self._strengths, self._open)
        shut = below(opening, or_equal=False)
        lower = np.maximum(below(self._strengths, or_equal=False), shut)
        equal = np.maximum(below(self._strengths, or_equal=True), shut)
        every = below(np.full_like(self._strengths, self._against.strengths[-1]), or_equal=True)
        return [shut, lower - shut, equal - lower, every - equal]

    def _between(self, strength: int) -> list[tuple[int, int]]:
        """Return the dealer's strengths in each of these cases."""
        least, most = 0, int(self._against.strengths[-1])
        return [
            (least, self._open - 1),
            (self._open, strength - 1),
            (max(strength, self._open), strength),
            (max(strength + 1, self._open), most),
        ]

    # the game

    def _play(self, hand: Rows, dealers: Sequence[Card], do: Do) -> Sequence[BetSettled]:
        bets = [Bet(Place(1, on), NOMINAL) for on in self._of.laid]
        cards = {1: cards_of(self._pool, hand), DEALER: [*dealers, *self._up]}
        return played(self._game, bets, cards, partial(_decided, do))

    def _first_with(self, counts: Ints) -> dict[int, int]:
        """Return a hand of each line for which a case can be, by the line's place."""
        there = np.flatnonzero(counts)
        lines, first = np.unique(self._line[there], return_index=True)
        return dict(zip(lines.tolist(), there[first].tolist(), strict=True))

    def _gains(self, do: Do, figure: str) -> Gains:
        """Return what each line brings in each case; None in cases that can't be, and for hands
        that may not decide so.
        """
        if (do, figure) not in self._known:
            self._known[do, figure] = [
                [self._gain(of.get(line), case, do, figure) for case, of in enumerate(self._first)]
                for line in range(len(self._lines))
            ]
        return self._known[do, figure]

    def _gain(self, at: int | None, case: int, do: Do, figure: str) -> Fraction | None:
        if at is None:
            return None
        hand = self._hands[at]
        least, most = self._between(int(self._strengths[at]))[case]
        dealers = self._against.example(hand, least, most)
        if dealers is None:
            raise AssertionError(f"no hand of the dealer's from {least} to {most}")
        try:
            return profit(self._play(hand, dealers, do), self._of.counted[figure], NOMINAL)
        except Forbidden:
            return None

    # the plays

    def tallied(self) -> Iterator[tuple[tuple[str, str], dict[Fraction, int]]]:
        """Yield by play and figure the number of deals that bring each profit."""
        self._best = self._chosen()
        names = list(self._of.ways)
        plays = {BEST: self._best} | ({} if self._shown else {MIMIC: self._mimicked()})
        plays |= {name: np.full(len(self._hands), at) for at, name in enumerate(names)}
        for figure in self._of.counted:
            gains = [self._gains(do, figure) for do in self._of.ways.values()]
            for play, does in plays.items():
                yield (play, figure), self._tally(gains, does)

    def _tally(self, gains: Sequence[Gains], does: Ints) -> dict[Fraction, int]:
        """Count deals; a hand that may not do this does the next thing."""
        found: dict[Fraction, int] = {}
        for at in range(len(gains)):
            barred = np.array([all(gain is None for gain in row) for row in gains[at]])
            does = np.where((does == at) & barred[self._line], at + 1, does)
            for case, counts in enumerate(self._cases):
                deals = np.where(does == at, counts * self._counts, 0)
                ways = np.zeros(len(self._lines), np.int64)
                np.add.at(ways, self._line, deals)
                for row, count in zip(gains[at], ways.tolist(), strict=True):
                    gain = row[case]
                    if count and gain is not None:
                        found[gain] = found.get(gain, 0) + count
        return found

    def _chosen(self) -> Ints:
        """Return the best decision of each hand, by its place among the ways."""
        figure = next(iter(self._of.counted))
        gains = [self._gains(do, figure) for do in self._of.ways.values()]
        parts = {gain.denominator for of in gains for row in of for gain in row if gain is not None}
        values = np.array([self._values(of, lcm(*parts)) for of in gains])
        return np.asarray(values.argmax(axis=0), np.int64)

    def _values(self, gains: Gains, scale: int) -> Ints:
        """Return what each hand brings against all of the dealer's hands, scaled to whole numbers;
        the least number there is for a hand that may not decide so.
        """
        barred = np.array([all(gain is None for gain in row) for row in gains])
        whole = np.array([[int((gain or 0) * scale) for gain in row] for row in gains], np.int64)
        value = (whole[self._line] * np.array(self._cases).T).sum(axis=1)
        value[barred[self._line]] = np.iinfo(np.int64).min
        return np.asarray(value, np.int64)

    def _mimicked(self) -> Ints:
        names = list(self._of.ways)
        return np.where(self._strengths >= self._open, 0, names.index("fold")).astype(np.int64)

    def advice(self) -> list[Advice]:
        """Return the weakest hand of each decision, and the strongest of the next one."""
        names, rows = list(self._of.ways), []
        seen = f"{self._shown.rank}: " if self._shown else ""
        for at, name in enumerate(names):
            does = np.flatnonzero(self._best == at)
            if len(does) and at < len(names) - 1:
                weakest = self._hands[does[np.argmin(self._strengths[does])]]
                rows.append(Advice(f"{seen}≥ {_written(cards_of(self._pool, weakest))}", name))
            elif len(does):
                best = self._hands[does[np.argmax(self._strengths[does])]]
                rows.append(Advice(f"{seen}≤ {_written(cards_of(self._pool, best))}", name))
        return rows


def _parts(game: Game, of: Duel) -> Iterator[_Part]:
    """Yield the deals by the rank of the card that is shown; its suit makes no difference."""
    spades = [card for card in PACK if card.suit == SUITS[0]]
    for shown in spades if of.upcard else [None]:
        yield _Part(game, of, shown)


def _decided(do: Do, choices: Sequence[Choice]) -> Decision:
    key, most = do
    choice = next(one for one in choices if one.do is key)
    return Decision(choice, {s.on: s.most if most else s.least for s in choice.stakes})


def _written(hand: Sequence[Card]) -> str:
    order = "AKQJT98765432"
    return " ".join(card.name for card in sorted(hand, key=lambda card: order.index(card.rank)))
