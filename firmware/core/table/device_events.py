"""Faults, doors, key-switch and power: they stop the deal, and this ends the stop."""

from msgspec.structs import replace

from firmware.core.table.alarms import end_fault, raise_fault, stopped_by
from firmware.core.table.betting import drop_uncovered_stacks
from firmware.core.table.fault_state import Fault
from firmware.core.table.felt_check import felt_stacks
from firmware.core.table.state import State
from firmware.core.table.voiding import report_cleared
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    ClearAllowed,
    Door,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    KeySwitchTurned,
    PartAnswered,
    PartAwaited,
    PowerReturned,
    ShoeRestarted,
)
from firmware.core.vocabulary.phase import Phase


def physical_event(state: State, _event: Event) -> None:
    """A physical event ends the undo of the last key."""
    state.forget_undo()


def fault_raised(state: State, event: FaultRaised) -> None:
    """A part reports a fault."""
    raise_fault(state, Fault(event.part, event.code, event.values))


def fault_ended(state: State, event: FaultEnded) -> None:
    """A part reports that the cause of its fault is over."""
    end_fault(state, event.part, event.code)


def part_awaited(state: State, event: PartAwaited) -> None:
    """The deal waits, without a fault, for a part that is starting."""
    state.forget_undo()
    trouble = state.device.trouble.with_awaited(event.part)
    state.device = replace(state.device, trouble=trouble)


def part_answered(state: State, event: PartAnswered) -> None:
    """The part answers; unless the table is closed, the dealer confirms the felt next."""
    state.forget_undo()
    trouble = state.device.trouble.with_answered(event.part, must_confirm=_is_in_play(state))
    state.device = replace(state.device, trouble=trouble)


def _is_in_play(state: State) -> bool:
    return state.phase is not Phase.CLOSED


def clear_allowed(state: State, event: ClearAllowed) -> None:
    """A technician has seen to a fault that two persons clear; the supervisor is the second."""
    trouble = state.device.trouble
    if not trouble.waits_for_technician(event.part, event.code):
        raise Forbidden("why.nothing_to_allow")
    allowed = trouble.with_allowed(event.part, event.code)
    state.device = replace(state.device, trouble=allowed)


def shoe_restarted(state: State, _event: ShoeRestarted) -> None:
    """While a shoe is in play its cards must be counted, unless the power has just returned: then
    the shoe starts with the table, and the dealer checks the felt.
    """
    state.forget_undo()
    in_play = state.phase in (Phase.OPEN, Phase.ROUND)
    if in_play and not state.device.trouble.power_returned:
        raise_fault(state, Fault("shoe", "shoe_restarted"))


def door_moved(state: State, event: DoorMoved) -> None:
    """Record which doors are open."""
    state.forget_undo()
    open_doors = set(state.device.doors_open) - {event.door} | (
        {event.door} if event.open else set()
    )
    state.device = replace(state.device, doors_open=tuple(sorted(open_doors)))
    if not (event.open or open_doors):
        end_fault(state, "doors", "door_open")


def door_opened(_state: State, event: DoorMoved) -> bool:
    """Return whether a door was opened."""
    return event.open


def forbidden_door_opened(_state: State, event: DoorMoved) -> bool:
    """Return whether a door other than the shoe's, which is being changed, was opened."""
    return event.open and event.door is not Door.SHOE


def stop_door_open(state: State, event: DoorMoved) -> None:
    """An open door stops the deal."""
    raise_fault(state, Fault("doors", "door_open", {"door": event.door.value}))


def key_switch_turned(state: State, event: KeySwitchTurned) -> None:
    """The supervisor's key; turned off, it ends the naming of a card."""
    state.device = replace(state.device, key_switch=event.on)
    if not event.on:
        state.key_entry = replace(state.key_entry, entering=None)


def power_returned(state: State, _event: PowerReturned) -> None:
    """Resume the state from before the power cut, locked until the dealer confirms the felt."""
    state.forget_undo()
    trouble = state.device.trouble.with_power_returned(must_confirm=_is_in_play(state))
    state.device = replace(state.device, trouble=trouble, key_switch=False, doors_open=())
    state.round.felt_at_cut = felt_stacks(state)
    state.felt.covered.clear()
    state.felt.unreported = set(state.felt.stacks)
    state.key_entry = replace(state.key_entry, entering=None)


def confirm_felt(state: State) -> None:
    """The dealer confirms that the felt matches the display."""
    trouble = state.device.trouble
    if not trouble.only_felt:
        raise Forbidden(stopped_by(state))
    confirmed = replace(trouble, felt_unconfirmed=False, power_returned=False)
    state.device = replace(state.device, trouble=confirmed)
    state.join_undo()
    state.round.felt_at_cut = None
    drop_uncovered_stacks(state)


def clear_faults(state: State) -> None:
    """Clear the faults that the supervisor may clear."""
    trouble = state.device.trouble
    cleared = trouble.clearable
    if not cleared:
        raise Forbidden("why.nothing_to_clear")
    state.device = replace(state.device, trouble=trouble.with_cleared())
    state.join_undo()
    report_cleared(state, cleared)
