"""The view of a table that the pit gets beside its facts.

A view has listed fields of the status, and nothing of a card, a chain head or an amount that is
keyed: whoever compares one view with the next learns no more than anybody who stands at the table.
"""

import msgspec

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.status import Status


class View(msgspec.Struct, frozen=True):
    """A table as it is; a part and a code each of its faults."""

    game: str
    phase: str
    round: int
    stopped: bool
    limits: tuple[str, ...]
    """In the table's language."""
    lot: Cents | None
    """The progressive lot as the players' display shows it."""
    lot_closed: str | None
    """Why no bet on a linked lot is taken, `why.lot_silent` without a lease; None if it is."""
    linked: bool
    """Whether that lot is a linked one."""
    faults: tuple[tuple[str, str], ...]
    late: bool
    key_switch: bool
    doors_open: tuple[str, ...]
    testing: bool
    locked: bool


class Seen(msgspec.Struct, frozen=True):
    """A view, the uplink's time in ISO 8601, and None if the table does not answer."""

    at: str
    view: View | None
    behind_s: int = 0
    """For how long the oldest fact or released record has waited for the ledger to keep it."""


def view_of(status: Status) -> View:
    """Return the pit's view of a status."""
    return View(
        game=status.game,
        phase=status.phase,
        round=status.round,
        stopped=status.stopped,
        limits=status.limits,
        lot=status.lot,
        lot_closed=status.lot_closed,
        linked=status.linked,
        faults=tuple((fault.part, fault.code) for fault in status.faults),
        late=bool(status.late),
        key_switch=status.key_switch,
        doors_open=status.doors_open,
        testing=status.testing,
        locked=status.locked is not None,
    )
