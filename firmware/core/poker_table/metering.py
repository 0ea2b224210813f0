"""The meters of a poker table: the pots, what was taken of them, and what was charged for time."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from firmware.core.games.poker_room.rulings import Charged, PotClosed, PotWon
from firmware.core.vocabulary.counters import MODULO, BetMeters, Meters
from firmware.core.vocabulary.rulings import Ruling

POT: Final = "pot"
TIME: Final = "time"


def metered(meters: Meters, rulings: Iterable[Ruling]) -> Meters:
    """Return the meters after a game: handle is what lay in the pots, held the commission."""
    for ruling in rulings:
        match ruling:
            case PotClosed(_, cents, commission):
                meters = _with(meters, POT, BetMeters(handle=cents, held=commission))
            case PotWon(_, _, cents):
                meters = _with(meters, POT, BetMeters(returned=cents))
            case Charged(_, cents):
                meters = _with(meters, TIME, BetMeters(handle=cents, held=cents))
    return meters


def _with(meters: Meters, name: str, more: BetMeters) -> Meters:
    before = meters.bets.get(name, BetMeters())
    sums = {
        field: (getattr(before, field) + getattr(more, field)) % MODULO
        for field in BetMeters.__struct_fields__
    }
    return replace(meters, bets={**meters.bets, name: BetMeters(**sums)})
