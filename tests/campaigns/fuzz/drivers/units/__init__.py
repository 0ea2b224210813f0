"""The fuzzed units: a module each, named as its driver, with `open_unit`."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from tests.campaigns.fuzz.drivers.unusual_unit import OpenUnit


def _open_unit_of(name: str) -> OpenUnit:
    opener: OpenUnit = import_module(f"{__name__}.{name}").open_unit
    return opener


UNITS: Final[dict[str, OpenUnit]] = {
    module.name: _open_unit_of(module.name) for module in iter_modules(__path__)
}
