"""A golden round for each switch of a game, at a house that has every one (`switches/house.toml`).

A line is a script and its expected result, as in `tests/games/test_golden_rounds.py`.
"""

import json
from pathlib import Path
from shutil import copy
from typing import Any, Final

import pytest

from firmware.cli.main import main
from firmware.shell.rules.pack_files import find_pack
from tests.kits.games.golden_rounds import EXPECTED

FOLDER: Final = Path(__file__).parent / "switches"
GOLDEN: Final[dict[str, Any]] = {
    golden["script"]["id"]: golden
    for golden in map(json.loads, (FOLDER / "rounds.jsonl").read_text("utf-8").splitlines())
}


@pytest.fixture
def printed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> dict[str, list[dict[str, Any]]]:
    """Return what `croupier play` prints of each round."""
    copy(FOLDER / "house.toml", tmp_path)
    scripts = tmp_path / "rounds.jsonl"
    scripts.write_text("\n".join(json.dumps(golden["script"]) for golden in GOLDEN.values()))
    assert main(("play", str(scripts))) == 0
    lines_by_round: dict[str, list[dict[str, Any]]] = {}
    for line in map(json.loads, capfd.readouterr().out.splitlines()):
        if "script" in line:
            lines = lines_by_round.setdefault(line["script"], [])
        lines.append(line)
    return lines_by_round


def test_golden_rounds_of_the_switches(printed: dict[str, list[dict[str, Any]]]) -> None:
    for name, golden in GOLDEN.items():
        lines = printed[name]
        settled = [
            [line["settled"][name] for name in EXPECTED] for line in lines if "settled" in line
        ]
        assert settled == golden["expect"], name
        refused = [line["refused"]["step"] for line in lines if "refused" in line]
        assert refused == golden.get("refused", []), name
        collected = [[*line["collected"].values()] for line in lines if "collected" in line]
        assert collected == golden.get("collected", []), name
        standing = [line["standing"] for line in lines if "standing" in line]
        assert standing == golden.get("standing", []), name


def test_every_switch_of_the_house_has_a_golden_round() -> None:
    house = find_pack("house.toml", FOLDER)
    chosen = {
        (golden["script"]["game"], option)
        for golden in GOLDEN.values()
        for option in golden["script"].get("options", ())
    }
    own_games = [game for game in house.games if "like" not in house.tables[game]]
    assert {(game, name) for game in own_games for name in house.rules(game).switches} <= chosen
