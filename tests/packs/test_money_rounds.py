"""Golden rounds of maximum payments and of rounded commissions, at a house in dollars and at one in
dinars (`money/`).

A line is a script and its expected result, as in `tests/games/test_golden_rounds.py`.
"""

import json
from pathlib import Path
from shutil import copytree
from typing import Any, Final

import pytest

from firmware.cli.main import main
from tests.kits.games.golden_rounds import EXPECTED

FOLDER: Final = Path(__file__).parent / "money"
GOLDEN: Final = list(map(json.loads, (FOLDER / "rounds.jsonl").read_text("utf-8").splitlines()))


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden["script"]["id"] for golden in GOLDEN])
def test_a_round_is_paid_by_its_pack(
    golden: dict[str, Any], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = copytree(FOLDER, tmp_path / "packs") / "script.json"
    script.write_text(json.dumps(golden["script"]))
    assert main(("play", str(script))) == 0
    printed = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    settled = [line["settled"] for line in printed if "settled" in line]
    assert [[line[name] for name in EXPECTED] for line in settled] == golden["expect"]
    assert not [line for line in printed if "refused" in line or "alarm" in line]
