"""One run of a subject's tests, by the tree's own suite, in a process that is given up after it."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from typing import Any, NamedTuple

import hypothesis
import msgspec
import pytest

from tests.kits.paths import ROOT
from tests.mutants.planting import Planted, Planting

OURS = {"bench", "drivers", "firmware", "hal", "sim", "tests", "tools"}
OPTIONS = (
    *("--exitfirst", "--quiet", "-p", "no:cacheprovider", "-o", "addopts="),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
"""pytest's plugins are there already when it begins."""


class Trial(NamedTuple):
    """The tests of a subject in a tree, and what is planted there."""

    tree: Path
    tests: Sequence[str]
    games: Sequence[str]
    planted: Planted | None = None


class Ended(msgspec.Struct):
    """How a run ended: pytest's status, the first test that failed, processor seconds."""

    status: int
    failed: str
    seconds: float
    foreign: Sequence[str]
    """The modules it imported that are not the tree's."""


class Watch:
    """Plays what chance would do the same way each time, and notes the first failure."""

    def __init__(self, tree: Path, games: Sequence[str]) -> None:
        self._games = set(games)
        self._every_game = [folder.name for folder in (tree / "tests" / "games").iterdir()]
        self.failed = ""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        hypothesis.settings.register_profile("mutants", derandomize=True, database=None)
        hypothesis.settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.concerns(item.nodeid)]

    def concerns(self, nodeid: str) -> bool:
        """Say whether a case is about one of the games, or about no one game."""
        case = nodeid.partition("[")[2]
        named = [game for game in self._every_game if game in case]
        first = min(named, key=lambda game: (case.index(game), -len(game)), default=None)
        return not self._games or first in {*self._games, None}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._see(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._see(report)

    def _see(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def run(trial: Trial, scratch: Path) -> Ended:
    _enter(trial.tree)
    if trial.planted:
        sys.meta_path.insert(0, Planting(trial.planted))
    watch = Watch(trial.tree, trial.games)
    status = pytest.main([*OPTIONS, f"--basetemp={scratch / 't'}", *trial.tests], plugins=[watch])
    used = getrusage(RUSAGE_SELF)
    return Ended(
        int(status), watch.failed, round(used.ru_utime + used.ru_stime, 2), _foreign(trial.tree)
    )


def _enter(tree: Path) -> None:
    """Import from this tree what is of the project, and from no other."""
    own = ROOT
    os.chdir(tree)
    sys.path[:] = [str(tree), *(path for path in sys.path if path and Path(path) != own)]
    for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
        del sys.modules[name]


def _foreign(tree: Path) -> list[str]:
    loaded = [name for name in sys.modules if name.partition(".")[0] not in OURS]
    found = {name: getattr(sys.modules[name], "__spec__", None) for name in loaded}
    return [
        name
        for name, spec in found.items()
        if spec and spec.has_location and not Path(spec.origin).is_relative_to(tree / "tests")
    ]
