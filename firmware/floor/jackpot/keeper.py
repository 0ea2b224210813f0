"""The keeper of a linked lot: it folds what tables fed and won into the line, one message a turn.

It remembers nothing: any number of keepers may run, and each may end at any time.
"""

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.jackpot import JackpotTerms
from firmware.floor.jackpot.ledger_line import LedgerLine, first_line, fold_message, jackpot_update
from firmware.floor.jackpot.store import JackpotStore
from firmware.shell.history.records import Attested
from firmware.shell.jackpot.signed import SignedMessage, is_attested, sign_message

MAX_REPEATED_GRANTS: Final = 16
"""Grants that are said again to tables which ask: a table waits for no more than one or two."""


class KeeperStep(NamedTuple):
    """The result of a turn: the newest line, its grants, and whether more messages wait."""

    ledger_line: LedgerLine
    signed_grant: SignedMessage | None = None
    has_more: bool = False


class JackpotKeeper:
    """Keeps the lot of a book. `name_of` returns a device's table by its public key, in
    hexadecimal.
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
        """Fold one message; if another keeper was faster, nothing is folded. Facts are looked
        through once no message waits.

        Raises OutOfTurn if the lot has no terms for its first line.
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
        """Return an inserted line, signed, as it is shown to the tables."""
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
        """Return the newest line; begin the lot if it has none, unless another has."""
        ledger_line = self._jackpot_store.newest_line
        if ledger_line is not None:
            return ledger_line
        self._jackpot_store.insert_line(first_line(all_terms))
        return self._newest_line(all_terms)

    def _is_known_message(self, attested: Attested, table: str, journal: str) -> bool:
        """Return whether a fact of that journal is a message of the table that the house knows."""
        message = attested.message
        is_own_name = (message.table, message.journal) == (table, journal)
        return (
            is_own_name
            and self._table_of_device(attested.device) == table
            and is_attested(attested)
        )
