"""The table's own alarms, and the messages to the dealer while the deal is stopped."""

from typing import Final

from msgspec.structs import replace

from firmware.core.table.fault_state import Fault
from firmware.core.table.state import State
from firmware.core.vocabulary.fault_text import part_words
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.panel import SoundAlert, Text
from firmware.core.vocabulary.rulings import FaultCleared, FaultShown

FELT_UNCONFIRMED: Final = Text("why.felt_unconfirmed")
TABLE_PART: Final = "table"
"""The part of faults that belong to the rounds, not to the device."""


def stopped_by(state: State) -> Text:
    """Return the reason for which the deal is stopped."""
    trouble = state.device.trouble
    if trouble.stopping:
        return Text("why.stopped", {"fault": trouble.stopping[0].words})
    if trouble.awaited:
        return Text("why.starting", {"part": part_words(trouble.awaited[0])})
    return FELT_UNCONFIRMED


def refuse_stopped(state: State) -> None:
    """Refuse to bet, sell, throw or deal while the deal is stopped."""
    state.refuse(stopped_by(state))


def needs_void(state: State) -> bool:
    """Return whether the round must be voided before play continues."""
    return state.device.trouble.needs_void


def raise_fault(state: State, fault: Fault) -> None:
    """Record a fault of a part, or of what lies on the table: no key is undone any more."""
    state.forget_undo()
    record_fault(state, fault)


def record_fault(state: State, fault: Fault) -> None:
    """Record a fault, and show it if it is new. Its kind determines whether it stops the deal.

    If a key has led to it, it is undone with the key.
    """
    device = state.device
    fault_to_clear = None if fault.part == "shoe" else device.shoe_clears
    is_new = device.trouble.is_new(fault)
    state.device = replace(
        device, trouble=device.trouble.with_raised(fault), shoe_clears=fault_to_clear
    )
    if is_new:
        stops = FAULT_KINDS[fault.code].stops_deal
        state.add_ruling(
            FaultShown(fault.part, fault.code, fault.words), SoundAlert.FAULT if stops else None
        )


def end_fault(state: State, part: str, code: str) -> None:
    """Record that the cause of a fault is over."""
    state.forget_undo()
    device = state.device
    before, trouble = device.trouble, device.trouble.with_ended(part, code)
    # a shoe that reports the end of its fault has nothing to clear any more
    fault_to_clear = None if part == "shoe" else device.shoe_clears
    state.device = replace(device, trouble=trouble)
    if before.find_fault(part, code) and not trouble.find_fault(part, code):
        state.add_ruling(FaultCleared(part, code))
    state.device = replace(state.device, shoe_clears=fault_to_clear)


def raise_alarm(state: State, code: str, **values: str) -> None:
    """Stop the deal until the supervisor voids the round; refuse if it is stopped so already."""
    if state.device.trouble.needs_void:
        state.refuse(stopped_by(state))
    else:
        raise_fault(state, Fault(TABLE_PART, code, values))
