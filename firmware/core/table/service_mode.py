"""The service mode: test rounds at a table that stands aside, and meters that begin again."""

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from firmware.core.table.betting import where
from firmware.core.table.checkpoint import START, Checkpoint
from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.counters import Meters
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Door, Event
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import MetersBegan, TestClosed, TestOpened

if TYPE_CHECKING:
    from firmware.core.table.table import Table

AS_IT_IS: Final = (
    *("covered", "faults", "awaited", "felt_unconfirmed", "key_switch", "doors_open"),
    *("shoe_clears", "sound", "shuffle", "shuffles", "spin", "tickets"),
)
"""What is so at the device, whatever is played: how its parts are, and the numbers they follow."""
OWN: Final = "table"
"""Whose faults are of the rounds and not of the device."""


def begin_test(table: "Table", _event: Event) -> None:
    """Set the table aside as it is, and be another: closed, on a full shoe, without a bet.

    Raises Forbidden in a test, in a round, while chips lie there, while only a void goes on.
    """
    if table.testing:
        raise Forbidden("why.testing")
    if table.under is Phase.SHOE_CHANGE:
        raise Forbidden("why.shuffle_first")
    _nothing_open(table)
    before = table.checkpoint()
    table.resume_from(_as_it_is(replace(START, meters=before.meters, before=before), before))
    table.rule(TestOpened())


def end_test(table: "Table", _event: Event) -> None:
    """Be the table that stood aside, exactly, but for what is so at the device by now.

    Raises Forbidden where no test is going on, and as `begin_test`.
    """
    before, now = table.before, table.checkpoint()
    if before is None:
        raise Forbidden("why.not_testing")
    _nothing_open(table)
    if table.under is Phase.SHOE_CHANGE and Door.SHOE in table.doors_open:
        raise Forbidden(Text("fault.door_open", {"door": Door.SHOE.value}))
    unconfirmed = before.felt_unconfirmed or now.felt_unconfirmed
    back = replace(_as_it_is(before, now), felt_unconfirmed=unconfirmed)
    table.resume_from(replace(back, faults=_faults(before, now)))
    table.rule(TestClosed())


def reset_meters(table: "Table", _event: Event) -> None:
    """Begin the meters again at nothing. Raises Forbidden in a test, or once the table is open."""
    if table.testing:
        raise Forbidden("why.testing")
    if table.under is not Phase.CLOSED:
        raise Forbidden("why.not_closed")
    table.forget_undo()
    before, table.meters = table.meters, Meters()
    table.rule(MetersBegan(before))


def _nothing_open(table: "Table") -> None:
    """Raise Forbidden where something of a round is still to be brought to its end."""
    if table.trouble.needs_void:
        raise Forbidden("why.void_first", fault=table.trouble.stopping[0].words)
    if table.under is Phase.ROUND:
        raise Forbidden("why.round_open")
    for place, _ in table.felt.stacks:
        raise Forbidden("why.clear_felt", **where(place))


def _as_it_is(checkpoint: Checkpoint, now: Checkpoint) -> Checkpoint:
    return replace(checkpoint, **{name: getattr(now, name) for name in AS_IT_IS})


def _faults(before: Checkpoint, now: Checkpoint) -> tuple[Fault, ...]:
    """Return the table's own faults as they were, and those of its parts as they are."""
    own = (fault for fault in before.faults if fault.part == OWN)
    return (*own, *(fault for fault in now.faults if fault.part != OWN))
