"""One browser for all test files that a process runs one after the other.

While it is open, no other loop can run in the tests' thread. So `tests/conftest.py` begins with the
tests that use it, and closes it at the end of a file if the next one begins without it.
"""

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from tools.browser import chromium

FIXTURE = "browser"
_open_browser: dict[Browser, ExitStack] = {}


def uses_browser(item: pytest.Item | None) -> bool:
    return FIXTURE in getattr(item, "fixturenames", ())


def shared_browser() -> Browser:
    """Return the open browser, or open one."""
    if not _open_browser:
        stack = ExitStack()
        _open_browser[stack.enter_context(chromium())] = stack
    return next(iter(_open_browser))


def close_browser() -> None:
    while _open_browser:
        _open_browser.popitem()[1].close()
