"""The meters of a poker table: the pots, what was taken of them, what was charged for time; and the
figures that follow from them.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware.core.poker_room.engine.engine import within_hour
from firmware.core.poker_room.engine.rulings import Charged, PotClosed, PotWon, Removed
from firmware.core.poker_room.engine.state import Room
from firmware.core.vocabulary.counters import MODULO, BetMeters, Meters
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling

POT: Final = "pot"
TIME: Final = "time"


class Figures(msgspec.Struct, frozen=True):
    """What a room asks of its tables; money in cents, averages of a game rounded down."""

    hourly: int
    """Games in the last hour of the table's time."""
    pot: Cents
    """All that lay in the pots of a game, on average."""
    commission: Cents
    """What was held of them, on average."""
    drop: Cents
    """What was dropped in all, charges for time included (67.108)."""


def figures(meters: Meters, room: Room) -> Figures:
    """Return the figures of a table by its meters."""
    pots, time = (meters.bets.get(name, BetMeters()) for name in (POT, TIME))
    games = max(meters.rounds, 1)
    return Figures(
        hourly=len(within_hour(room.ended, room.now)),
        pot=Cents(pots.handle // games),
        commission=Cents(pots.held // games),
        drop=Cents(pots.held + time.held),
    )


def metered(meters: Meters, rulings: Iterable[Ruling]) -> Meters:
    """Return the meters after a game: handle is what lay in the pots, held the commission, or the
    chips of a tournament that were taken out of play.
    """
    for ruling in rulings:
        match ruling:
            case PotClosed(_, cents, commission):
                meters = _with(meters, POT, BetMeters(handle=cents, held=commission))
            case PotWon(_, _, cents):
                meters = _with(meters, POT, BetMeters(returned=cents))
            case Removed(cents):
                meters = _with(meters, POT, BetMeters(held=cents))
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
