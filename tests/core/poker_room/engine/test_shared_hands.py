"""The public hands kept beside the project, each with all that must be printed."""

import json
from typing import Any

import pytest

from tests.kits.games.poker import Said, alarms, of, played, refused, stacks, standing
from tests.kits.offenders import each
from tests.kits.paths import SHARED_ROUNDS


def _is_of_a_table(script: dict[str, Any]) -> bool:
    return script["game"] == "poker-room" or script.get("options", {}).get("role") == "table"


HANDS = {
    one["script"]["id"]: one
    for name in ("poker-room.jsonl", "tournament.jsonl")
    if (SHARED_ROUNDS / name).exists()
    for one in map(json.loads, (SHARED_ROUNDS / name).read_text(encoding="utf-8").splitlines())
    if _is_of_a_table(one["script"])
}


def summed(said: Said) -> dict[str, int]:
    """Return what went back uncalled, by spot."""
    found: dict[str, int] = {}
    for line in of("returned", said):
        if line["article"] == "67.103 (2)":
            found[str(line["spot"])] = found.get(str(line["spot"]), 0) + line["cents"]
    return found


def of_won(said: Said) -> list[dict[str, Any]]:
    fields = ("pot", "spot", "cents", "hand", "half")
    return [{name: won[name] for name in fields if name in won} for won in of("won", said)]


@pytest.mark.skipif(not HANDS, reason=f"{SHARED_ROUNDS} is not there")
@each("name", HANDS)
def test_hand_prints_its_expected_lines(name: str) -> None:
    expect, said = HANDS[name]["expect"], played(HANDS[name]["script"])
    standing_lines, left = standing(said), of("left", said)
    gone = {line["spot"] for line in left}
    at_the_end = {str(spot): cents for spot, cents in stacks(said).items() if spot not in gone}
    posted = [list(line.values()) for line in of("blinds", said)]
    assert refused(said) == expect["refused"]
    assert alarms(said) == expect.get("alarm", [])
    assert at_the_end == expect["stacks"]
    assert posted[: len(expect.get("blinds", []))] == expect.get("blinds", posted[:0])
    assert of("pot", standing_lines) == expect.get("pots", [])
    assert sum(pot["commission"] for pot in of("pot", standing_lines)) == expect["commission"]
    assert of_won(standing_lines) == expect.get("won", [])
    assert summed(standing_lines) == expect.get("returned", {})
    assert {str(line["spot"]): line["cents"] for line in left} == expect.get("left", {})
    assert sum(line["cents"] for line in of("removed", standing_lines)) == expect.get("removed", 0)
    assert bool(of("voided", said)) == expect.get("voided", False)
    assert not [card for card in expect.get("secret", []) if card in json.dumps(said)]
