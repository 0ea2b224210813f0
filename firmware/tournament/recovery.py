"""Recovery: the state from the journal's entries, and the terms that may have changed since.

The theory is at the head of journaled_tournament.py.
"""

from typing import Final

from msgspec.structs import replace

from firmware.core.tournament.terms import TournamentTerms
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.vocabulary.name_spelling import name_key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.history.journal_entries import TournamentBegan, written_table_entries
from firmware.shell.history.ledger import LedgerLog, live_records
from firmware.tournament.state import RulingsDiffer, TournamentState, new_state

CHANGEABLE_BEFORE_START: Final = ("managers", "staff")
"""Managers and staff may change until the start of play; the other terms were sold with the
entries.
"""


def recovered_state(name: str, journal: LedgerLog) -> TournamentState | None:
    """Return the state at the journal's end; None if it has no entries.

    Raises JournalFormatUnknown; RequestFailed if it is of another tournament, or this program rules
    otherwise.
    """
    entries = written_table_entries(live_records(journal), journal.stamp.founder)
    first_entry = next(entries, None)
    if first_entry is None:
        return None
    began_entry = first_entry.entry
    if not isinstance(began_entry, TournamentBegan):
        raise RequestFailed(Text("hall.no_hall"))
    if began_entry.tournament != name:
        raise RequestFailed(Text("hall.other_tournament", {"name": began_entry.tournament}))
    state = new_state(began_entry)
    for number, entry, writer in entries:
        try:
            state.replay_entry(entry)
        except RulingsDiffer:
            values = {"number": str(number), "version": writer.number}
            raise RequestFailed(Text("hall.other_rulings", values)) from None
    return state


def check_terms_change(tournament: Tournament, new_terms: TournamentTerms) -> None:
    """Raise RequestFailed if the terms have changed in a way that is not allowed any more."""
    changeable = CHANGEABLE_BEFORE_START if tournament.stage is TournamentStage.SALE else ()
    changed_terms = {field_name: getattr(new_terms, field_name) for field_name in changeable}
    if replace(tournament.terms, **changed_terms) != new_terms:
        names = [
            field
            for field in new_terms.__struct_fields__
            if getattr(new_terms, field) != getattr(tournament.terms, field)
        ]
        unchangeable = ", ".join(field_name for field_name in names if field_name not in changeable)
        raise RequestFailed(Text("hall.other_terms", {"names": unchangeable}))
    # new staff may have bought an entry already, as players
    staff_keys = {*map(name_key, new_terms.staff)}
    for player in tournament.payments:
        if name_key(player) in staff_keys:
            raise RequestFailed(Text("hall.staff", {"who": player}))
