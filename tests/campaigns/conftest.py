"""What the smokes of the campaigns need: memory is weighed without what other tests have kept."""

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def _weighed_alone() -> None:
    """Have the collector pass over the evenings that are kept for the tests of games."""
    gc.freeze()
