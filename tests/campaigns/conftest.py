"""Fixtures for the campaigns' smoke tests: memory is measured without that of other tests."""

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def _weighed_alone() -> None:
    """Have the collector pass over the evenings that are kept for the tests of games."""
    gc.freeze()
