"""The evidence of a tournament: each journaled act is applied again, and must be ruled alike."""

from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.content import ContentAccount, JournalContent, WholeJournal
from firmware.shell.evidence.links import bundle_records
from firmware.shell.history.journal_entries import (
    Entry,
    TournamentActed,
    TournamentBegan,
    TournamentEntry,
    decode,
)
from firmware.tournament.state import RulingsDiffer, TournamentState, new_state
from firmware.tournament.status import outcome_texts


def _account_rows(bundle: EvidenceBundle) -> ContentAccount:
    state: TournamentState | None = None
    act_count = 0
    for number, payload in bundle_records(bundle):
        try:
            entry = decode(payload)
            state = _replayed(state, entry)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return _failure("evidence.unreadable", number)
        except (RulingsDiffer, LookupError):  # another ruling, or a player who is not there
            return _failure("evidence.acts", number)
        act_count += isinstance(entry, TournamentActed)
    agreement = Text("evidence.acts_alike", {"count": act_count})
    return ContentAccount(statements=(agreement, *outcome_texts(state)) if state else ())


def _replayed(state: TournamentState | None, entry: Entry) -> TournamentState:
    """Return the state after an entry. Raises RulingsDiffer, LookupError."""
    if state is None and isinstance(entry, TournamentBegan):
        return new_state(entry)
    if state is None or not isinstance(entry, TournamentEntry):
        raise RulingsDiffer
    state.replay_entry(entry)
    return state


def _failure(message_key: str, number: int) -> ContentAccount:
    return ContentAccount((Text(message_key, {"number": number}),))


TOURNAMENT_CONTENT: Final = JournalContent("hall", WholeJournal, _account_rows)
