"""The few rounds kept beside the project, each with its expected result."""

import json
from collections import Counter
from typing import Any

import pytest

from firmware.core.vocabulary.bets import base_bet_name
from tests.games.test_golden_rounds import said
from tests.kits.offenders import each
from tests.kits.paths import SHARED_ROUNDS
from tests.kits.quebec import games_in_pack

ROUNDS = {
    one["script"]["id"]: one
    for path in sorted(SHARED_ROUNDS.glob("*.jsonl"))
    if path.stem in games_in_pack()
    for one in map(json.loads, path.read_text(encoding="utf-8").splitlines())
}


def net(lines: list[dict[str, Any]], bets: dict[str, int]) -> dict[str, int]:
    """Return what spot 1 gained by bet, or under NAME_bonus where that is listed."""
    gained: Counter[str] = Counter(dict.fromkeys(bets, 0))
    for line in lines:
        on, base = line["on"], base_bet_name(line["on"])
        listed = [
            name for name in (f"{on}_bonus" if line.get("bonus") else on, on, base) if name in bets
        ]
        if listed and line["spot"] == 1:
            gained[listed[0]] += line["returned"] + line["paid"] - line["stake"]
    return dict(gained)


@pytest.mark.skipif(not ROUNDS, reason=f"{SHARED_ROUNDS} is not there")
@each("name", ROUNDS)
def test_round_has_its_expected_result(name: str) -> None:
    one = ROUNDS[name]
    lines, expect = said(one["script"]), one["expect"]
    settled = [line["settled"] for line in lines if "settled" in line]
    if "net" in expect:
        assert net(settled, expect["net"]) == expect["net"]
    if "commission" in expect:
        assert sum(line["commission"] for line in settled) == expect["commission"]
    over = sorted(line["standing"]["on"] for line in lines if "standing" in line)
    assert over == sorted(expect.get("standing", over))
    if "hits" in expect:
        assert [line["hits"] for line in settled] == [expect["hits"]]
    for bet, paid in expect.get("paid", {}).items():
        assert sum(line["paid"] for line in settled if line["on"] == bet) == paid
    refused = {line["refused"]["step"] for line in lines if "refused" in line}
    assert bool(refused & set(expect.get("refused", []))) == bool(expect.get("refused"))
    assert any("alarm" in line for line in lines) == expect.get("alarm", False)
