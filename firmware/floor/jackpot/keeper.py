"""The keeper of a linked jackpot: it folds the tables' messages into the ledger, one at a time.

    table's journal ──uplink──> facts ──collect_messages──> jackpot messages
                                                                   │ fold_message
    table <──signed update, grant── line, version v + 1 <──insert──┘ on line, version v

**Order.** A table signs a message as a round with progressive bets ends, numbered from 1 without
gaps in its journal. The keeper collects them from the stored facts up to their watermark, so that
none is missing, and accepts one only from the device that `known_devices` has for that table. A
line has for each journal the number of its last folded message (`cursors`), and only the next
number is folded. Between journals, the order is that of folding.

**Versions.** Each message makes the line of the next version, and (jackpot, version) is the primary
key: of two keepers that fold at once one inserts, and the other reads the newest line and folds on
that. So there is one history, and each message is in it once, with any number of keepers, each of
which may be killed at any time.

**Grants.** Two tables may win the same jackpot before either has the other's update, and each pays
the amount that it showed. The pool pays as far as it goes, the reserve the rest; a hit of an
earlier generation is paid by the reserve alone. A hit of the whole jackpot begins the next
generation. The grant, with the hit's order and both shares, is inserted in one transaction with its
line.

A keeper that dies between insert and publication loses nothing: the next one repeats the newest
line every two seconds, and a table with an ungranted hit repeats its query until the grant comes.
"""

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.jackpot import JackpotTerms
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.ledger_line import LedgerLine, first_line, fold_message, jackpot_update
from firmware.shell.history.journal_entries import Attested
from firmware.shell.jackpot.signed_messages import SignedMessage, is_attested, sign_message

MAX_REPEATED_GRANTS: Final = 16
"""Grants that are repeated to a querying table; a table misses no more than one or two."""


class KeeperStep(NamedTuple):
    """The result of a step: the newest line, its grant, and whether more messages wait."""

    ledger_line: LedgerLine
    signed_grant: SignedMessage | None = None
    has_more: bool = False


class JackpotKeeper:
    """Keeps the jackpot of a store. `table_of_device` returns a device's table by its public key,
    hex.
    """

    def __init__(
        self,
        jackpot_store: JackpotStore,
        keeper_key: Ed25519PrivateKey,
        table_of_device: Callable[[str], str | None],
    ) -> None:
        self._jackpot_store = jackpot_store
        self._keeper_key = keeper_key
        self._table_of_device = table_of_device

    def fold_next(self) -> KeeperStep:
        """Fold one message. Nothing is folded if another keeper was faster. Facts are scanned only
        when no message waits.

        Raises OutOfOrder if the jackpot has no terms for its first line.
        """
        all_terms = self._jackpot_store.all_terms
        ledger_line = self._newest_line(all_terms)
        attested = self._jackpot_store.next_message(ledger_line)
        if attested is None and self._jackpot_store.collect_messages(self._is_known_message):
            attested = self._jackpot_store.next_message(ledger_line)
        if attested is None:
            return KeeperStep(ledger_line)
        folded = fold_message(ledger_line, attested.message, all_terms)
        if not self._jackpot_store.insert_line(folded.ledger_line, folded.jackpot_grant):
            return KeeperStep(self._newest_line(all_terms), has_more=True)
        signed_grant = (
            sign_message(folded.jackpot_grant, self._keeper_key) if folded.jackpot_grant else None
        )
        return KeeperStep(folded.ledger_line, signed_grant, has_more=True)

    def signed_update(
        self, ledger_line: LedgerLine, nonces: tuple[str, ...], time_ms: int
    ) -> SignedMessage:
        """Return an inserted line as the signed update for the tables."""
        return sign_message(
            jackpot_update(ledger_line, self._jackpot_store.all_terms, nonces, time_ms),
            self._keeper_key,
        )

    def signed_grants(self, table_names: Collection[str]) -> list[SignedMessage]:
        """Return the last grants of these tables, signed, the oldest first."""
        own_grants = [
            jackpot_grant
            for jackpot_grant in self._jackpot_store.stored_grants
            if jackpot_grant.table in table_names
        ]
        return [
            sign_message(jackpot_grant, self._keeper_key)
            for jackpot_grant in own_grants[-MAX_REPEATED_GRANTS:]
        ]

    def _newest_line(self, all_terms: list[JackpotTerms]) -> LedgerLine:
        """Return the newest line. Begins the jackpot if it has none, unless another keeper does."""
        ledger_line = self._jackpot_store.newest_line
        if ledger_line is not None:
            return ledger_line
        self._jackpot_store.insert_line(first_line(all_terms))
        return self._newest_line(all_terms)

    def _is_known_message(self, attested: Attested, table: str, journal: str) -> bool:
        """Return whether a fact is a message of its own table and journal, signed by that table's
        device.
        """
        message = attested.message
        is_own_name = (message.table, message.journal) == (table, journal)
        return (
            is_own_name
            and self._table_of_device(attested.device) == table
            and is_attested(attested)
        )
