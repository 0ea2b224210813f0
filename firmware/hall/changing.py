"""Which terms of a tournament may still change: those that nobody has bought an entry by."""

from typing import Final

from msgspec.structs import replace

from firmware.core.games.tournament.room import Room, Stage
from firmware.core.games.tournament.terms import Terms
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.hall.by_hand import folded

UNTIL_THE_START: Final = ("managers", "staff")
"""Those who work there come and go; all else is published, and sold."""


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
