"""A fault that can be injected into a simulated part."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple


def _never() -> bool:
    return False


class InjectedFault(NamedTuple):
    """A fault to inject; one without an end is momentary, and never active."""

    name: str
    inject: Callable[[], object]
    remove: Callable[[], object] | None = None
    is_active: Callable[[], bool] = _never


def attribute_fault(
    fault_name: str, part: object, name: str, normal_value: object, faulty_value: object
) -> InjectedFault:
    """Return the fault that an attribute of a simulated part has its faulty value."""
    inject, remove = (
        partial(setattr, part, name, faulty_value),
        partial(setattr, part, name, normal_value),
    )
    return InjectedFault(
        fault_name, inject, remove, lambda: bool(getattr(part, name) == faulty_value)
    )
