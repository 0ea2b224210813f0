"""The golden evenings of tournaments: 123 to 127 and the New Brunswick terms (004).

A line of `evenings/*.jsonl` is a script, a note on its rule, and the lines of each named kind that
it must print, all of them in their order. `id` is the game, the article, the subject and the case.
"""

from tests.kits.games.golden_hands import EVENING_LINES, EVENINGS
from tests.kits.offenders import each
from tests.kits.tournament.script_lines import lines_by_kind, printed


@each("name", EVENINGS)
def test_evening_prints_expected_lines(name: str) -> None:
    found = lines_by_kind(printed(EVENINGS[name]["script"]))
    expect = EVENINGS[name]["expect"]
    assert {kind: found.get(kind, []) for kind in expect} == expect


def test_evening_names_are_unique() -> None:
    assert len(EVENINGS) == len(EVENING_LINES)


@each("name", EVENINGS)
def test_prizes_make_the_exact_share(name: str) -> None:
    found = lines_by_kind(printed(EVENINGS[name]["script"]))
    for proceeds in found.get("proceeds", []):
        assert sum(cents for _, _, cents in found["prize"]) == proceeds["prizes"]
