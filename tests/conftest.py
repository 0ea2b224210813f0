"""Settings for every test: none is judged by the clock."""

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import settings

from tests.kits.examples import examples
from tests.kits.sim.web.shared_browser import close_browser, uses_browser

# Dozens of tests start a `croupier`: each would compile the whole program for itself.
os.environ["PYTHONDONTWRITEBYTECODE"] = ""
os.environ["LC_ALL"] = "C.UTF-8"  # nobody's language, so that `croupier` speaks French
sys.dont_write_bytecode = False

settings.register_profile("untimed", deadline=None, max_examples=examples(25, 100))
settings.load_profile("untimed")


IN_MEMORY = Path("/dev/shm")  # noqa: S108 (a folder of our own is made in it)
ENOUGH = 2 << 30
"""Bytes; a run of all tests writes a sixth of it."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Keep what tests write in memory: a table syncs its journal at each event.

    So no test waits for a disk, nor for those who fill it. `--basetemp` chooses another place.
    """
    roomy = IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ENOUGH
    if roomy and config.option.basetemp is None and not hasattr(config, "workerinput"):
        config.option.basetemp = mkdtemp(prefix="c", dir=IN_MEMORY)
        config.add_cleanup(partial(shutil.rmtree, config.option.basetemp, ignore_errors=True))


def pytest_xdist_auto_num_workers() -> int:
    """Return two workers more than there are cores, since tables in service and browsers wait for a
    third of their time: with one more, a run took a ninth longer.
    """
    return 2 + (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Keep the garbage collector from looking through all tests, and at young objects so often."""
    gc.disable()
    yield
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that use a browser, the longest files among them and then of the rest,
    so that none is left at the end with one worker at it.

    Then come the tables in service, which wait for most of their time.
    """

    def last(item: pytest.Item) -> list[bool]:
        others = [item.get_closest_marker(mark) is None for mark in ("long", "live")]
        return [not uses_browser(item), *others]

    items.sort(key=last)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    try:
        return (yield)
    finally:
        same_file = nextitem is not None and nextitem.path == item.path
        if not (same_file or uses_browser(nextitem)):
            close_browser()


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a short name: the path of a socket may have 107 characters at most."""
    return tmp_path_factory.mktemp("t")
