"""Where the time of the tests goes: a plugin of pytest, and what its lines add up to.

    pytest -p bench.times --times FILE.jsonl …
    python -m bench.times FILE.jsonl…

A line is [test, phase, outcome, wall seconds, processor seconds], those of child processes that
have ended included. Every process of pytest writes its own, so that each worker's collection
counts, as the tests do that it runs.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

COLLECTION = "collection"
DEAREST = 30


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", metavar="FILE", help="append what each test takes to this file")


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("--times")
    if path:
        config.pluginmanager.register(Times(Path(path)))


class Times:
    """Notes what this process of pytest takes, phase by phase."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", buffering=1)
        self._since = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        began, self._since = time.perf_counter(), _processor_s()
        found = yield
        self._note(COLLECTION, "collect", "passed", time.perf_counter() - began)
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self._since = _processor_s()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        self._note(report.nodeid, report.when, report.outcome, call.duration)
        return report

    def _note(self, test: str, phase: str, outcome: str, wall: float) -> None:
        now = _processor_s()
        self._file.write(json.dumps([test, phase, outcome, wall, now - self._since]) + "\n")
        self._since = now


def _processor_s() -> float:
    return sum(os.times()[:4])


class Taken(NamedTuple):
    """What some tests have taken."""

    wall_s: float
    processor_s: float
    tests: int


def read(path: Path) -> dict[str, Taken]:
    """Return what each test took, all its phases together; collections are added up."""
    found: dict[str, Taken] = {}
    for line in path.read_text().splitlines():
        test, _phase, _outcome, wall, processor = json.loads(line)
        before = found.get(test, Taken(0, 0, test != COLLECTION))
        found[test] = Taken(before.wall_s + wall, before.processor_s + processor, before.tests)
    return found


def added_up(found: dict[str, Taken], kind: Callable[[str], str]) -> list[tuple[str, Taken]]:
    """Return what each kind of test took, the dearest first."""
    kinds: dict[str, list[Taken]] = {}
    for test, taken in found.items():
        kinds.setdefault(kind(test), []).append(taken)
    sums = [(name, total(each)) for name, each in kinds.items()]
    return sorted(sums, key=lambda one: -one[1].processor_s)


def total(taken: Iterable[Taken]) -> Taken:
    return Taken(*(sum(each) for each in zip(*taken, strict=True)))


def folder(test: str) -> str:
    """Return the folder below tests/; a file that is in none is called so itself."""
    return test.split("::")[0].removeprefix("tests/").split("/")[0]


def function(test: str) -> str:
    """Return the test without its parameters."""
    return test.split("[")[0]


def main(paths: Sequence[str]) -> None:
    """Say what the folders and the dearest tests of each file have taken."""
    for path in paths:
        found = read(Path(path))
        print(f"{Path(path).stem}: wall s, processor s, tests")
        _say([*added_up(found, folder), ("all", total(found.values()))])
        _say(added_up(found, function)[:DEAREST])


def _say(rows: Iterable[tuple[Any, Taken]]) -> None:
    for name, taken in rows:
        print(f"{taken.wall_s:9.1f} {taken.processor_s:9.1f} {taken.tests:7} {name}")
    print()


if __name__ == "__main__":
    main(sys.argv[1:])
