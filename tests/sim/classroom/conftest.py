"""The browser, for the trainer's page."""

from tests.kits.sim.web.browser import browser  # noqa: F401
