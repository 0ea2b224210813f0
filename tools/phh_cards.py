"""The cards of a hand's players, and stand-ins for cards that lay open and were not recorded.

A recording may not see the up card of a player who folds. The table must be given one: it is a card
that nobody holds and that leaves the first word where the record has it. In the first round of stud
the lowest up card brings it in, later the highest hand speaks first; in razz it is the reverse.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from tools.phh_reading import UNKNOWN, split_cards

RANKS: Final = "23456789TJQKA"
RAZZ_RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
HIDDEN: Final = 2
"""The cards of stud that lie face down before the first open one."""
SEVENTH: Final = 6
"""The place of the last card of stud, which lies face down again."""


class Cards:
    """The cards of each player in the order in which he got them, as far as anything tells them."""

    def __init__(self, actions: Iterable[Sequence[str]], *, is_razz: bool) -> None:
        self._ranks = RAZZ_RANKS if is_razz else RANKS
        self._is_razz = is_razz
        self._held: dict[int, list[str]] = defaultdict(list)
        named: set[str] = set()
        for words in actions:
            named |= {card for word in words[2:] for card in split_cards(word)}
            self._note(words)
        self._free = [rank + suit for rank in self._ranks for suit in SUITS]
        self._free = [card for card in self._free if card not in named]

    def _note(self, words: Sequence[str]) -> None:
        if words[:2] == ["d", "dh"] and len(words) > HIDDEN + 1:
            self._held[_player(words[2])] += split_cards(words[3])
        elif words[1:2] == ["sm"] and len(words) > HIDDEN:
            held, shown = self._held[_player(words[0])], split_cards(words[2])
            for place, card in enumerate(shown[: len(held)]):
                held[place] = card if held[place] == UNKNOWN else held[place]

    def held(self, player: int) -> list[str]:
        """Return a player's cards of the whole hand."""
        return self._held[player]

    def face_down(self, player: int) -> list[str]:
        """Return the cards of stud that lay face down, which are shown in the end."""
        held = self._held[player]
        return [*held[:HIDDEN], *held[SEVENTH:]]

    def up(self, player: int, place: int, *, first: int | None) -> str:
        """Return the card that a player got face up, or a stand-in.

        `place` counts his cards from 0, `first` is the player who speaks first with it.
        """
        held = self._held[player]
        if held[place] == UNKNOWN:
            held[place] = self._stand_in(held, place, leads=player == first)
            self._free.remove(held[place])
        return held[place]

    def _stand_in(self, held: Sequence[str], place: int, *, leads: bool) -> str:
        low_first = (place == HIDDEN) == leads
        if self._is_razz:
            low_first = not low_first
        showing = {card[0] for card in held[HIDDEN:place]}
        # a second card of a rank would make a pair, which speaks first or never
        fitting = [card for card in self._free if card[0] not in showing] or self._free
        return fitting[0 if low_first else -1]


def _player(word: str) -> int:
    return int(word.removeprefix("p"))
