"""The golden evenings of tournaments: 123 to 127 and the New Brunswick terms (004).

A line of `evenings/*.jsonl` is a script, a note on its rule, and the lines of each named kind that
it must print, all of them in their order. `id` is the game, the article, the subject and the case.
"""

import json
from pathlib import Path

from tests.kits.offenders import each
from tests.kits.tournament.script_lines import lines_by_kind, printed

LINES = [
    json.loads(line)
    for path in sorted((Path(__file__).parent / "evenings").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
EVENINGS = {evening["script"]["id"]: evening for evening in LINES}


@each("name", EVENINGS)
def test_evening_prints_expected_lines(name: str) -> None:
    found = lines_by_kind(printed(EVENINGS[name]["script"]))
    expect = EVENINGS[name]["expect"]
    assert {kind: found.get(kind, []) for kind in expect} == expect


def test_evening_names_are_unique() -> None:
    assert len(EVENINGS) == len(LINES)


@each("name", EVENINGS)
def test_prizes_make_the_exact_share(name: str) -> None:
    found = lines_by_kind(printed(EVENINGS[name]["script"]))
    for proceeds in found.get("proceeds", []):
        assert sum(cents for _, _, cents in found["prize"]) == proceeds["prizes"]
