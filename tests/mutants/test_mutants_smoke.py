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
from tests.mutants.sample import read
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


def test_noticed_fault_names_its_test(tree: Path) -> None:
    source = mutated(tree, only("ReplaceComparisonOperator_Lt_Gt"))
    assert source
    ended = tried(tree, source)
    assert ended
    assert (ended.status, ended.failed) == (1, "tests/test_low.py::test_low")


def test_unnoticed_fault_is_reported(tree: Path) -> None:
    source = mutated(tree, only("ReplaceComparisonOperator_Lt_LtE"))
    assert source
    ended = tried(tree, source)
    assert ended
    assert ended.status == 0


def test_endless_fault_is_stopped(tree: Path) -> None:
    assert tried(tree, "while True:\n    pass\n", seconds=1) is None


def test_fault_waiting_forever_abandoned(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked, "LOOKS_ASLEEP", 20)
    assert tried(tree, "from threading import Event\nEvent().wait()\n") is None


def test_mutant_follows_its_moved_line(tree: Path) -> None:
    limit = tree / "hal" / "limit.py"
    limit.write_text("# moved\n" + LIMIT)
    moved = mutated(tree, only("ReplaceComparisonOperator_Lt_LtE"))
    assert moved == limit.read_text().replace("<", "<=")


def test_mutant_of_a_missing_line_dropped(tree: Path) -> None:
    (tree / "hal" / "limit.py").write_text(LIMIT.replace("cents <", "500 >"))
    assert mutated(tree, only("ReplaceComparisonOperator_Lt_LtE")) is None


def test_fault_in_an_annotation_is_no_fault() -> None:
    assert not is_told_apart(LIMIT, LIMIT.replace("|", "&"))
    assert is_told_apart(LIMIT, LIMIT.replace("500", "501"))


@pytest.mark.parametrize(
    ("case", "is_saved"),
    [
        ("[pai-gow-100-the-whole-set]", True),
        ("[pai-gow-poker-53-drawn]", False),
        ("[craps]", False),
        ("", True),
    ],
)
def test_test_of_every_game_runs_own_cases(case: str, is_saved: bool) -> None:
    watch = Watch(ROOT, ["pai-gow"])
    assert watch.concerns(f"tests/games/test_golden_rounds.py::test_a_round{case}") == is_saved


def test_sample_has_quota_of_each_subject() -> None:
    drawn = [mutant.subject for mutant in read()]
    assert {s.name: s.mutants for s in SUBJECTS} == {s.name: drawn.count(s.name) for s in SUBJECTS}
    assert len({mutant.name for mutant in read()}) == len(drawn) >= 400


def test_mutant_no_longer_noticed_reported() -> None:
    def outcomes(*all_: Outcome) -> list[Result]:
        return [Result(name, "limits", outcome) for name, outcome in zip("abcd", all_, strict=True)]

    before = outcomes("killed", "survived", "given up", "killed")
    after = outcomes("survived", "killed", "killed", "no longer there")
    assert compared(before, after) == (["a"], ["b"])
