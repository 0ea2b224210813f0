"""People who err and put it right, at a table of every game: the round is as if nobody had."""

import json
from collections import Counter
from collections.abc import Iterable
from random import Random

from firmware.core.vocabulary.keys import Key
from tests.campaigns.mistakes import GAMES, compare
from tests.games.test_golden_rounds import said
from tests.kits.examples import examples
from tests.kits.games.bare_table import Line, seat
from tests.kits.games.journaled import journaled
from tests.kits.games.reckoning.checks import reckoning
from tests.kits.games.rounds_with_mistakes import Erring
from tests.kits.offenders import each

ROUNDS = examples(2, 100)


OVER_WIRES = [game for game in GAMES if game != "blackjack-multi-action"]
"""Where nobody is paid before the dealer's last hand, after which no decision is undone (26.7)."""


class Careless(Erring):
    """People who believe that they have taken a card back."""

    def _supervised(self, key: Key) -> bool:
        return key is Key.TAKE_CARD_BACK or super()._supervised(key)


class Patient(Erring):
    """People who pay nothing before they have seen their mistake: a script has no such step."""

    def _settle_some(self) -> None:
        pass


def test_mistakes_that_are_put_right_leave_every_round_as_it_was() -> None:
    counts = Counter[str]()
    for game in GAMES:
        found = compare(game, ROUNDS, seed=0)
        assert found.difference is None
        counts += found.counts
    for name in ("taken back", "undone", "power cuts", "settled wrongly", "corrected"):
        assert counts[name], name


@each("game", OVER_WIRES)
def test_mistakes_over_the_wires_are_settled_as_reckoned(game: str) -> None:
    chance = Random(f"mistakes {game}")
    for _ in range(examples(1, 5)):
        script = reckoning(game).random_script(chance)
        erred = Patient(script, journaled(seat(script)), journaled(seat(script)), chance).err(0.4)
        settled = final_lines(said({**script, "steps": erred.script}))
        if not erred.given_up:
            assert by_place(settled) == by_place(reckoning(game).reckon(script)), erred.script


def final_lines(printed: Iterable[Line]) -> list[Line]:
    """Return the lines that stand: what has been settled since the close is undone as a whole."""
    stood, round_lines = list[Line](), list[Line]()
    for line in printed:
        if "undone" in line:
            round_lines = []
        elif "settled" in line:
            round_lines.append(line["settled"])
        if "locked" in line or line.get("key") == "place_your_bets":
            stood, round_lines = stood + round_lines, []
    return stood + round_lines


def by_place(lines: Iterable[Line]) -> list[str]:
    return sorted(json.dumps(line, sort_keys=True) for line in lines)


def test_a_card_that_is_not_taken_back_is_seen() -> None:
    chance = Random(1)
    script = reckoning("pai-gow").random_script(chance)
    tables = journaled(seat(script)), journaled(seat(script))
    assert Careless(script, *tables, chance).err(1).differences
