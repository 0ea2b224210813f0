"""A progressive lot that is won (21.2, 67.21): the supervisor is called."""

from firmware.core.table.alarms import OWN, raise_fault
from firmware.core.table.state import State
from firmware.core.table.trouble import Fault


def is_won(state: State) -> bool:
    """Return whether a lot is won to which the supervisor was not called yet."""
    return bool(state.game.lot.won) and not state.round.lot_told


def call_supervisor(state: State) -> None:
    """Show that a lot is won."""
    state.round.lot_told = True
    raise_fault(state, Fault(OWN, "lot_won"))
