"""The meters of a poker table (pots, commission, drops for a jackpot, charges for time), and the
figures from them.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware.core.poker_room.engine.engine import ended_within_hour
from firmware.core.poker_room.engine.rulings import (
    JackpotDropped,
    OddChipRemoved,
    PotClosed,
    PotWon,
    TimeCharged,
)
from firmware.core.poker_room.engine.state import PokerState
from firmware.core.table.meters import with_correction
from firmware.core.vocabulary.meters import METER_MODULO, BetMeters, Meters
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.rulings import RoundCorrected, Ruling

POT_METER: Final = "pot"
TIME_METER: Final = "time"
JACKPOT_METER: Final = "jackpot_drop"


class TableFigures(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    rename={"games_per_hour": "hourly", "average_pot": "pot", "average_commission": "commission"},
):
    """Figures of a table for the room; amounts in cents, averages per game rounded down."""

    games_per_hour: int
    """Games in the last hour of the table's time."""
    average_pot: Cents
    """The average sum of all pots of a game."""
    average_commission: Cents
    """The average commission of a game."""
    drop: Cents
    """Everything dropped, charges for time included (67.108)."""
    jackpot_drop: Cents = NO_CENTS
    """Everything dropped for the house's jackpot."""


def table_figures(meters: Meters, poker_state: PokerState) -> TableFigures:
    """Return the figures of a table."""
    pots, time_meters, jackpot = (
        meters.bets.get(name, BetMeters()) for name in (POT_METER, TIME_METER, JACKPOT_METER)
    )
    game_count = max(meters.rounds, 1)  # averages before the first game are 0
    # what was corrected afterwards was paid by the house: it lowers no commission
    commission = Cents((pots.held + pots.paid) % METER_MODULO)
    return TableFigures(
        games_per_hour=len(ended_within_hour(poker_state.ended_at_s, poker_state.now_s)),
        average_pot=Cents((pots.handle + jackpot.handle) // game_count),
        average_commission=Cents(commission // game_count),
        drop=Cents(commission + time_meters.held),
        jackpot_drop=Cents(jackpot.held),
    )


def metered_rulings(meters: Meters, rulings: Iterable[Ruling]) -> Meters:
    """Return the meters after these rulings.

    Handle is the sum of the pots but for their drops, which have a meter of their own; held is the
    commission, or the odd chips of a tournament.
    """
    for ruling in rulings:
        match ruling:
            case PotClosed(_, cents, commission):
                meters = _added_to_meter(
                    meters, POT_METER, BetMeters(handle=cents, held=commission)
                )
            case JackpotDropped(_, cents):
                meters = _added_to_meter(meters, POT_METER, BetMeters(handle=-cents))
                meters = _added_to_meter(meters, JACKPOT_METER, BetMeters(handle=cents, held=cents))
            case PotWon(_, _, cents):
                meters = _added_to_meter(meters, POT_METER, BetMeters(returned=cents))
            case OddChipRemoved(cents):
                meters = _added_to_meter(meters, POT_METER, BetMeters(held=cents))
            case RoundCorrected():
                meters = with_correction(meters, ruling)
            case TimeCharged(_, cents):
                meters = _added_to_meter(meters, TIME_METER, BetMeters(handle=cents, held=cents))
    return meters


def _added_to_meter(meters: Meters, meter_name: str, increase: BetMeters) -> Meters:
    meter = meters.bets.get(meter_name, BetMeters())
    # meters roll over like those of the house's table
    meter_sums = {
        field: (getattr(meter, field) + getattr(increase, field)) % METER_MODULO
        for field in BetMeters.__struct_fields__
    }
    return replace(meters, bets={**meters.bets, meter_name: BetMeters(**meter_sums)})
