"""The plugin that records the time of tests, in every process of pytest, and its sums."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bench import times

TESTS = """
import pytest

@pytest.mark.parametrize("case", range(3))
def test_cases(case):
    assert case < 3

@pytest.mark.live
def test_served():
    pass
"""
LINE = tuple[str, str, str, str, float, float]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[LINE]:
    """The lines of four tests that two workers run."""
    folder = tmp_path_factory.mktemp("times")
    tests = folder / "tests" / "shop"
    tests.mkdir(parents=True)
    (tests / "test_shop.py").write_text(TESTS)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = live: served\n")
    found = folder / "times.jsonl"
    plugins = ["-p", "no:cacheprovider", "-p", "xdist", "-p", "bench.times"]
    command = [sys.executable, "-m", "pytest", *plugins, "--times", str(found)]
    subprocess.run(
        [*command, "--numprocesses", "2", "tests"],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=True,
        capture_output=True,
    )
    return [msgspec.json.decode(line, type=LINE) for line in found.read_bytes().splitlines()]


def test_each_phase_is_one_line(lines: list[LINE]) -> None:
    file = "tests/shop/test_shop.py::"
    cases = [(f"{file}test_cases[{case}]", "shop") for case in range(3)]
    tests = [*cases, (f"{file}test_served", "shop, live")]
    phases = ("setup", "call", "teardown")
    assert sorted(line[:4] for line in lines if line[0] != times.COLLECTION) == sorted(
        (*test, phase, "passed") for test in tests for phase in phases
    )


def test_workers_record_collection(lines: list[LINE]) -> None:
    assert len([line for line in lines if line[0] == times.COLLECTION]) >= 2


def test_no_negative_duration(lines: list[LINE]) -> None:
    assert [line for line in lines if min(line[4:]) < 0] == []


def test_phases_cases_and_files_add_up(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_text(
        '["tests/a/test.py::one[1]", "a", "setup", "passed", 1.0, 0.25]\n'
        '["tests/a/test.py::one[1]", "a", "call", "passed", 2.0, 0.5]\n'
        '["collection", "collection", "collect", "passed", 4.0, 4.0]\n'
    )
    second.write_text('["tests/a/test.py::one[2]", "a", "call", "passed", 3.0, 1.0]\n')
    kinds = times.added_up([first, second], lambda _test, kind: kind)
    assert list(kinds) == ["collection", "a"], "the dearest first"
    both = frozenset({"tests/a/test.py::one[1]", "tests/a/test.py::one[2]"})
    assert kinds["a"] == times.Taken(both, 6.0, 1.75)
    assert kinds["collection"] == times.Taken(frozenset(), 4.0, 4.0)
    functions = times.added_up([first, second], lambda test, _kind: test.split("[")[0])
    assert functions["tests/a/test.py::one"] == kinds["a"]
