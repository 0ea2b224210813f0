"""`croupier run` at a table where everybody plays for the jackpot, and wins it on a signal.

    python -m tools.floor.jackpot_table ARGUMENT…

After SIGUSR1 the next pack that is shuffled begins with a royal flush. Nothing of the program is
changed: the people of the simulated table are another kind of people.
"""

import signal
import sys
from collections.abc import Mapping
from typing import Final

from firmware.cli.main import main as croupier
from firmware.core.vocabulary.cards import Card, parse_card
from sim.people.by_chance import players
from sim.people.pack import ShuffledPack

ROYAL: Final = tuple(map(parse_card, ("AS", "KS", "QS", "JS", "TS")))


class Luck:
    """Whether the next pack is a lucky one."""

    def __init__(self) -> None:
        self._is_due = False

    def promise(self, *_: object) -> None:
        """Have the next pack that is shuffled begin with a royal flush."""
        self._is_due = True

    def bring(self) -> None:
        """Have every pack that is shuffled from now on obey."""
        shuffle = ShuffledPack.shuffle

        def shuffled(
            pack: ShuffledPack,
            drawn_cards: Mapping[Card, int] | None = None,
            *,
            cut_card_drawn: bool = False,
        ) -> None:
            shuffle(pack, drawn_cards, cut_card_drawn=cut_card_drawn)
            if self._is_due and not drawn_cards:
                self._is_due = False
                cards, behind = pack.pack_order
                others = tuple(card for card in cards if card not in ROYAL)
                pack.restore((others + ROYAL, behind))

        ShuffledPack.shuffle = shuffled  # type: ignore[assignment, method-assign]


def main() -> int:
    luck = Luck()
    luck.bring()
    signal.signal(signal.SIGUSR1, luck.promise)
    players.SIDE_BET_PROBABILITY = 1.0  # type: ignore[misc]
    return croupier(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
