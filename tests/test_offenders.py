"""The kit that folds a table of cases into one test: no offender is missed, nor its reason."""

import os
import sys
from pathlib import Path

import pytest

from tests.kits.offenders import APART, each, offenders

pytestmark = pytest.mark.skipif(APART, reason="cases are apart, and none is folded")


def check_small(number: int) -> None:
    assert number < 3, f"{number} is large"


def test_every_offender_has_its_reason() -> None:
    third, fourth = offenders(range(5), check_small)
    assert third.startswith("3: 3 is large")
    assert fourth.startswith("4: 4 is large")
    assert offenders(range(3), check_small) == []


def test_missing_error_is_an_offence_too() -> None:
    def divides(number: int) -> None:
        with pytest.raises(ZeroDivisionError):
            1 // {"none": 0, "one": 1}[number]

    failed, unknown = offenders(["none", "one", "two"], divides)
    assert failed.startswith("'one': ")
    assert "DID NOT RAISE" in failed
    assert unknown == "'two': KeyError('two')"


def test_table_without_cases_fails() -> None:
    with pytest.raises(AssertionError, match="no cases"):
        offenders([], check_small)


def test_every_failing_case_is_named() -> None:
    @each("left, right", [(1, 1), (1, 2), (2, 1)])
    def folded(left: int, right: int) -> None:
        assert left == right

    with pytest.raises(AssertionError) as raised:
        folded()
    expected = ["2 of 3 cases:", "1, 2: assert 1 == 2", "2, 1: assert 2 == 1"]
    assert str(raised.value).splitlines() == expected


def test_stacked_tables_are_multiplied() -> None:
    seen = []

    @each("left", "ab")
    @each("right", "cd")
    def folded(left: str, right: str) -> None:
        seen.append(left + right)
        assert (left, right) != ("b", "c"), "seen"

    with pytest.raises(AssertionError, match="'b': 1 of 2 cases:\n'c': seen"):
        folded()
    assert seen == ["ac", "ad", "bc", "bd"]


def test_test_finds_expensive_cases() -> None:
    found = []

    def find() -> list[int]:
        found.append("once")
        return [1, 3]

    folded = each("number", find)(check_small)
    assert found == []
    with pytest.raises(AssertionError, match="1 of 2 cases:\n3: 3 is large"):
        folded()
    assert found == ["once"]


@each("number", [1, 2])
def test_fixtures_of_pytest_begin_anew_with_each_case(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(tmp_path.iterdir()) == []
    assert "CASE_BEFORE" not in os.environ
    (tmp_path / "file").touch()
    monkeypatch.setenv("CASE_BEFORE", str(number))
    assert capsys.readouterr().out == ""
    sys.stdout.write("seen by the next case, if it had the same capture\n")


def test_unknown_argument_is_refused() -> None:
    with pytest.raises(AssertionError, match="not all arguments"):
        each("other", [1])(check_small)
