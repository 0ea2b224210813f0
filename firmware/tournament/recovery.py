"""A journal that is taken up again: its hall, and which terms may have changed since."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from firmware.core.tournament.terms import Terms
from firmware.core.tournament.tournament import Room, Stage
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.history.records import Entry, HallBegan
from firmware.tournament.name_entry import folded
from firmware.tournament.state import Differs, Hall, hall_of

UNTIL_THE_START: Final = ("managers", "staff")
"""Those who work there come and go; by all else entries were sold."""


def taken_up(tournament: str, entries: Iterator[Entry]) -> Hall | None:
    """Return the hall after its journal's entries, None if there are none. Raises CannotBeDone if
    they are of another tournament, or can't be replayed.
    """
    began = next(entries, None)
    if began is None:
        return None
    if not isinstance(began, HallBegan):
        raise CannotBeDone(Text("hall.no_hall"))
    if began.tournament != tournament:
        raise CannotBeDone(Text("hall.other_tournament", {"name": began.tournament}))
    hall = hall_of(began)
    for number, entry in enumerate(entries, start=1):
        try:
            hall.take(entry)
        except Differs:
            raise CannotBeDone(Text("hall.other_rulings", {"number": number})) from None
    return hall


def hold_change(room: Room, wanted: Terms) -> None:
    """Raise CannotBeDone if a tournament can't go on by other terms."""
    may = UNTIL_THE_START if room.stage is Stage.SALE else ()
    changed = {name: getattr(wanted, name) for name in may}
    if replace(room.terms, **changed) != wanted:
        names = [
            n for n in wanted.__struct_fields__ if getattr(wanted, n) != getattr(room.terms, n)
        ]
        stay = ", ".join(name for name in names if name not in may)
        raise CannotBeDone(Text("hall.other_terms", {"names": stay}))
    staff = {*map(folded, wanted.staff)}
    for player in room.paid:
        if folded(player) in staff:
            raise CannotBeDone(Text("hall.staff", {"who": player}))
