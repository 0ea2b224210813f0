"""Where the time of the tests goes: a plugin of pytest, and sums of its lines: campaign `times`.

    pytest -p bench.times --times FILE.jsonl …
    python -m bench.times FILE.jsonl…

A line is [test, kind, phase, outcome, wall seconds, processor seconds], those of child processes
that have ended included. Every process of pytest writes its own, so that each worker's collection
counts, as do the tests that it runs.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

COLLECTION = "collection"
DEAREST = 40


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
        self._spent_s = 0.0
        """The processor's seconds at the end of the last phase."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        began, self._spent_s = time.perf_counter(), _processor_s()
        found = yield
        took = time.perf_counter() - began
        self._note(COLLECTION, COLLECTION, "collect", "passed", took)
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self._spent_s = _processor_s()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        self._note(item.nodeid, kind_of(item), report.when, report.outcome, call.duration)
        return report

    def _note(self, test: str, kind: str, phase: str, outcome: str, wall_s: float) -> None:
        before, self._spent_s = self._spent_s, _processor_s()
        line = [test, kind, phase, outcome, wall_s, self._spent_s - before]
        self._file.write(json.dumps(line) + "\n")


def kind_of(item: pytest.Item) -> str:
    """Return the folder below tests/, else the file; tests at tables in service are apart."""
    names = Path(item.location[0]).parts
    folder = names[1] if len(names) > 2 else names[-1]
    return f"{folder}, live" if item.get_closest_marker("live") else folder


def _processor_s() -> float:
    return sum(os.times()[:4])


class Taken(NamedTuple):
    """What some tests have taken."""

    tests: frozenset[str]
    wall_s: float
    processor_s: float


def added_up(paths: Iterable[Path], name: Callable[[str, str], str]) -> dict[str, Taken]:
    """Return what tests took under the name that each has by its own and its kind's."""
    found: dict[str, list[Taken]] = {}
    for line in (line for path in paths for line in path.read_text().splitlines()):
        test, kind, _phase, _outcome, wall, processor = json.loads(line)
        taken = Taken(frozenset({test} - {COLLECTION}), wall, processor)
        found.setdefault(name(test, kind), []).append(taken)
    sums = {each: total(taken) for each, taken in found.items()}
    return dict(sorted(sums.items(), key=lambda test_time: -test_time[1].processor_s))


def total(taken: Iterable[Taken]) -> Taken:
    tests, walls, processors = zip(*taken, strict=True)
    return Taken(frozenset().union(*tests), sum(walls), sum(processors))


def main(paths: Sequence[str]) -> None:
    """Say what the kinds, and what the dearest tests with all their cases, have taken."""
    files = [Path(path) for path in paths]
    kinds = added_up(files, lambda _test, kind: kind)
    tests = added_up(files, lambda test, _kind: test.split("[")[0])
    print("   wall s  processor s  tests")
    for name, taken in [
        *kinds.items(),
        ("all", total(kinds.values())),
        *[*tests.items()][:DEAREST],
    ]:
        print(f"{taken.wall_s:9.1f} {taken.processor_s:12.1f} {len(taken.tests):6} {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
