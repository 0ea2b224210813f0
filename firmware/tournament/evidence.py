"""The evidence of a tournament: each journaled act is applied again, and must be ruled alike."""

from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.content import (
    ContentAccount,
    JournalContent,
    WholeJournal,
    judged_by_writer,
    unreadable_account,
)
from firmware.shell.evidence.links import bundle_founder, bundle_records
from firmware.shell.history.journal_entries import (
    Entry,
    TournamentActed,
    TournamentBegan,
    TournamentEntry,
    written_table_entries,
)
from firmware.shell.journal import JournalFormatUnknown
from firmware.tournament.state import RulingsDiffer, TournamentState, new_state
from firmware.tournament.status import outcome_texts


def _account_rows(bundle: EvidenceBundle) -> ContentAccount:
    state: TournamentState | None = None
    act_count = 0
    entries = written_table_entries(bundle_records(bundle), bundle_founder(bundle))
    try:
        for number, entry, writer in entries:
            try:
                state = _replayed(state, entry)
            except (RulingsDiffer, LookupError):  # another ruling, or a player who is not there
                return judged_by_writer(number, Text("evidence.acts", {"number": number}), writer)
            act_count += isinstance(entry, TournamentActed)
    except JournalFormatUnknown as error:
        return unreadable_account(error)
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


TOURNAMENT_CONTENT: Final = JournalContent("hall", WholeJournal, _account_rows)
