"""A bank with its journal: each change is durable before anybody sees it."""

from drivers.sas.polls import MOST_CENTS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.history.findings import damage_of, words_of
from firmware.shell.history.ledger import Log
from firmware.shell.journal import CopyLost
from firmware.slots.bank import apply, is_news
from firmware.slots.entries import Enrolled, Entry, Stood, decode, encode
from firmware.slots.state import BankState, founded
from firmware.slots.terms import BankTerms


class KeptBank:
    """A bank in the state at the end of its journal, registered as `terms` say from now on.

    One without a journal begins with a `lot`, in cents, if it went on before without this journal.
    """

    def __init__(self, terms: BankTerms, log: Log, lot: int | None = None) -> None:
        """Raises CannotBeDone if the bank has a lot already, or none that could begin there."""
        self._log = log
        self.state: BankState = founded(terms, lot)
        """Nobody else changes it."""
        self.taken = 0
        """The entries of this run."""
        found = (one for one in log.findings if not isinstance(one, CopyLost))
        self.mended = tuple(damage_of(found))
        """In words, what was amiss with the journal's copies at this start."""
        begun = False
        for payload in log.live_records():
            self.state = apply(self.state, decode(payload))
            begun = True
        if lot is not None:
            _hold_begin(terms, lot, begun=begun)
        self.reregistered = begun and self.take(Enrolled(terms))
        """Whether other machines, or another lot, are registered than before."""
        if not begun:
            self.take(Stood(self.state))

    @property
    def lost_copies(self) -> tuple[Text, ...]:
        """The alarm for a copy of the journal that is written no more."""
        lost = (found for found in self._log.findings if isinstance(found, CopyLost))
        return tuple(Text("slots.alarm.copy_lost", {"why": words_of(one)}) for one in lost)

    def take(self, entry: Entry) -> bool:
        """Take an entry; return whether it was news, once it is durable. Raises JournalLost."""
        if not is_news(self.state, entry):
            return False
        self._log.append(encode(entry))
        self._log.commit()
        self.state = apply(self.state, entry)
        self.taken += 1
        if self._log.full:
            self._log.rotate(encode(Stood(self.state)))
        return True


def _hold_begin(terms: BankTerms, lot: int, *, begun: bool) -> None:
    """Raise CannotBeDone if a lot can't begin with so many cents."""
    if begun:
        raise CannotBeDone(Text("slots.lot_begun"))
    if not terms.progressive or not terms.base <= lot <= MOST_CENTS:
        values = {"base_cents": Cents(terms.base), "most_cents": Cents(MOST_CENTS)}
        raise CannotBeDone(Text("slots.lot_begins", dict(values)))
