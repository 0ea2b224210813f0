"""What stops the deal, what mends it, and who says so."""

from typing import TYPE_CHECKING

from firmware.core.table.betting import look_again
from firmware.core.table.cards import unread_first_card
from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    ClearAllowed,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    PartAnswered,
    PartAwaited,
    PowerReturned,
)
from firmware.core.vocabulary.faults import FAULTS
from firmware.core.vocabulary.panel import Alert
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import FaultCleared, FaultShown

if TYPE_CHECKING:
    from firmware.core.table.table import Table


def fault_raised(table: "Table", event: FaultRaised) -> None:
    """Note a fault; whether it stops the deal is the catalogue's."""
    table.forget_undo()
    fault = Fault(event.part, event.code, event.values)
    table.shoe_clears = None if event.part == "shoe" else table.shoe_clears
    if table.phase is Phase.OPEN and unread_first_card(table, event):
        table.machine.fire(event)
    if table.trouble.add(fault):
        stops = FAULTS[event.code].stops
        table.rule(FaultShown(event.part, event.code, fault.words), Alert.FAULT if stops else None)


def fault_ended(table: "Table", event: FaultEnded) -> None:
    """A part says that the cause of its fault is over."""
    table.forget_undo()
    if table.trouble.end(event.part, event.code):
        table.rule(FaultCleared(event.part, event.code))
    table.shoe_clears = None if event.part == "shoe" else table.shoe_clears


def part_awaited(table: "Table", event: PartAwaited) -> None:
    """The deal waits, without a fault, for a part that is starting."""
    table.forget_undo()
    table.trouble.wait_for(event.part)


def part_answered(table: "Table", event: PartAnswered) -> None:
    """The part answers; unless the table is closed, the dealer confirms the felt next."""
    table.forget_undo()
    table.trouble.answered(event.part, confirm=table.under is not Phase.CLOSED)


def clear_allowed(table: "Table", event: ClearAllowed) -> None:
    """A technician has seen to a fault that two persons clear; the supervisor is the second."""
    table.forget_undo()
    if not table.trouble.allow(event.part, event.code):
        raise Forbidden("why.nothing_to_allow")


def door_moved(table: "Table", event: DoorMoved) -> None:
    """An open door stops the deal, but for the shoe's while the shoe is being changed."""
    table.forget_undo()
    shut_out = table.under is not Phase.SHOE_CHANGE or event.door != "shoe"
    if event.open:
        table.doors_open.add(event.door)
        if shut_out:
            values = {"door": event.door.value}
            fault_raised(table, FaultRaised("doors", "door_open", values))
        return
    table.doors_open.discard(event.door)
    if not table.doors_open:
        fault_ended(table, FaultEnded("doors", "door_open"))


def key_switch_turned(table: "Table", event: KeySwitchTurned) -> None:
    """The supervisor's key."""
    table.forget_undo()
    table.key_switch = event.on
    if not event.on:
        table.entering = None


def recorded(_table: "Table", _event: Event) -> None:
    """What is kept for the record changes nothing at the table."""


def power_returned(table: "Table", _event: PowerReturned) -> None:
    """Everything is as it was, locked until the dealer has confirmed what lies on the felt."""
    table.forget_undo()
    table.key_switch = False
    table.doors_open.clear()
    table.felt.covered.clear()
    table.unreported = set(table.felt.stacks)
    table.entering = None
    table.trouble.after_power(confirm=table.under is not Phase.CLOSED)


def confirm_felt(table: "Table", _event: KeyPressed) -> None:
    """The dealer has looked: what lies on the felt is what is shown."""
    if not table.trouble.only_felt:
        raise Forbidden(table.stopped_by())
    table.trouble.felt_unconfirmed = False
    look_again(table)


def clear(table: "Table", _event: KeyPressed) -> None:
    """The supervisor clears what waits for him."""
    cleared = table.trouble.clear()
    if not cleared:
        raise Forbidden("why.nothing_to_clear")
    table.cleared(cleared)


def was_closed(table: "Table", _event: Event) -> bool:
    """The fault came over a closed table."""
    return table.resume is Phase.CLOSED


def was_open(table: "Table", _event: Event) -> bool:
    """The fault came over open bets."""
    return table.resume is Phase.OPEN


def was_round(table: "Table", _event: Event) -> bool:
    """The fault came over a round."""
    return table.resume is Phase.ROUND


def was_shoe_change(table: "Table", _event: Event) -> bool:
    """The fault came over a change of shoe."""
    return table.resume is Phase.SHOE_CHANGE


def remember_phase(table: "Table", _event: Event) -> None:
    """Keep what the table was doing when it was stopped."""
    table.resume = table.phase
