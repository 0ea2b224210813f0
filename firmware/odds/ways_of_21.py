"""Ways to play Blackjack against one card of the dealer's: the best one, and plain ones.

The deals of each card of the dealer's are a part of their own. Within it every hand that a player
may draw is one node; its ends follow from those of the hands with one more card, and the dealer's
results are counted for all hands together.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.odds.figure import BEST, Advice, Chances, mean, mixed
from firmware.odds.hands_of_21 import Choose, Hands, Options, Played
from firmware.odds.rounds_of_21 import Rounds
from firmware.odds.shoe import VALUES, Hand, Shoe, of_values, soft, total

BASIC: Final = "basic"
"""To decide by the total of a hand, not by its cards: as is best with its two first cards."""
DEALERS_WAY: Final = "mimic"
UNDOUBLED: Final = "hit_or_stand"
"""To draw or stand as brings most, and never to double or split."""
SPLITTING: Final = (BEST, BASIC)
PLAYS: Final = (BEST, BASIC, UNDOUBLED, DEALERS_WAY)

Kind = tuple[int, bool]
"""A total, and whether it is soft."""
Left = Callable[[Hand], Shoe]
"""What is left when these cards are known."""


class Shown:
    """All deals with one card of the dealer's shown."""

    def __init__(self, rounds: Rounds, upcard: int, left: Left | None = None) -> None:
        self._rounds, self._upcard = rounds, upcard
        self._left = left or partial(Shoe, rounds.game.decks)
        self._dealers = rounds.dealers(upcard)
        self.hands = Hands(rounds, self.shoe(), self._dealers)
        self._of_split: dict[int, Hands] = {}

    def shoe(self, *gone: int) -> Shoe:
        return self._left(of_values([self._upcard, *gone]))

    def choose(self, play: str) -> Choose:
        """Return the way to decide of a play."""
        plain = {BEST: best, UNDOUBLED: undoubled, DEALERS_WAY: self._as_dealer}
        return plain.get(play) or self._basic()

    def _as_dealer(self, cards: Sequence[int], _: Options) -> Key:
        return Key.HIT if self._rounds.dealer_draws(tuple(cards)) else Key.STAND

    def _basic(self) -> Choose:
        """Return the play by the best decision for all first cards of one total together."""
        played = Played(self.hands, best)
        sums: dict[Kind, dict[Key, Fraction]] = {}
        for two, chance in self.hands.starts:
            drawn = of_values(two)
            found = sums.setdefault(_kind(two), {})
            for key, ends in played.options(drawn).items():
                worth = mean(self.hands.chances(ends, drawn))
                found[key] = found.get(key, Fraction(0)) + chance * worth

        def choose(cards: Sequence[int], options: Options) -> Key:
            worths = sums.get(_kind(cards), {})
            return max(options, key=lambda key: worths.get(key, Fraction(-100)))

        return choose

    def of_split(self, value: int) -> Hands:
        """Return the hands that follow a card of this value that was split off."""
        if value not in self._of_split:
            shoe = self.shoe(value, value)
            self._of_split[value] = Hands(self._rounds, shoe, self._dealers, (value,))
        return self._of_split[value]

    def advice(self, done: Mapping[tuple[int, ...], Key]) -> list[Advice]:
        """Return by decision the totals, and hands that differ from others of their total."""
        usual: dict[Kind, list[Key]] = {}
        for two, key in ((two, key) for two, key in done.items() if two[0] != two[1]):
            usual.setdefault(_kind(two), []).append(key)
        rows: dict[Key, dict[str, None]] = {}
        for two, key in sorted(done.items(), key=lambda each: _kind(each[0])):
            value, is_soft = _kind(two)
            alike = len(set(usual.get((value, is_soft), ()))) == 1
            pair = "".join(VALUES[at] for at in two)
            summed = alike and two[0] != two[1]
            name = f"{'A+' if is_soft else ''}{value - 11 * is_soft}" if summed else pair
            rows.setdefault(key, {})[name] = None
        shown = VALUES[self._upcard]
        return [Advice(f"{shown}: {' '.join(names)}", key.value) for key, names in rows.items()]


class Way:
    """One way to play all hands against the card that the dealer shows."""

    def __init__(self, shown: Shown, play: str) -> None:
        self._shown, self._splits = shown, play in SPLITTING
        self._choose = shown.choose(play)
        self._whole = Played(shown.hands, self._choose)
        self._halves: dict[int, Played] = {}

    def chances(self) -> Chances:
        """Return the chances of every deal."""
        return mixed((chance, self.of(two)) for two, chance in self._shown.hands.starts)

    def decisions(self) -> dict[tuple[int, ...], Key]:
        """Return the decision with each two first cards that leave one."""
        starts = (two for two, _ in self._shown.hands.starts)
        return {two: key for two in starts if (key := self.decision(two))}

    def decision(self, cards: tuple[int, ...], *, split: bool = False) -> Key | None:
        """Return the decision with a hand, or with one of a split; None if there is none."""
        if split:
            return self.half(cards[0]).at(of_values(cards[1:]))[0]
        return Key.SPLIT if self._is_split(cards) else self.alone(cards)

    def alone(self, cards: tuple[int, ...]) -> Key | None:
        """Return the decision with a hand if it is not split."""
        return self._whole.at(of_values(cards))[0]

    def of(self, two: tuple[int, ...]) -> Chances:
        """Return the chances with these first two cards."""
        if self.decision(two) is Key.SPLIT:
            return self.half(two[0]).both()
        drawn = of_values(two)
        return self._shown.hands.chances(self._whole.at(drawn)[1], drawn)

    def _is_split(self, cards: tuple[int, ...]) -> bool:
        hands, drawn = self._shown.hands, of_values(cards)
        if not self._splits or Key.SPLIT not in hands.open_to(drawn):
            return False
        alone = mean(hands.chances(self._whole.at(drawn)[1], drawn))
        return 2 * mean(self.half(cards[0]).first()) > alone

    def half(self, value: int) -> Played:
        """Return how one hand of a split is played."""
        if value not in self._halves:
            self._halves[value] = Played(self._shown.of_split(value), self._choose)
        return self._halves[value]


def _kind(cards: Sequence[int]) -> Kind:
    hand = of_values(cards)
    return total(hand), soft(hand)


def best(_: Sequence[int], options: Options) -> Key:
    """Decide as brings most."""
    return max(options, key=lambda key: sum(gain * ways for gain, ways in options[key].items()))


def undoubled(cards: Sequence[int], options: Options) -> Key:
    """Decide as brings most, but never double."""
    return best(cards, {key: ends for key, ends in options.items() if key is not Key.DOUBLE})
