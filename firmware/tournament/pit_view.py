"""A hall to the pit: its clock, its tables and its prizes, and none of its players' names."""

from collections.abc import Iterator

from firmware.core.tournament import prizes
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.floor.heartbeat import HallSeen, HallView
from firmware.tournament.journaled_tournament import KeptHall
from firmware.tournament.service import HallService
from firmware.tournament.status import HallStatus, status_of


def hall_seen(service: HallService, at: str) -> HallSeen:
    """Return what the pit may see of a hall. Raises JournalError."""
    return HallSeen(at, service.use(view_of))


def view_of(kept: KeptHall) -> HallView:
    status, room = status_of(kept), kept.room
    by_place = prizes.prizes(room.terms, sum(room.paid.values()), len(room.paid))
    return HallView(
        tournament=status.tournament,
        stage=status.stage,
        level=status.level,
        blinds=status.blinds,
        ante=status.ante,
        rest=status.rest,
        runs=status.runs,
        left_s=status.left_s,
        hand_for_hand=status.hand_for_hand,
        entered=status.entered,
        left=status.left,
        tables=status.tables,
        prizes=tuple(map(Cents, by_place)),
        alarms=tuple(_alarms(kept, status)),
    )


def _alarms(kept: KeptHall, status: HallStatus) -> Iterator[Text]:
    if status.came_back:
        yield Text("hall.alarm.came_back")
    if kept.is_alone:
        yield Text("hall.alarm.alone")
