"""Opens the bank of a folder: key, journal, jackpot."""

import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from firmware import __version__
from firmware.core.games.slot_machine import GAME
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.program import program_digest
from firmware.shell.evidence.pack_archive import archive_pack
from firmware.shell.journal import (
    DeadlineCopy,
    DirectoryCopy,
    Journal,
    JournalDamaged,
    JournalDiverged,
    JournalInUse,
    JournalLost,
    JournalMissing,
    JournalStale,
    JournalStamp,
)
from firmware.shell.trust.device_journal import open_device_journal
from firmware.shell.trust.keys import DeviceKey, fingerprint
from firmware.slots.config import BankConfig
from firmware.slots.journaled_bank import JournaledBank

JOURNAL_FAULT_KEYS: Final[dict[type[JournalDamaged], str]] = {
    JournalDiverged: "slots.journal_apart",
    JournalStale: "slots.journal_behind",
}


@contextmanager
def open_bank(
    config: BankConfig,
    state_folder: Path,
    *,
    is_simulated: bool,
    first_jackpot_cents: int | None = None,
) -> Iterator[JournaledBank]:
    """Open the bank of a folder; a new one begins with `first_jackpot_cents`.

    Raises OSError, JournalError, TrustRefused; RequestFailed if the folder is another kind's, or
    the jackpot cannot begin so.
    """
    state_folder.mkdir(parents=True, exist_ok=True)
    with closing(_open_journal(config, state_folder, is_simulated=is_simulated)) as journal:
        if journal.stamp.game != GAME:
            raise RequestFailed(Text("slots.other_journal", {"path": str(state_folder)}))
        journaled_bank = JournaledBank(config, journal, first_jackpot_cents)
        journaled_bank.journal_repairs += tuple(_foreign_journal_notes(journal, state_folder))
        copies = [state_folder / copy_folder for copy_folder in config.terms.copies]
        for error in archive_pack(config.rule_pack, copies):
            logging.getLogger(__name__).warning("rule pack: %s", error)
        yield journaled_bank


def _open_journal(config: BankConfig, state_folder: Path, *, is_simulated: bool) -> Journal:
    first_copy, second_copy = (
        DeadlineCopy(DirectoryCopy(state_folder / copy_folder))
        for copy_folder in config.terms.copies
    )
    journal_stamp = JournalStamp(
        "sim" if is_simulated else "pi",
        __version__,
        program_digest(),
        config.rule_pack.digest,
        GAME,
    )
    try:
        return open_device_journal(state_folder, (first_copy, second_copy), journal_stamp)
    except JournalInUse as taken_error:
        # any other reason has a text of its own
        if taken_error.why.key != "journal.why.taken":
            raise
        raise JournalInUse(Text("slots.taken", {"path": str(state_folder)})) from None
    except JournalMissing:
        raise JournalMissing(Text("slots.journal_gone", {"path": str(state_folder)})) from None
    except JournalDamaged as damaged_error:
        text_values: TextValues = {"path": str(state_folder), "number": damaged_error.number}
        raise JournalLost(
            Text(JOURNAL_FAULT_KEYS.get(type(damaged_error), "slots.journal_damaged"), text_values)
        ) from None


def _foreign_journal_notes(journal: Journal, state_folder: Path) -> Iterator[Text]:
    """Yield the note on a journal that was begun with another device key than this folder's."""
    journal_fingerprint = journal.stamp.device
    own_fingerprint = fingerprint(DeviceKey.load(state_folder).public_key)
    if journal_fingerprint not in ("", own_fingerprint):
        yield Text(
            "slots.other_device",
            {"path": str(state_folder), "begun": journal_fingerprint, "own": own_fingerprint},
        )
