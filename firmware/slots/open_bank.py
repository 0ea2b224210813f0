"""Opens the bank of a folder: its key, its journal, its lot."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from firmware import __version__
from firmware.core.games.slot_bank import GAME
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.device.program import program_digest
from firmware.shell.journal import (
    Journal,
    JournalApart,
    JournalBehind,
    JournalDamaged,
    JournalGone,
    JournalLost,
    JournalTaken,
    OsCopy,
    Stamp,
    TimelyCopy,
)
from firmware.shell.trust.keys import Device, fingerprint
from firmware.shell.trust.own_journal import own_journal
from firmware.slots.journaled_bank import KeptBank
from firmware.slots.terms import BankTerms

WHY: Final[dict[type[JournalDamaged], str]] = {
    JournalApart: "journal_apart",
    JournalBehind: "journal_behind",
}


@contextmanager
def opened(
    terms: BankTerms, state: Path, *, simulated: bool, lot: int | None = None
) -> Iterator[KeptBank]:
    """Open the bank that has its folder there; a new one begins with `lot`, in cents.

    Raises OSError, JournalError, TrustError; CannotBeDone if the folder is not a
    bank's, or the lot can't begin there.
    """
    state.mkdir(parents=True, exist_ok=True)
    with closing(_journal(terms, state, simulated=simulated)) as journal:
        if journal.stamp.game != GAME:
            raise CannotBeDone(Text("slots.other_journal", {"path": str(state)}))
        kept = KeptBank(terms, journal, lot)
        kept.mended += tuple(_other_device(journal, state))
        yield kept


def _journal(terms: BankTerms, state: Path, *, simulated: bool) -> Journal:
    first, second = (TimelyCopy(OsCopy(state / copy)) for copy in terms.copies)
    stamp = Stamp("sim" if simulated else "pi", __version__, program_digest(), "", GAME)
    try:
        return own_journal(state, (first, second), stamp)
    except JournalTaken as taken:
        if taken.why.key != "journal.why.taken":
            raise
        raise JournalTaken(Text("slots.taken", {"path": str(state)})) from None
    except JournalGone:
        raise JournalGone(Text("slots.journal_gone", {"path": str(state)})) from None
    except JournalDamaged as damaged:
        values: Values = {"path": str(state), "number": damaged.number}
        raise JournalLost(
            Text(f"slots.{WHY.get(type(damaged), 'journal_damaged')}", values)
        ) from None


def _other_device(journal: Journal, state: Path) -> Iterator[Text]:
    """Yield the note on a journal that was not begun with the key of this folder."""
    begun, own = journal.stamp.device, fingerprint(Device.load(state).public)
    if begun not in ("", own):
        yield Text("slots.other_device", {"path": str(state), "begun": begun, "own": own})
