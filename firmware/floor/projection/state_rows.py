"""The fold of a journal as rows: written whole, and read without loss."""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, select

from firmware.floor.driver_query import DriverQuery
from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.projection.play import TablePlay
from firmware.floor.projection.row_tables import LAST_ROUNDS_TABLE, TABLE_STATE_TABLE
from firmware.floor.projection.table_fold import FoldState, TableFold
from firmware.floor.projection.takings import FindEdges, SettledRound, pace

_STATE: Final = TABLE_STATE_TABLE.c
_WRITTEN: Final = DriverQuery(
    select(
        _STATE.journal, _STATE.revision, _STATE.takings_revision, _STATE.shoe, _STATE.number
    ).where(_STATE.journal.in_(bindparam("journals", expanding=True)))
)
_FOLD: Final = select(_STATE.fold).where(_STATE.journal == bindparam("journal"))
_ROUNDS: Final = select(LAST_ROUNDS_TABLE.c.rounds).where(
    LAST_ROUNDS_TABLE.c.journal == bindparam("journal")
)


class WrittenState(NamedTuple):
    """How far the rows of a journal are written."""

    revision: int = 0
    takings_revision: int = 0
    position: LanePosition = LANE_START


class ShownTable(msgspec.Struct, frozen=True):
    """A table as screens show it; its alarms have rows of their own."""

    play: TablePlay
    pace: float | None = None
    """Rounds an hour."""


def written_states(connection: Connection, journals: Collection[str]) -> dict[str, WrittenState]:
    """Return how far the rows of some journals are written; nothing of one that has none."""
    return {
        journal: WrittenState(revision, takings_revision, LanePosition(shoe, number))
        for journal, revision, takings_revision, shoe, number in _WRITTEN.rows(
            connection, journals=[*journals]
        )
    }


def load_fold(connection: Connection, journal: str, find_edges: FindEdges) -> TableFold:
    """Return the fold that a journal's rows continue, a new one if it has no rows."""
    encoded_state = connection.scalar(_FOLD, {"journal": journal})
    if encoded_state is None:
        return TableFold(journal, find_edges)
    return TableFold(
        journal, find_edges, decode_state(encoded_state), last_rounds(connection, journal)
    )


def last_rounds(connection: Connection, journal: str) -> list[SettledRound]:
    """Return the last settled rounds of a journal, the newest last."""
    encoded_rounds = connection.scalar(_ROUNDS, {"journal": journal})
    return msgspec.json.decode(encoded_rounds or "[]", type=list[SettledRound])


def encode_state(state: FoldState) -> str:
    return msgspec.json.encode(state).decode()


def decode_state(encoded_state: str) -> FoldState:
    """Raises msgspec.MsgspecError."""
    return msgspec.json.decode(encoded_state, type=FoldState)


def row_of_state(fold: TableFold, written: WrittenState) -> Mapping[str, Any]:
    shown_play = msgspec.structs.replace(fold.current_play, alarms=())
    shown_table = ShownTable(shown_play, pace(fold.takings.state.round_ends))
    return {
        "journal": fold.journal_identity,
        "revision": written.revision,
        "takings_revision": written.takings_revision,
        **fold.state.last_position._asdict(),
        "fold": encode_state(fold.state),
        "shown": msgspec.json.encode(shown_table).decode(),
    }


def row_of_rounds(fold: TableFold) -> Mapping[str, Any]:
    encoded_rounds = msgspec.json.encode([*fold.takings.settled_rounds]).decode()
    return {"journal": fold.journal_identity, "rounds": encoded_rounds}
