"""The keeper's loop: it folds each message of a table, and chooses the messages to the tables."""

from collections.abc import Callable
from typing import Final, NamedTuple

from firmware.core.vocabulary.jackpot import JackpotQuery, JackpotUpdate
from firmware.core.vocabulary.panel import Text
from firmware.floor.jackpot.claims import refusal_key
from firmware.floor.jackpot.former_lines import adopt_former_lines
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import JackpotKeeper, KeeperStep, Refusal
from firmware.floor.jackpot.line_history import Reconciled
from firmware.floor.jackpot.line_stream import StreamAway
from firmware.floor.jackpot.signed_line import SignedLine
from firmware.floor.log import WriteLog
from firmware.floor.places import Place, cursor_subject, jackpot_subject
from firmware.shell.jackpot.signed_messages import SignedMessage, is_signed_by_keeper

UPDATE_INTERVAL_MS: Final = 2000
"""How often the newest update is repeated to all tables."""
RISE_INTERVAL_MS: Final = 500
"""How often a new one follows that only raises the amount; one of a hit is sent at once."""
RETRY_INTERVAL_MS: Final = 5000
"""How often refused messages are read again whose reason may have ended, and the stream is compared
with the store: a keeper of another database may have gone on.
"""
MAX_NONCE_LENGTH: Final = 64
MAX_QUERIES: Final = 4096
"""The most queries that wait for an answer."""
ANSWERS_PER_PASS: Final = 64


class DueMessage(NamedTuple):
    """A message to publish, and its subject."""

    subject: str
    signed: SignedMessage


class DueMessages(NamedTuple):
    """The messages to publish now, in this order, and whether more wait to be folded."""

    messages: list[DueMessage]
    has_more: bool


class KeeperLoop:
    """Chooses the messages to the tables of a jackpot; its only I/O is the keeper's.

    A query is answered once. A table that misses the answer repeats its query.
    """

    def __init__(
        self,
        jackpot_store: JackpotStore,
        keeper: JackpotKeeper,
        keeper_public: str,
        place_of_device: Callable[[str], Place | None],
        write_log: WriteLog,
    ) -> None:
        self._jackpot_store = jackpot_store
        self._keeper = keeper
        self._keeper_public = keeper_public
        self._place_of_device = place_of_device
        self._write_log = write_log
        self._queries: dict[Place, JackpotQuery] = {}
        self._newest: SignedLine | None = None
        self._proofs: dict[Place, JackpotUpdate] = {}
        """By table, an update that the keeper has signed, and that is not compared yet."""
        self._shown: tuple[int, int] | None = None
        """Version and hits of the last update to all tables."""
        self._shown_ms = self._retried_ms = 0
        self._retried_journal = ""
        self._update_ms = 0
        """The time of the last update. It never decreases, even if the clock is set back."""
        self._last_fault = ""

    def add_query(self, place: Place, query: JackpotQuery) -> None:
        """Have a table answered, and its newest update compared with the lines."""
        if query.newest is not None and query.newest.jackpot == self._jackpot_store.jackpot_name:
            signed = SignedMessage(query.newest, {self._keeper_public: query.signature})
            if is_signed_by_keeper(signed, self._keeper_public, ()):
                self._proofs[place] = query.newest
        if len(query.nonce) <= MAX_NONCE_LENGTH and len(self._queries) < MAX_QUERIES:
            self._queries[place] = query

    def next_messages(self, now_ms: int) -> DueMessages:
        """Fold a message; return the messages that are due. Raises LineAltered."""
        self._retry(now_ms)
        keeper_step = self._fold()
        if keeper_step is None:
            return DueMessages([], has_more=False)
        newest = keeper_step.newest
        messages = self._to_folded_table(newest, now_ms) if keeper_step.is_new else []
        messages += self._answers(newest, now_ms)
        if self._is_due(newest, now_ms):
            messages.append(self._to_all(newest, now_ms))
        return DueMessages(messages, keeper_step.has_more)

    def _fold(self) -> KeeperStep | None:
        """Return the next step; while the stream is away the last line again, None if there is
        none, or if a table knows a higher one.
        """
        try:
            if self._is_behind():
                return None
            keeper_step = self._keeper.fold_next()
        except StreamAway:
            self._log_once("linked.keeper.stream_away")
            return None if self._newest is None else KeeperStep(self._newest)
        self._newest, self._last_fault = keeper_step.newest, ""
        self._log_count("linked.keeper.taken_back", keeper_step.taken_back)
        if keeper_step.refusal is not None:
            self._write_log(refusal_text(keeper_step.refusal))
        return keeper_step

    def _is_behind(self) -> bool:
        """Return whether a table has a higher line than stream and store: then nothing is folded,
        nor shown. Raises LineAltered if it has another line of one version; StreamAway.
        """
        highest = max((proof.version for proof in self._proofs.values()), default=0)
        stored = self._jackpot_store.newest if highest else None
        if stored is not None and highest > stored.version:
            self._log_reconciled(self._keeper.reconcile())
            stored = self._jackpot_store.newest
        if stored is not None and highest > stored.version:
            self._log_once("linked.keeper.behind", number=highest, newest=stored.version)
            return True
        for place in [*self._proofs]:
            self._keeper.history.check_proof(self._proofs.pop(place))
        return False

    def begin(self) -> None:
        """Make stream and store one before anything is folded. Raises LineAltered."""
        try:
            self._log_reconciled(self._keeper.reconcile())
            adopted = adopt_former_lines(self._jackpot_store, self._keeper)
            self._log_count("linked.keeper.adopted", adopted)
        except StreamAway:
            self._log_once("linked.keeper.stream_away")

    def _log_reconciled(self, reconciled: Reconciled) -> None:
        self._log_count("linked.keeper.taken_back", reconciled.taken_back)
        self._log_count("linked.keeper.appended", reconciled.appended)

    def _log_count(self, key: str, count: int) -> None:
        if count:
            name = self._jackpot_store.jackpot_name
            self._write_log(Text(key, {"name": name, "count": count}))

    def _log_once(self, key: str, **values: int) -> None:
        if key != self._last_fault:
            self._write_log(Text(key, {"name": self._jackpot_store.jackpot_name, **values}))
        self._last_fault = key

    def _retry(self, now_ms: int) -> None:
        if not 0 <= now_ms - self._retried_ms < RETRY_INTERVAL_MS:
            self._retried_journal = self._keeper.messages.retry(self._retried_journal)
            self._keeper.history.compare_again()
            self._retried_ms = now_ms

    def _is_due(self, newest: SignedLine, now_ms: int) -> bool:
        shown = newest.line.version, newest.line.hits
        # from 0: after a clock is set back, an update is due at once
        age_ms = now_ms - self._shown_ms
        if self._shown is None or not 0 <= age_ms < UPDATE_INTERVAL_MS:
            return True
        if shown[1] != self._shown[1]:
            return True
        return shown != self._shown and age_ms >= RISE_INTERVAL_MS

    def _to_all(self, newest: SignedLine, now_ms: int) -> DueMessage:
        self._shown, self._shown_ms = (newest.line.version, newest.line.hits), now_ms
        signed = self._keeper.signed_update(newest.line, self._next_update_ms(now_ms))
        return DueMessage(jackpot_subject(self._jackpot_store.jackpot_name, "shown"), signed)

    def _to_folded_table(self, newest: SignedLine, now_ms: int) -> list[DueMessage]:
        """Return the grant and the update to the table whose message made a line."""
        attested = newest.attested
        place = self._place_of_device(attested.device) if attested else None
        if attested is None or place is None:
            return []
        grants = self._keeper.signed_grants(attested.message.journal) if newest.grant else []
        updates = self._keeper.update_to(
            newest.line, self._next_update_ms(now_ms), attested.message.journal
        )
        return self._to_table(place, [*grants, *updates])

    def _answers(self, newest: SignedLine, now_ms: int) -> list[DueMessage]:
        """Return the answers to the first queries: terms at a start, grants, and an update."""
        answers: list[DueMessage] = []
        for place in [*self._queries][:ANSWERS_PER_PASS]:
            query = self._queries.pop(place)
            begins = query.newest is None
            terms = self._jackpot_store.signed_terms if begins else []
            grants = self._keeper.signed_grants(query.journal)
            updates = self._keeper.update_to(
                newest.line, self._next_update_ms(now_ms), query.journal, (query.nonce,)
            )
            answers += self._to_table(place, [*terms, *grants, *updates])
        return answers

    def _to_table(self, place: Place, signed_messages: list[SignedMessage]) -> list[DueMessage]:
        subject = cursor_subject(self._jackpot_store.jackpot_name, place)
        return [DueMessage(subject, signed) for signed in signed_messages]

    def _next_update_ms(self, now_ms: int) -> int:
        self._update_ms = max(now_ms, self._update_ms + 1)
        return self._update_ms


def refusal_text(refusal: Refusal) -> Text:
    """Return a refused message in words."""
    message = refusal.stored.attested.message
    return Text(
        "linked.refused.message",
        {
            "name": message.jackpot,
            "table": message.table,
            "journal": message.journal[:8],
            "number": message.message_number,
            "why": Text(refusal_key(refusal.reason)),
        },
    )
