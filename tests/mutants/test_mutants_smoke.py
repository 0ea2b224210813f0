"""The mutants, small; and a mutant that no test notices is reported."""

from pathlib import Path
from time import sleep

import pytest

from tests.kits.paths import ROOT
from tests.mutants import forked
from tests.mutants.forked import Forked
from tests.mutants.mutation import Mutant, is_told_apart, mutants, mutated
from tests.mutants.planting import Planted
from tests.mutants.results import Outcome, Result, compared
from tests.mutants.sample import kept
from tests.mutants.subjects import SUBJECTS
from tests.mutants.trial import Ended, Trial, Watch

LIMIT = "def low(cents: int | None) -> bool:\n    return cents < 500\n"
TESTED = "from hal.limit import low\n\n\ndef test_low() -> None:\n    assert low(499)\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project of one file and one test, which is too weak."""
    (tmp_path / "tests" / "games").mkdir(parents=True)
    (tmp_path / "hal").mkdir()
    (tmp_path / "hal" / "limit.py").write_text(LIMIT)
    (tmp_path / "tests" / "test_low.py").write_text(TESTED)
    return tmp_path


def tried(tree: Path, source: str, seconds: int = 20) -> Ended | None:
    planted = Planted("hal.limit", tree / "hal" / "limit.py", source)
    running = Forked(Trial(tree, ["tests/test_low.py"], [], planted), seconds)
    while not running.over():
        sleep(0.02)
    return running.ended()


def only(operator: str) -> Mutant:
    (found,) = (m for m in mutants("limits", "hal/limit.py", LIMIT) if m.operator == operator)
    return found


def test_a_fault_that_a_test_notices_is_told_with_the_test(tree: Path) -> None:
    source = mutated(tree, only("ReplaceComparisonOperator_Lt_Gt"))
    assert source
    ended = tried(tree, source)
    assert ended
    assert (ended.status, ended.failed) == (1, "tests/test_low.py::test_low")


def test_a_fault_that_no_test_notices_is_told(tree: Path) -> None:
    source = mutated(tree, only("ReplaceComparisonOperator_Lt_LtE"))
    assert source
    ended = tried(tree, source)
    assert ended
    assert ended.status == 0


def test_a_fault_that_never_ends_is_given_up_by_the_processors_time(tree: Path) -> None:
    assert tried(tree, "while True:\n    pass\n", seconds=1) is None


def test_a_fault_that_waits_for_ever_is_given_up(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forked, "LOOKS_ASLEEP", 20)
    assert tried(tree, "from threading import Event\nEvent().wait()\n") is None


def test_a_mutant_is_found_where_its_line_has_moved_to(tree: Path) -> None:
    limit = tree / "hal" / "limit.py"
    limit.write_text("# moved\n" + LIMIT)
    moved = mutated(tree, only("ReplaceComparisonOperator_Lt_LtE"))
    assert moved == limit.read_text().replace("<", "<=")


def test_a_mutant_whose_line_is_gone_is_none(tree: Path) -> None:
    (tree / "hal" / "limit.py").write_text(LIMIT.replace("cents <", "500 >"))
    assert mutated(tree, only("ReplaceComparisonOperator_Lt_LtE")) is None


def test_a_fault_of_an_annotation_is_none() -> None:
    assert not is_told_apart(LIMIT, LIMIT.replace("|", "&"))
    assert is_told_apart(LIMIT, LIMIT.replace("500", "501"))


@pytest.mark.parametrize(
    ("case", "is_kept"),
    [
        ("[pai-gow-100-the-whole-set]", True),
        ("[pai-gow-poker-53-drawn]", False),
        ("[craps]", False),
        ("", True),
    ],
)
def test_of_a_test_of_every_game_the_games_own_cases_are_taken(case: str, is_kept: bool) -> None:
    watch = Watch(ROOT, ["pai-gow"])
    assert watch.concerns(f"tests/games/test_golden_rounds.py::test_a_round{case}") == is_kept


def test_the_sample_has_of_each_subject_what_it_has_coming() -> None:
    drawn = [mutant.subject for mutant in kept()]
    assert {s.name: s.mutants for s in SUBJECTS} == {s.name: drawn.count(s.name) for s in SUBJECTS}
    assert len({mutant.name for mutant in kept()}) == len(drawn) >= 400


def test_a_mutant_that_is_noticed_no_more_is_told() -> None:
    def outcomes(*all_: Outcome) -> list[Result]:
        return [Result(name, "limits", outcome) for name, outcome in zip("abcd", all_, strict=True)]

    before = outcomes("killed", "survived", "given up", "killed")
    after = outcomes("survived", "killed", "killed", "no longer there")
    assert compared(before, after) == (["a"], ["b"])
