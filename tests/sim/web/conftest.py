"""The browser and the tables that the tests of the page share."""

from collections.abc import Generator

import pytest

from tests.kits.sim.web.browser import (  # noqa: F401
    Pages,
    alone,
    beside,
    browser,
    paged,
    pages,
    person,
    server,
)
from tests.kits.sim.web.fed_felt import bare, page  # noqa: F401


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep what a page looked like when its test failed, and what its table had last said."""
    report = yield
    used = getattr(item, "funcargs", {})
    if report.when == "call" and report.failed:
        for pages in (one for one in used.values() if isinstance(one, Pages)):
            report.sections.append(("Pictures of the pages", "\n".join(pages.photographed())))
        for table in (used[name] for name in ("server", "paged", "host") if name in used):
            report.sections.append(("What the table said last", table.account()))
    return report
