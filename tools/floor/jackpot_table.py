"""`croupier run` at a table where everybody plays for the jackpot, and wins it on a signal.

    python -m tools.floor.jackpot_table ARGUMENT…

After SIGUSR1 the next pack that is shuffled begins with a royal flush. Nothing of the program is
changed: the simulated table has another kind of people.
"""

import signal
import sys
from collections.abc import Mapping
from typing import ClassVar, Final

from firmware.core.vocabulary.cards import Card, parse_card
from sim.people.by_chance.people_kind import PeopleKind
from sim.people.pack import ShuffledPack
from tools.run_with_people import run_with_people

ROYAL: Final = tuple(map(parse_card, ("AS", "KS", "QS", "JS", "TS")))


class LuckyPack(ShuffledPack):
    """A pack that begins with a royal flush once that was promised."""

    is_promised: ClassVar = False

    @classmethod
    def promise(cls, *_: object) -> None:
        """Have the next pack that is shuffled begin with a royal flush."""
        cls.is_promised = True

    def shuffle(
        self, drawn_cards: Mapping[Card, int] | None = None, *, cut_card_drawn: bool = False
    ) -> None:
        super().shuffle(drawn_cards, cut_card_drawn=cut_card_drawn)
        if LuckyPack.is_promised and not drawn_cards:
            LuckyPack.is_promised = False
            cards, behind = self.pack_order
            other_cards = tuple(card for card in cards if card not in ROYAL)
            self.restore((other_cards + ROYAL, behind))


def main() -> int:
    signal.signal(signal.SIGUSR1, LuckyPack.promise)
    people_kind = PeopleKind(side_bet_probability=1.0, make_pack=LuckyPack)
    return run_with_people(sys.argv[1:], people_kind)


if __name__ == "__main__":
    sys.exit(main())
