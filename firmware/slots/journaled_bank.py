"""A bank with its journal: an entry is durable before its effect is visible."""

from drivers.sas.polls import MAX_JACKPOT_CENTS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.program import present_program
from firmware.shell.history.finding_text import damage_texts, finding_text
from firmware.shell.history.ledger import LedgerLog, live_records
from firmware.shell.journal import CopyLost
from firmware.slots.config import BankConfig
from firmware.slots.entries import (
    BankCheckpoint,
    BankEntry,
    BankRegistered,
    encode_entry,
    written_bank_entries,
)
from firmware.slots.entry_effects import apply_entry, is_change
from firmware.slots.state import BankState, new_bank_state
from firmware.slots.terms import BankTerms


class JournaledBank:
    """The bank in the state of its journal's end, with this configuration from now on.

    A bank without a journal may begin with a jackpot in cents, if it was played before without one.
    """

    def __init__(
        self, config: BankConfig, journal: LedgerLog, first_jackpot_cents: int | None = None
    ) -> None:
        """Raises JournalFormatUnknown; RequestFailed if a first jackpot is given and the bank has a
        journal, or cannot begin so.
        """
        self.config, terms = config, config.terms
        self._journal = journal
        self.state: BankState = new_bank_state(terms, first_jackpot_cents)
        """Changed by `take_entry` alone."""
        self.entries_taken = 0
        """How many entries were journaled in this run."""
        findings = (finding for finding in journal.findings if not isinstance(finding, CopyLost))
        self.journal_repairs = tuple(damage_texts(findings))
        """Texts of the repairs to the journal's copies at this start."""
        has_journal = False
        for _, entry, _ in written_bank_entries(live_records(journal), journal.stamp.founder):
            self.state = apply_entry(self.state, entry)
            has_journal = True
        if first_jackpot_cents is not None:
            _check_first_jackpot(terms, first_jackpot_cents, has_journal=has_journal)
        self.registration_changed = has_journal and self.state.terms != terms
        """Whether the registration differs from the journal's."""
        if has_journal:
            self.take_entry(BankRegistered(terms, present_program()))
        else:
            self.state.program = present_program()
            self.take_entry(BankCheckpoint(self.state))

    @property
    def lost_copies(self) -> tuple[Text, ...]:
        """The alarm for each copy of the journal that is no longer written."""
        lost_copies = (
            finding for finding in self._journal.findings if isinstance(finding, CopyLost)
        )
        return tuple(
            Text("slots.alarm.copy_lost", {"why": finding_text(lost_copy)})
            for lost_copy in lost_copies
        )

    def check_copies(self) -> None:
        """Take each copy of the journal out of use that was removed, renamed or replaced. Raises
        JournalLost.
        """
        self._journal.check_copies()

    def take_entry(self, entry: BankEntry) -> bool:
        """Journal and apply an entry; return whether it changed the state. Raises JournalLost."""
        if not is_change(self.state, entry):
            return False
        self._journal.append(encode_entry(entry))
        # both copies are synced here; only then may the effect be visible
        self._journal.commit()
        self.state = apply_entry(self.state, entry)
        self.entries_taken += 1
        # a segment begins with the whole state, so older segments may be deleted
        if self._journal.should_rotate:
            self._journal.rotate(encode_entry(BankCheckpoint(self.state)))
        return True


def _check_first_jackpot(terms: BankTerms, first_jackpot_cents: int, *, has_journal: bool) -> None:
    """Raise RequestFailed if the jackpot cannot begin with this amount."""
    if has_journal:
        raise RequestFailed(Text("slots.lot_begun"))
    if (
        not terms.progressive
        or not terms.first_jackpot_cents <= first_jackpot_cents <= MAX_JACKPOT_CENTS
    ):
        text_values = {
            "base_cents": Cents(terms.first_jackpot_cents),
            "most_cents": Cents(MAX_JACKPOT_CENTS),
        }
        raise RequestFailed(Text("slots.lot_begins", dict(text_values)))
