"""Random evenings, most of them hostile, against the second reckoning of the whole contract."""

from tests.kits.cli.evenings import Evening
from tests.kits.cli.play_kit import outline, played
from tests.kits.examples import examples
from tests.kits.offenders import each

EVENINGS = 48
PLAYED = examples(6, 480)
"""In the evening of seed 5 a surplus card comes right behind the last one of a round."""


@each("seed", range(PLAYED))
def test_random_evening_matches_reference(seed: int) -> None:
    evening = Evening(seed, steps=60)
    assert outline(played(evening.steps, **evening.table)) == evening.reckoning.lines


def test_evenings_cover_the_contract() -> None:
    evenings = [Evening(seed, steps=60) for seed in range(EVENINGS)]
    lines = [line for evening in evenings for line in evening.reckoning.lines]
    settled = [what for kind, *rest in lines if kind == "settled" for what in rest]
    assert {line["outcome"] for line in settled} == {"win", "lose", "push"}
    assert {line["article"] for line in settled} == {None, "32", "33", "34", "35", "36"}
    assert any("bettor" in line for line in settled)
    assert any(line["commission"] for line in settled)
    assert {line[1] for line in lines if line[0] == "unfinished"} >= {"void", "card"}
    assert {line[1]["change"] for line in lines if line[0] == "late"} == {"added", "removed"}
    assert ("alarm",) in lines
    assert {key for evening in evenings for step in evening.steps for key in step} >= {
        "bet", "take", "press", "card", "cards", "cut", "shuffle", "resolve", "enter", "decide",
    }  # fmt: skip
    assert {evening.reckoning.decks for evening in evenings} == {6, 7, 8}
