"""The status of a tournament, for a person or a program, and its report in words."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from firmware.core.tournament import prizes
from firmware.core.tournament.clock import Clock
from firmware.core.tournament.rulings import Moved
from firmware.core.tournament.tournament import Room, Stage
from firmware.core.vocabulary.panel import Text, Values
from firmware.tournament.journaled_tournament import KeptHall
from firmware.tournament.ruling_text import hall_told, level_told, moved_told, proceeds_told, span
from firmware.tournament.state import Hall, Incident, away_told

LAST: Final = 5


class HallStatus(msgspec.Struct, frozen=True):
    """The status of a tournament; times in seconds."""

    tournament: str
    stage: str
    """SALE, PLAY, TIME_OVER or OVER."""
    entered: int
    left: int
    tables: dict[int, int]
    """How many players sit at each; none while seats are to be drawn."""
    level: int
    blinds: tuple[int, int]
    """In a break those of the level before it."""
    ante: int
    rest: bool
    runs: bool
    left_s: int
    """Of the level or break; the last level lasts to the end of play."""
    now: Text
    """The level or break, and what is left of it."""
    hand_for_hand: bool
    awaited: tuple[int, ...]
    """Hand for hand, the tables whose games the others wait for."""
    moves: tuple[Moved, ...]
    """Those that nobody has confirmed."""
    came_back: bool
    """Whether the hall was away, and the clock has not run since."""
    away_s: int | None
    """For how long; None if that can't be known."""
    if_counted: Text | None
    """The clock as it will be if that time counts; None if the hall was not away, or nobody knows
    for how long.
    """
    incidents: tuple[Incident, ...]
    """The last ones."""


def status_of(kept: KeptHall, awaited: tuple[int, ...] = ()) -> HallStatus:
    """Return the status of a tournament."""
    hall, room = kept.hall, kept.room
    clock, counted = kept.clock, kept.clock_if_counted
    return HallStatus(
        tournament=hall.tournament,
        stage=room.stage.name,
        entered=len(room.paid),
        left=len(room.left),
        tables=_tables(room),
        level=clock.number,
        blinds=clock.level.blinds or (0, 0),
        ante=clock.level.ante,
        rest=clock.period.rest,
        runs=clock.runs,
        left_s=clock.left_s,
        now=clock_told(clock),
        hand_for_hand=room.hand_for_hand,
        awaited=awaited,
        moves=hall.moves,
        came_back=bool(hall.absences),
        away_s=hall.away_s,
        if_counted=clock_told(counted) if hall.away_s else None,
        incidents=tuple(hall.incidents[-LAST:]),
    )


def _tables(room: Room) -> dict[int, int]:
    if room.stage is Stage.SALE and not room.drawn:
        return {}
    return {number: len(table.players) for number, table in room.seating.tables.items()}


def status_told(status: HallStatus) -> Iterator[Text]:
    """Yield the status of a tournament, in words."""
    yield Text(f"hall.stage.{status.stage.lower()}", {"name": status.tournament})
    if status.stage == Stage.OVER.name:
        return
    yield Text("hall.status.players", {"count": status.left, "entered": status.entered})
    if status.stage == Stage.PLAY.name:
        yield from _clock_told(status)
    if status.entered and not status.tables:
        yield Text("hall.status.draw")
    for number, players in status.tables.items():
        yield Text("hall.status.table", {"table": number, "count": players})
    yield from _moves_told(status.moves)
    yield from map(_incident_told, status.incidents)


def _moves_told(moves: Iterable[Moved]) -> Iterator[Text]:
    """Yield each move; of a player who was moved on, also the seat that he may have skipped."""
    last = ""
    for move in moves:
        table, spot = move.origin
        or_from = Text("hall.status.or_from", {"who": move.player, "table": table, "spot": spot})
        yield or_from if move.player == last else moved_told(move)
        last = move.player


def clock_told(clock: Clock) -> Text:
    """Return the level or break of a clock, and what is left of it."""
    level = clock.level
    if clock.period.rest:
        return Text("hall.status.rest", {"number": clock.number, "span": span(clock.left_s)})
    return level_told(clock.number, level.blinds or (0, 0), level.ante, clock.left_s)


def _clock_told(status: HallStatus) -> Iterator[Text]:
    yield status.now
    if not status.runs:
        yield Text("hall.clock_stands")
    if status.came_back:
        yield away_told(status.away_s)
        yield Text("hall.status.resume")
    if status.if_counted:
        yield Text("hall.status.count_away", {"then": status.if_counted})
    if status.hand_for_hand:
        yield Text("hall.told.hand_for_hand")
    if status.awaited:
        yield Text("hall.status.awaited", {"tables": ", ".join(map(str, status.awaited))})


def _incident_told(incident: Incident) -> Text:
    return Text("hall.report.incident", {"time": incident.local, "what": incident.what})


def report_told(hall: Hall) -> Iterator[Text]:
    """Yield entries, prizes, account and incidents, in words."""
    yield from outcome_told(hall)
    yield from map(_incident_told, hall.incidents)


def outcome_told(hall: Hall) -> Iterator[Text]:
    """Yield entries, prizes and account, in words; before the end the places of who is out."""
    room = hall.room
    account = prizes.proceeds(room.terms, room.paid)
    sold: Values = {"entries": len(room.paid), "rebuys": room.rebuys, "gross_cents": account.gross}
    yield Text(f"hall.stage.{room.stage.name.lower()}", {"name": hall.tournament})
    yield Text("hall.report.sold", sold)
    if room.stage is Stage.OVER and not room.cancelled:
        won = tuple(prizes.won_in(room.terms, room.paid, room.places))
        paid = {one.player for one in won}
        yield from hall_told(won)
        yield from hall_told(one for one in prizes.told(room.places) if one.player not in paid)
        yield proceeds_told(account)
    elif not room.cancelled:
        yield from hall_told(prizes.told(room.places))
