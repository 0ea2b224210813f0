"""The browser and the served table that the tests of the page share."""

from collections.abc import Generator

import pytest

from tests.kits.web.browser import browser, pages, person, server  # noqa: F401


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
