"""The keeper of a linked jackpot: it folds the tables' messages into the ledger, one at a time.

    table's journal ──uplink──> facts ──scan_facts──> jackpot messages ──first_fault──> refused
                                                              │ fold_message
    table <──signed update, grant── store <── stream <──signed── line, version v + 1

**Order.** A table signs a message as a round with progressive bets ends, numbered from 1 without
gaps in its journal. Only the next number of a journal is folded. Between journals, the order is
that of folding.

**Claims.** A message that does not follow from its table's line and facts is
refused (`claims`): it moves nothing, its table has an alarm, and its journal waits until two people
have decided on it. No other journal waits.

**Versions.** Each message makes the line of the next version. It is signed, appended to the
engine's stream behind the line before, inserted into the database, and only then shown
(`line_history`). Of two keepers that fold at once one appends, and the other reads its line and
folds on that. So there is one history, and each message is in it once, with any number of keepers,
each of which may be killed at any time, and with a database that comes back as it was yesterday.

**Grants.** Two tables may win the same jackpot before either has the other's update, and each pays
the amount that it showed. The pool pays as far as it goes, the reserve the rest; a hit of an
earlier generation is paid by the reserve alone. A hit of the whole jackpot begins the next
generation. The grant, with the hit's order and both shares, is signed within its line.
"""

from contextlib import suppress
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.jackpot import JackpotDecision, JackpotTerms
from firmware.floor.jackpot.claim_evidence import EvidenceReader, IsEnrolled
from firmware.floor.jackpot.claims import first_fault
from firmware.floor.jackpot.decisions import DecidedMessage, decided_line
from firmware.floor.jackpot.jackpot_store import JackpotStore, StoreMoved
from firmware.floor.jackpot.ledger_line import (
    LedgerLine,
    first_line,
    fold_message,
    jackpot_update,
)
from firmware.floor.jackpot.line_history import NO_VERSION, LineHistory, Reconciled
from firmware.floor.jackpot.line_stream import LineStream, StreamAhead, StreamAway
from firmware.floor.jackpot.message_scan import scan_facts
from firmware.floor.jackpot.message_store import MessageStore, StoredMessage
from firmware.floor.jackpot.signed_line import SignedLine, sign_line
from firmware.shell.jackpot.signed_messages import (
    REQUIRED_PERSONS,
    SignedMessage,
    is_attested,
    sign_message,
    valid_signers,
)
from firmware.shell.trust.keys import public_octets

MAX_RACES: Final = 5
"""How often a keeper reads the lines again that another has appended meanwhile."""
MAX_REPEATED_GRANTS: Final = 16
"""Grants that are repeated to a querying table; a table misses no more than one or two."""


class Refusal(NamedTuple):
    """A message that was refused now, for the first time."""

    stored: StoredMessage
    reason: str


class KeeperStep(NamedTuple):
    """The result of a step: the newest line, and whether more messages wait."""

    newest: SignedLine
    is_new: bool = False
    """Whether this step has made it."""
    has_more: bool = False
    refusal: Refusal | None = None
    taken_back: int = 0
    """How many lines a store that was behind has got again from the stream."""


class JackpotKeeper:
    """Keeps the jackpot of a store, with the stream of its lines."""

    def __init__(
        self,
        jackpot_store: JackpotStore,
        line_stream: LineStream,
        keeper_key: Ed25519PrivateKey,
        is_enrolled: IsEnrolled,
        people: frozenset[str] = frozenset(),
    ) -> None:
        self._store = jackpot_store
        self._keeper_key = keeper_key
        self._people = people
        self._is_enrolled = is_enrolled
        self.messages = MessageStore(jackpot_store.database, jackpot_store.jackpot_name)
        self.history = LineHistory(jackpot_store, line_stream, public_octets(keeper_key))

    def reconcile(self) -> Reconciled:
        """Make stream and store one; begin the jackpot if it has no line. Raises StreamAway,
        LineAltered, OutOfOrder.
        """
        all_terms = self._store.all_terms
        for _ in range(MAX_RACES):
            with suppress(StreamAhead, StoreMoved):
                reconciled = self.history.reconcile(all_terms)
                if self._store.newest is None:
                    self._append(SignedLine(first_line(all_terms)))
                return reconciled
        raise StreamAway

    def fold_next(self) -> KeeperStep:
        """Fold one decision or message. Nothing is folded if another keeper was faster. Facts are
        scanned only when no message waits.

        Raises StreamAway; LineAltered, after which nothing is signed; OutOfOrder if the jackpot has
        no terms for its first line.
        """
        all_terms = self._store.all_terms
        newest, taken_back = self._newest_of_both(all_terms)
        return self._step_behind(newest, all_terms)._replace(taken_back=taken_back)

    def _newest_of_both(self, all_terms: list[JackpotTerms]) -> tuple[SignedLine, int]:
        """Return the newest line, once stream and store both end with it, and how many lines a
        store that was behind has got again for that.
        """
        taken_back = 0
        for _ in range(MAX_RACES):
            newest, known_version = self.history.newest(all_terms), self.history.version
            if newest is not None and newest.line.version == known_version:
                return newest, taken_back
            reconciled = self.reconcile()
            # else another keeper went on, and has not inserted its line yet
            if newest is None or not newest.line.version > known_version > NO_VERSION:
                taken_back += reconciled.taken_back
        raise StreamAway

    def _step_behind(self, newest: SignedLine, all_terms: list[JackpotTerms]) -> KeeperStep:
        """Fold one decision or message behind the newest line."""
        following = self._next_decision(newest.line, all_terms)
        if following is not None:
            return self._step(newest, following)
        stored = self._next_message()
        if stored is None:
            return KeeperStep(newest)
        return self._step_of_message(newest, stored, all_terms)

    def fold_again(self, journal: str, number: int) -> LedgerLine | None:
        """Fold a message that an earlier program has counted, as it comes; return its line, None if
        there is no such message. Raises StreamAway, LineAltered.
        """
        all_terms, stored = self._store.all_terms, self.messages.message(journal, number)
        newest = self.history.newest(all_terms)
        if newest is None or stored is None or not is_attested(stored.attested):
            return None
        folded = fold_message(newest.line, stored.attested.message, all_terms)
        following = SignedLine(folded.ledger_line, stored.attested, grant=folded.jackpot_grant)
        return self._append(following).line

    def _next_message(self) -> StoredMessage | None:
        stored = self.messages.next_waiting()
        if stored is None and scan_facts(self._store.database):
            stored = self.messages.next_waiting()
        return stored

    def _step_of_message(
        self, newest: SignedLine, stored: StoredMessage, all_terms: list[JackpotTerms]
    ) -> KeeperStep:
        message = stored.attested.message
        if message.message_number <= self._store.cursor(message.journal):
            self.messages.pass_over(message.journal, message.message_number)
            return KeeperStep(newest, has_more=True)
        game = all_terms[-1].game
        reader = EvidenceReader(self._store, self.messages, game, self._is_enrolled)
        reason = first_fault(message, reader.evidence(stored), all_terms)
        if reason is not None:
            is_new = self.messages.refuse(message.journal, message.message_number, reason)
            refusal = Refusal(stored, reason) if is_new else None
            return KeeperStep(newest, has_more=True, refusal=refusal)
        folded = fold_message(newest.line, message, all_terms)
        following = SignedLine(folded.ledger_line, stored.attested, grant=folded.jackpot_grant)
        return self._step(newest, following)

    def _step(self, newest: SignedLine, following: SignedLine) -> KeeperStep:
        try:
            return KeeperStep(self._append(following), is_new=True, has_more=True)
        except StreamAhead:  # another keeper was faster
            self.reconcile()
        except StoreMoved:  # the next step takes it forward
            pass
        return KeeperStep(newest, has_more=True)

    def _append(self, unsigned: SignedLine) -> SignedLine:
        signed_line = sign_line(unsigned, self._keeper_key)
        self.history.append(signed_line)
        return signed_line

    def _next_decision(self, line: LedgerLine, all_terms: list[JackpotTerms]) -> SignedLine | None:
        """Return the line of the next decision that moves anything, unsigned."""
        for decided in self.messages.waiting_decisions():
            decision = decided.message
            is_signed = len(valid_signers(decided) & self._people) >= REQUIRED_PERSONS
            if is_signed and isinstance(decision, JackpotDecision):
                stored = self.messages.message(decision.journal, decision.message_number)
                cursor = self._store.cursor(decision.journal)
                made = decided_line(line, DecidedMessage(decided, stored, cursor), all_terms)
                if made is not None:
                    return made
        return None

    def signed_update(
        self,
        ledger_line: LedgerLine,
        time_ms: int,
        cursors: dict[str, int] | None = None,
        nonces: tuple[str, ...] = (),
    ) -> SignedMessage:
        """Return a line as the signed update for one table, with its cursor, by default for all."""
        all_terms = self._store.all_terms
        return sign_message(
            jackpot_update(ledger_line, all_terms, time_ms, cursors, nonces), self._keeper_key
        )

    def update_to(
        self, ledger_line: LedgerLine, time_ms: int, journal: str, nonces: tuple[str, ...] = ()
    ) -> list[SignedMessage]:
        """Return the update to the table of a journal; none if the store has fallen back meanwhile,
        whose cursors would not be those of this line.
        """
        cursor = self._store.cursor_at(journal, ledger_line.version)
        if cursor is None:
            return []
        return [self.signed_update(ledger_line, time_ms, {journal: cursor}, nonces)]

    def signed_grants(self, journal: str) -> list[SignedMessage]:
        """Return the last grants of a journal, each from its verified line, the oldest first.
        Raises LineAltered.
        """
        versions = self._store.granted_versions(journal)[-MAX_REPEATED_GRANTS:]
        lines = [self.history.sound_line(version) for version in versions]
        return [
            sign_message(line.grant, self._keeper_key)
            for line in lines
            if line is not None and line.grant is not None
        ]
