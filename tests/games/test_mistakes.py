"""People who err and put it right, at a table of every game: the round is as if nobody had."""

import json
from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from tests.campaigns.mistakes import GAMES, REOPENING, compare
from tests.games.test_golden_rounds import said
from tests.kits.examples import examples
from tests.kits.games.bare_table import Line, seat
from tests.kits.games.disturbances import DISTURBANCES
from tests.kits.games.journaled import journaled
from tests.kits.games.reckoning.checks import reckoning
from tests.kits.games.rounds_with_mistakes import Erring
from tests.kits.offenders import each

ROUNDS = examples(2, 100)


OVER_WIRES = [game for game in GAMES if game not in REOPENING]


class Patient(Erring):
    """People who pay nothing before they have seen their mistake: a script has no such step."""

    def _settle_some(self) -> None:
        pass


@pytest.mark.clause("NJ 13:69E-1.28P(d)")
def test_corrected_mistakes_leave_round_unchanged() -> None:
    counts = Counter[str]()
    for game in GAMES:
        found = compare(game, ROUNDS, seed=0)
        assert found.difference is None
        counts += found.counts
    for name in ("taken back", "undone by the supervisor", "power cuts", "settled wrongly"):
        assert counts[name], name
    for name in ("corrected", "laid for the next", "thrown again", *DISTURBANCES):
        assert counts[name], name


@each("game", OVER_WIRES)
def test_wire_mistakes_settle_alike(game: str) -> None:
    chance = Random(f"mistakes {game}")
    for _ in range(examples(1, 5)):
        script = reckoning(game).random_script(chance)
        erred = Patient(script, journaled(seat(script)), journaled(seat(script)), chance).err(0.4)
        settled = final_lines(said({**script, "steps": erred.script}))
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
