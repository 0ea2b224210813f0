"""A fault that can be injected into a simulated part."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple


def _never() -> bool:
    return False


class Mishap(NamedTuple):
    """A fault to inject; one without an end is momentary, and never active."""

    how: str
    begin: Callable[[], object]
    end: Callable[[], object] | None = None
    stands: Callable[[], bool] = _never


def switched(how: str, part: object, name: str, well: object, ill: object) -> Mishap:
    """Return the mishap that an attribute of a simulated part is `ill` instead of `well`."""
    begin, end = partial(setattr, part, name, ill), partial(setattr, part, name, well)
    return Mishap(how, begin, end, lambda: bool(getattr(part, name) == ill))
