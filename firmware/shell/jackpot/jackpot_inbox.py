"""The messages of a jackpot's keeper at a table: checked, then given to it as events."""

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.jackpot import (
    JackpotGrant,
    JackpotGrantReceived,
    JackpotLeaseExpired,
    JackpotQuery,
    JackpotTerms,
    JackpotTermsReceived,
    JackpotUpdate,
    JackpotUpdateReceived,
)
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.jackpot.lease import JackpotLease
from firmware.shell.jackpot.signed_messages import SignedMessage, is_signed_by_keeper
from firmware.shell.trust.keys import read_public_key
from hal.ports import Millis

UPDATE_INTERVAL_MS: Final = 2000
"""How often an update that only raises the amount is delivered: each is journaled before it is
shown.
"""
MAX_PENDING: Final = 64


class JackpotRequirements(NamedTuple):
    """The values that a jackpot's terms must have at this table."""

    jackpot: str
    game: str
    progressive_table: int
    decks: int
    stake_cents: int

    def first_mismatch(self, terms: JackpotTerms) -> str | None:
        """Return the name of the first field that differs, None if all match."""
        return next(
            (
                field_name
                for field_name in self._fields
                if getattr(terms, field_name) != getattr(self, field_name)
            ),
            None,
        )


class TrustedKeys(NamedTuple):
    """The public keys, hex, of the keeper and of the people who sign terms."""

    keeper: str
    people: frozenset[str]

    @classmethod
    def read(cls, keeper_file: Path, people_folder: Path) -> "TrustedKeys":
        """Read the keeper's file, and those of a folder. Raises OSError or TrustRefused."""
        public_keys = (
            read_public_key(key_file).hex() for key_file in sorted(people_folder.glob("*.pub"))
        )
        return cls(read_public_key(keeper_file).hex(), frozenset(public_keys))


class JackpotInbox:
    """`accept` is called from any thread, `poll` in every pass of the loop."""

    def __init__(
        self,
        requirements: JackpotRequirements,
        trusted_keys: TrustedKeys,
        query: JackpotQuery,
        journal_identity: str,
        jackpot_link: Callable[[], JackpotLink],
    ) -> None:
        self._requirements = requirements
        self._trusted_keys = trusted_keys
        self._query = query
        self._journal_identity = journal_identity
        self._jackpot_link = jackpot_link
        self._lease = JackpotLease(query.nonce)
        self._pending: deque[SignedMessage] = deque(maxlen=MAX_PENDING)
        self._newest_update: JackpotUpdateReceived | None = None
        """An update that the table does not know yet."""
        self._proof: JackpotUpdateReceived | None = None
        """The newest update since the start, which proves to a keeper how far its line has come."""
        self._delivered_ms = 0
        self._delivered_hits = 0

    @property
    def pending_query(self) -> JackpotQuery | None:
        """The query to the keeper; None once it is answered, every hit is granted, and every
        message is in a line.
        """
        jackpot_link = self._jackpot_link()
        waits = jackpot_link.ungranted or jackpot_link.contributions
        if self._lease.answered and not waits:
            return None
        proof = self._proof
        return (
            self._query
            if proof is None
            else replace(self._query, newest=proof.shown, signature=proof.signature)
        )

    def accept(self, signed_message: SignedMessage) -> None:
        """Accept a message. Raises RequestFailed if its signatures are not valid, or if it is not
        for this table.
        """
        if not is_signed_by_keeper(signed_message, *self._trusted_keys):
            raise RequestFailed(Text("linked.unsigned", {"name": self._requirements.jackpot}))
        if signed_message.message.jackpot != self._requirements.jackpot:
            raise RequestFailed(
                Text(
                    "linked.other",
                    {"name": signed_message.message.jackpot, "own": self._requirements.jackpot},
                )
            )
        if isinstance(signed_message.message, JackpotTerms):
            self._check_terms(signed_message.message)
        self._pending.append(signed_message)

    def _check_terms(self, terms: JackpotTerms) -> None:
        if self._jackpot_link().jackpot not in ("", terms.jackpot):
            values = {"name": terms.jackpot, "own": self._jackpot_link().jackpot}
            raise RequestFailed(Text("linked.other_journal", dict(values)))
        mismatch = self._requirements.first_mismatch(terms)
        if mismatch is not None:
            raise RequestFailed(Text("linked.misfit", {"name": terms.jackpot, "what": mismatch}))

    def poll(self, now_ms: Millis) -> list[Event]:
        """Return the events for the table that are due now."""
        return [*self._events_of_pending(now_ms), *self._lease_events(now_ms)]

    def _events_of_pending(self, now_ms: Millis) -> Iterator[Event]:
        # the table's link changes only after this poll: a grant that came twice counts once
        granted_numbers: set[int] = set()
        while self._pending:
            signed_message = self._pending.popleft()
            match signed_message.message:
                case JackpotTerms() as terms if terms not in self._jackpot_link().terms:
                    yield JackpotTermsReceived(terms, self._query.table, self._journal_identity)
                case JackpotUpdate() as jackpot_update:
                    self._accept_update(
                        jackpot_update, self._keeper_signature(signed_message), now_ms
                    )
                case JackpotGrant(message_number=message_number) as jackpot_grant if (
                    message_number not in granted_numbers
                ):
                    if self._jackpot_link().awaits_grant(jackpot_grant):
                        granted_numbers.add(message_number)
                        yield JackpotGrantReceived(
                            jackpot_grant, self._keeper_signature(signed_message)
                        )

    def _keeper_signature(self, signed_message: SignedMessage) -> str:
        return signed_message.signatures[self._trusted_keys.keeper]

    def _accept_update(self, jackpot_update: JackpotUpdate, signature: str, now_ms: Millis) -> None:
        renewed_lease = self._lease.renewed(jackpot_update, now_ms)
        jackpot_link = self._jackpot_link()
        if renewed_lease is None or jackpot_update.version < jackpot_link.version:
            return
        self._lease = renewed_lease
        self._proof = JackpotUpdateReceived(jackpot_update, signature)
        if jackpot_link.cursor_of(jackpot_update) is not None:
            self._newest_update = self._proof

    def _lease_events(self, now_ms: Millis) -> Iterator[Event]:
        jackpot_link, newest_update = self._jackpot_link(), self._newest_update
        if self._lease.is_expired(now_ms):
            if jackpot_link.fresh:
                yield JackpotLeaseExpired()
        elif newest_update is not None and self._is_due_now(
            jackpot_link, newest_update.shown, now_ms
        ):
            self._delivered_ms, self._delivered_hits, self._newest_update = (
                now_ms,
                newest_update.shown.hits,
                None,
            )
            yield newest_update

    def _is_due_now(
        self, jackpot_link: JackpotLink, jackpot_update: JackpotUpdate, now_ms: Millis
    ) -> bool:
        """Return whether an update is delivered now: one that only raises the amount may wait."""
        # a hit lowers the amount: the old one must not be displayed any longer
        if not jackpot_link.fresh or jackpot_update.hits > self._delivered_hits:
            return True
        # the table waits for its cursor, and no update to all tables counts until it has it
        if jackpot_link.contributions and jackpot_update.version > jackpot_link.version:
            return True
        return (
            jackpot_update.version > jackpot_link.version
            and now_ms - self._delivered_ms >= UPDATE_INTERVAL_MS
        )
