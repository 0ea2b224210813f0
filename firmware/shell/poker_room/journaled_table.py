"""A poker table with its journal: acts and rulings are durable before they are returned."""

from typing import Final

from firmware.core.poker_room.engine.acts import FaceUp, PokerAct, ReadHole
from firmware.core.poker_room.engine.alarms import PokerAlarm
from firmware.core.poker_room.engine.engine import PokerEngine
from firmware.core.poker_room.engine.rulings import AlarmRaised
from firmware.core.poker_room.engine.state import PokerState
from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.history.ledger import LedgerLog
from firmware.shell.poker_room.poker_records import (
    ActRecord,
    AlarmRecord,
    AnyPokerRecord,
    RefusalRecord,
    RestRecord,
    decode,
    encode,
)

ACT_TYPES: Final = {str(kind.__struct_config__.tag): kind for kind in PokerAct.__subclasses__()}


class JournaledTable:
    """A poker table in the state at the end of its journal."""

    def __init__(self, terms: PokerTerms, journal: LedgerLog) -> None:
        self._journal = journal
        self._engine = PokerEngine(terms)
        has_records = False
        for payload in journal.live_records():
            self._replay(decode(payload))
            has_records = True
        if not has_records:
            journal.append(encode(RestRecord(self.poker_state)))
            journal.commit()

    @property
    def poker_state(self) -> PokerState:
        """The state, read-only."""
        return self._engine.poker_state

    def handle(self, act: PokerAct, step: int) -> tuple[Ruling, ...]:
        """Apply an act; return its rulings once they are durable. Raises JournalLost."""
        rulings = self._engine.handle(act, step)
        record = _record_of(act, step, rulings)
        if record is not None:
            self._journal.append(encode(record))
            self._journal.commit()
        if self._journal.should_rotate and self._engine.is_at_rest:
            self._journal.rotate(encode(RestRecord(self.poker_state)))
        return rulings

    def _replay(self, record: AnyPokerRecord) -> None:
        """Apply a record of the journal."""
        match record:
            case RestRecord(poker_state):
                self._engine = PokerEngine(poker_state.terms, poker_state)
            case ActRecord(step, act, _):
                self._engine.handle(act, step)
            case AlarmRecord(step, act_type, alarm, card):
                self._engine.raise_alarm(ACT_TYPES[act_type], alarm, step, card)


def _record_of(act: PokerAct, step: int, rulings: tuple[Ruling, ...]) -> AnyPokerRecord | None:
    act_type = str(act.__struct_config__.tag)
    match rulings:
        case (Refused(reason),):
            return RefusalRecord(step, act_type, reason)
        case (AlarmRaised(alarm),):
            is_public = alarm is PokerAlarm.FOUR_CARD_FLOP
            card = act.card if is_public and isinstance(act, FaceUp) else None
            return AlarmRecord(step, act_type, alarm, card)
    if isinstance(act, ReadHole):
        return None
    return ActRecord(step, act, rulings)  # type: ignore[arg-type]
