"""The browser and the served table that the tests of the page share."""

from collections.abc import Generator
from pathlib import Path

import pytest
from browser import browser, pages, person, server  # noqa: F401

HERE = Path(__file__).parent
SERVED = ("_e2e", "_acting", "_staging", "_breaking", "_server")
"""How the names of files end whose tables are served in real time: their parts must answer within
milliseconds, so that these tests have the machine to themselves."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them."""
    for item in items:
        if item.path.parent == HERE and item.path.stem.endswith(SERVED):
            item.add_marker(pytest.mark.alone)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep what a page looked like when its test failed, and say where."""
    report = yield
    shown = getattr(item, "funcargs", {}).get("pages")
    if report.when == "call" and report.failed and shown:
        report.sections.append(("Pictures of the pages", "\n".join(shown.photographed())))
    return report
