"""People who err and put it right, at a table of every game: the round is as if nobody had."""

from collections import Counter
from random import Random

from firmware.core.vocabulary.keys import Key
from tests.campaigns.mistakes import GAMES, compare
from tests.kits.examples import examples
from tests.kits.games.bare_table import seat
from tests.kits.games.erring import Erring
from tests.kits.games.journaled import journaled
from tests.kits.games.reckoning.checks import reckoning

ROUNDS = examples(2, 100)


class Careless(Erring):
    """People who believe that they have taken a card back."""

    def _supervised(self, key: Key) -> bool:
        return key is Key.TAKE_CARD_BACK or super()._supervised(key)


def test_mistakes_that_are_put_right_leave_every_round_as_it_was() -> None:
    counts = Counter[str]()
    for game in GAMES:
        found = compare(game, ROUNDS, seed=0)
        assert found.difference is None
        counts += found.counts
    assert all(counts[name] for name in ("taken back", "undone", "power cuts", "settled wrongly"))


def test_a_card_that_is_not_taken_back_is_seen() -> None:
    chance = Random(1)
    script = reckoning("pai-gow").random_script(chance)
    tables = journaled(seat(script)), journaled(seat(script))
    assert Careless(script, *tables, chance).err(1).differences
