"""The keeper's loop: it folds each message of a table, and chooses the messages to the tables."""

from pathlib import Path
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import JackpotKeeper
from firmware.floor.jackpot.ledger_line import LedgerLine
from firmware.floor.jackpot.terms import accept_terms, read_signed
from firmware.shell.evidence.known_devices import remembered_name
from firmware.shell.jackpot.signed_messages import SignedMessage
from firmware.shell.trust.keys import fingerprint, read_public_key

UPDATE_INTERVAL_MS: Final = 2000
"""How often the newest update is repeated; a new one is sent at once."""
MAX_NONCE_LENGTH: Final = 64
MAX_QUERIES: Final = 256
"""The most queries that one update answers: it must stay short enough for all tables."""


class DueMessages(NamedTuple):
    """The messages to publish now, in this order, and whether more wait to be folded."""

    messages: list[SignedMessage]
    has_more: bool


def open_jackpot(
    database: Engine,
    jackpot_name: str,
    keeper_key: Ed25519PrivateKey,
    terms_file: Path | None,
    people_folder: Path,
) -> JackpotStore:
    """Return a jackpot with its terms. Raises OSError; RequestFailed if new ones are not
    acceptable, or if it has none.
    """
    jackpot_store = JackpotStore(database, jackpot_name)
    if terms_file is not None:
        _add_terms(jackpot_store, terms_file, people_folder, keeper_key)
    if not jackpot_store.all_terms:
        raise RequestFailed(Text("linked.audit.no_lot", {"name": jackpot_name}))
    return jackpot_store


def _add_terms(
    jackpot_store: JackpotStore,
    terms_file: Path,
    people_folder: Path,
    keeper_key: Ed25519PrivateKey,
) -> None:
    signed_terms, newest_line = read_signed(terms_file), jackpot_store.newest_line
    # a restart reads the same file again
    if any(signed_terms.message == known_terms for known_terms in jackpot_store.all_terms):
        return
    person_keys = frozenset(
        read_public_key(key_file).hex() for key_file in people_folder.glob("*.pub")
    )
    generation = newest_line.generation if newest_line else 0
    jackpot_store.add_terms(
        accept_terms(
            signed_terms, terms_file, person_keys, jackpot_store.all_terms, generation, keeper_key
        )
    )


def jackpot_keeper(jackpot_store: JackpotStore, keeper_key: Ed25519PrivateKey) -> JackpotKeeper:
    """Return a keeper that knows the devices in `known_devices`, by the names of their tables."""
    return JackpotKeeper(
        jackpot_store,
        keeper_key,
        lambda public_key: remembered_name(fingerprint(bytes.fromhex(public_key))),
    )


class KeeperLoop:
    """Chooses the messages to the tables of a jackpot; its only I/O is the database's.

    A query is answered once. A table that misses the answer repeats its query.
    """

    def __init__(self, jackpot_store: JackpotStore, keeper: JackpotKeeper) -> None:
        self._jackpot_store = jackpot_store
        self._keeper = keeper
        self._nonces: dict[str, str] = {}
        self._shown_version = 0
        self._shown_ms = 0
        self._update_ms = 0
        """The time of the last update. It never decreases, even if the clock is set back."""

    def add_query(self, table_name: str, nonce: str) -> None:
        """Have the next update answer a table."""
        if len(nonce) <= MAX_NONCE_LENGTH and len(self._nonces) < MAX_QUERIES:
            self._nonces[table_name] = nonce

    def next_messages(self, now_ms: int) -> DueMessages:
        """Fold a message; return the messages that are due."""
        keeper_step = self._keeper.fold_next()
        messages = [] if keeper_step.signed_grant is None else [keeper_step.signed_grant]
        # from 0: after a clock is set back, an update is due at once
        is_recent = 0 <= now_ms - self._shown_ms < UPDATE_INTERVAL_MS
        if not is_recent or keeper_step.ledger_line.version != self._shown_version or self._nonces:
            messages += self._signed_update(keeper_step.ledger_line, now_ms)
        return DueMessages(messages, keeper_step.has_more)

    def _signed_update(self, ledger_line: LedgerLine, now_ms: int) -> list[SignedMessage]:
        """Return the update, after terms and grants if a table has sent a query."""
        nonces, self._nonces = self._nonces, {}
        self._shown_version, self._shown_ms = ledger_line.version, now_ms
        self._update_ms = max(now_ms, self._update_ms + 1)
        answers = (
            [*self._jackpot_store.signed_terms, *self._keeper.signed_grants(nonces)]
            if nonces
            else []
        )
        return [
            *answers,
            self._keeper.signed_update(ledger_line, tuple(nonces.values()), self._update_ms),
        ]
