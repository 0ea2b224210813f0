"""The jackpot messages that tables have recorded, from the bundles that they exported."""

from collections.abc import Iterator
from typing import NamedTuple

from firmware.core.vocabulary.jackpot import (
    JackpotGrant,
    JackpotGrantReceived,
    JackpotTableMessage,
    JackpotUpdate,
    JackpotUpdateReceived,
)
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.links import bundle_records
from firmware.shell.history.journal_entries import Attested, Happened, decode
from firmware.shell.jackpot.signed_messages import is_attested


class RecordedJackpot(NamedTuple):
    """A table's own messages, the updates that it has received, and the grants of its hits."""

    attested: dict[tuple[str, int], Attested]
    shown_updates: list[JackpotUpdate]
    recorded_grants: list[JackpotGrant]

    @property
    def messages(self) -> dict[tuple[str, int], JackpotTableMessage]:
        return {key: attested.message for key, attested in self.attested.items()}


def read_recorded(bundle: EvidenceBundle, jackpot_name: str) -> RecordedJackpot:
    """Read a verified bundle; messages that its device hasn't signed are skipped."""
    read_so_far = RecordedJackpot({}, [], [])
    for journal_entry in (decode(record.payload) for record in bundle_records(bundle)):
        match journal_entry:
            case Attested(message=message) if message.jackpot == jackpot_name and _is_own_message(
                journal_entry, bundle
            ):
                read_so_far.attested[message.journal, message.message_number] = journal_entry
            case Happened(event=JackpotUpdateReceived(shown=shown_update)) if (
                shown_update.jackpot == jackpot_name
            ):
                read_so_far.shown_updates.append(shown_update)
            case Happened(event=JackpotGrantReceived(granted=jackpot_grant)) if (
                jackpot_grant.jackpot == jackpot_name
            ):
                read_so_far.recorded_grants.append(jackpot_grant)
    return read_so_far


def merge_recorded(all_recorded: Iterator[RecordedJackpot]) -> RecordedJackpot:
    """Merge the messages of several tables."""
    merged = RecordedJackpot({}, [], [])
    for table_recorded in all_recorded:
        merged.attested.update(table_recorded.attested)
        merged.shown_updates.extend(table_recorded.shown_updates)
        merged.recorded_grants.extend(table_recorded.recorded_grants)
    return merged


def _is_own_message(journal_entry: Attested, bundle: EvidenceBundle) -> bool:
    return journal_entry.device == bundle.valid_statement.device and is_attested(journal_entry)
