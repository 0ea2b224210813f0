"""Doors, faults, late bets and power cuts in the middle of a round, each put right at once."""

from collections.abc import Callable
from random import Random

from firmware.core.table.state import State
from firmware.core.vocabulary.events import (
    Door,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    PowerReturned,
    StackRead,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents

Tell = Callable[[Event], object]
Look = Callable[[], State]
"""Returns the state as it is now: after a power cut it is another table's."""
CHIPS = Cents(500)


def disturb(tell: Tell, state: Look, chance: Random) -> str:
    """Let one thing happen to a table in a round, and put it right; return its name."""
    name = chance.choice(list(DISTURBANCES))
    DISTURBANCES[name](tell, state)
    tell(KeySwitchTurned(on=True))
    if state().device.trouble.clearable:
        tell(KeyPressed(Key.CLEAR_FAULTS))
    if state().stopped and state().device.trouble.only_felt:
        tell(KeyPressed(Key.CONFIRM))
    if state().round.bets.restored_stacks(state().felt):
        tell(KeyPressed(Key.RESOLVE_LATE))
    tell(KeySwitchTurned(on=False))
    return name


def _open_door(tell: Tell, _state: Look) -> None:
    tell(DoorMoved(Door.LOGIC, open=True))
    tell(DoorMoved(Door.LOGIC, open=False))


def _have_fault(tell: Tell, _state: Look) -> None:
    tell(FaultRaised("shoe", "missed"))
    tell(FaultEnded("shoe", "missed"))


def _lay_late(tell: Tell, state: Look) -> None:
    """Lay chips on the first bet, or where none is, and take them off again."""
    felt = state().felt
    place, bettor = next(iter(felt.stacks), (next(iter(felt.places())), None))
    cents = felt.amount((place, bettor))
    tell(StackRead(place, Cents(cents + CHIPS), bettor))
    tell(StackRead(place, cents, bettor))


def _lose_power(tell: Tell, state: Look) -> None:
    """The power goes; each stack is read again as it lay."""
    stacks = dict(state().felt.stacks)
    tell(PowerReturned())
    for (place, bettor), cents in stacks.items():
        tell(StackRead(place, cents, bettor))


DISTURBANCES: dict[str, Callable[[Tell, Look], None]] = {
    "doors": _open_door,
    "faults": _have_fault,
    "late bets": _lay_late,
    "power lost": _lose_power,
}
