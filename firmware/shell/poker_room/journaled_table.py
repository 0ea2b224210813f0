"""A poker table with its journal: what it took and ruled is durable before anybody hears of it."""

from typing import Final

from firmware.core.poker_room.engine.acts import Act, ReadHole
from firmware.core.poker_room.engine.engine import PokerTable
from firmware.core.poker_room.engine.rulings import AlarmRaised
from firmware.core.poker_room.engine.state import Room
from firmware.core.poker_room.engine.terms import Terms
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.history.ledger import Log
from firmware.shell.poker_room.records import Did, Forbade, Record, Stood, Stopped, decode, encode

KINDS: Final = {kind.__name__: kind for kind in Act.__subclasses__()}


class KeptTable:
    """A table in the state at the end of its journal."""

    def __init__(self, terms: Terms, log: Log) -> None:
        self._log = log
        self._table = PokerTable(terms)
        begun = False
        for payload in log.live_records():
            self._again(decode(payload))
            begun = True
        if not begun:
            log.append(encode(Stood(self.room)))
            log.commit()

    @property
    def room(self) -> Room:
        """The state; nobody changes it."""
        return self._table.room

    def handle(self, act: Act, step: int) -> tuple[Ruling, ...]:
        """Do an act, and return the rulings once all is durable. Raises JournalLost."""
        ruled = self._table.handle(act, step)
        record = _record(act, step, ruled)
        if record is not None:
            self._log.append(encode(record))
            self._log.commit()
        if self._log.full and self._table.at_rest:
            self._log.rotate(encode(Stood(self.room)))
        return ruled

    def _again(self, record: Record) -> None:
        """Bring the table to where it was after a record."""
        match record:
            case Stood(room):
                self._table = PokerTable(room.terms, room)
            case Did(step, act, _):
                self._table.handle(act, step)
            case Stopped(step, kind, alarm):
                self._table.stop(KINDS[kind], alarm, step)


def _record(act: Act, step: int, ruled: tuple[Ruling, ...]) -> Record | None:
    kind = type(act).__name__
    match ruled:
        case (Refused(why),):
            return Forbade(step, kind, why)
        case (AlarmRaised(alarm),):
            return Stopped(step, kind, alarm)
    if isinstance(act, ReadHole):
        return None
    return Did(step, act, ruled)  # type: ignore[arg-type]
