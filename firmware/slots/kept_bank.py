"""A bank with its journal: each change is durable before anybody hears of it."""

from firmware.shell.history.ledger import Log
from firmware.slots.bank import apply, is_news
from firmware.slots.entries import Enrolled, Entry, Stood, decode, encode
from firmware.slots.state import BankState, founded
from firmware.slots.terms import BankTerms


class KeptBank:
    """A bank in the state at the end of its journal, registered as `terms` say from now on."""

    def __init__(self, terms: BankTerms, log: Log) -> None:
        self._log = log
        self.state: BankState = founded(terms)
        """Nobody else changes it."""
        self.taken = 0
        """The entries of this run."""
        begun = False
        for payload in log.live_records():
            self.state = apply(self.state, decode(payload))
            begun = True
        self.registered_anew = begun and self.take(Enrolled(terms))
        """Whether other machines, or another lot, are registered than before."""
        if not begun:
            self.take(Stood(self.state))

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
