"""The evidence of a bank: replaying its entries must give each state that it has recorded."""

from collections.abc import Iterable
from typing import Final

from firmware.core.games.slot_machine import THOUSANDTHS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.content import (
    ContentAccount,
    JournalContent,
    WholeJournal,
    judged_by_writer,
    unreadable_account,
)
from firmware.shell.evidence.links import bundle_founder, bundle_records
from firmware.shell.journal import JournalFormatUnknown, NumberedRecord, ProgramVersion
from firmware.slots.entries import BankCheckpoint, BankEntry, written_bank_entries
from firmware.slots.entry_effects import apply_entry, is_change
from firmware.slots.state import BankState


def replay_entries(
    numbered_entries: Iterable[NumberedRecord], founder: ProgramVersion
) -> ContentAccount:
    """Replay a journal that `founder` began. Its first entry must be a `BankCheckpoint`, each later
    checkpoint must equal the replayed state, and every other entry must change the state.
    """
    bank_state: BankState | None = None
    entry_count = 0
    try:
        for number, entry, writer in written_bank_entries(numbered_entries, founder):
            fault_key = _apply_and_check(bank_state, entry)
            if fault_key:
                return judged_by_writer(number, Text(fault_key, {"number": number}), writer)
            bank_state = entry.state if isinstance(entry, BankCheckpoint) else bank_state
            entry_count += 1
    except JournalFormatUnknown as error:
        return unreadable_account(error)
    return ContentAccount(statements=_summary(bank_state, entry_count) if bank_state else ())


def _apply_and_check(bank_state: BankState | None, entry: BankEntry) -> str:
    """Apply an entry; return the key of the fault, "" if there is none."""
    if isinstance(entry, BankCheckpoint):
        return "" if bank_state in (None, entry.state) else "slots.evidence.differs"
    try:
        if bank_state is None or not is_change(bank_state, entry):
            return "slots.evidence.no_news"
        apply_entry(bank_state, entry)
    except LookupError:  # no such machine, or no game to decide
        return "slots.evidence.impossible"
    return ""


def _summary(bank_state: BankState, entry_count: int) -> tuple[Text, ...]:
    bank_values: TextValues = {
        "bank": bank_state.terms.name,
        "machines": len(bank_state.machines),
        "count": entry_count,
    }
    jackpot_values: TextValues = {
        "lot_cents": Cents(bank_state.jackpot_cents),
        "hits": bank_state.jackpots_won,
    }
    debt_values: TextValues = {"owed_cents": Cents(-bank_state.reserve_thousandths // THOUSANDTHS)}
    play_states = [machine.play_state for machine in bank_state.machines.values()]
    hand_pay_values: TextValues = {
        "count": sum(play_state.hand_pays_reported for play_state in play_states),
        "amount_cents": Cents(sum(play_state.hand_pay_cents for play_state in play_states)),
    }
    summary_lines = [Text("slots.evidence.bank", bank_values)]
    summary_lines += (
        [Text("slots.evidence.hand_pays", hand_pay_values)] if hand_pay_values["count"] else []
    )
    summary_lines += (
        [Text("slots.evidence.lot", jackpot_values)] if bank_state.terms.progressive else []
    )
    summary_lines += (
        [Text("slots.note.reserve", debt_values)] if bank_state.reserve_thousandths else []
    )
    return tuple(summary_lines)


def _bank_account(evidence_bundle: EvidenceBundle) -> ContentAccount:
    return replay_entries(bundle_records(evidence_bundle), bundle_founder(evidence_bundle))


BANK_CONTENT: Final = JournalContent("bank", WholeJournal, _bank_account)
