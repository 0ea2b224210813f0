"""The stores that the tests of a floor share."""

from tests.kits.floor.stores import database, store  # noqa: F401
