"""The symbols on the rim of a table's wheel."""

from drivers.fortune_wheel.kind import FortuneSensorWiring
from drivers.wiring import PartWiring, RouletteWiring
from firmware.core.games.roulette.layout import numbers_of
from firmware.core.vocabulary.instruments import Symbols


def symbols_of(wiring: PartWiring | None) -> Symbols:
    """Return the symbols on a wheel's rim."""
    match wiring:
        case FortuneSensorWiring():
            return tuple(wiring.order)
        case RouletteWiring():
            return numbers_of(wiring.numbers)
    return ()
