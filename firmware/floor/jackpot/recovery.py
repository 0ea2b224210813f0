"""Brings a jackpot's lines back into a store: from the stream, or where that is lost too, from the
journals of the tables.

A line has the digest of the one before, and each update that a table has recorded has the digest of
its line. So of all orders in which the tables' messages may have been folded, the one is found that
gives every recorded update and grant, to the unit; nothing is signed that does not.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.jackpot import JackpotGrant, JackpotTerms, JackpotUpdate
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.jackpot.bundles import RecordedJackpot
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.ledger_line import OutOfOrder, fold_message, line_digest
from firmware.floor.jackpot.line_history import LineAltered
from firmware.floor.jackpot.line_stream import NO_SEQUENCE, LineStream, lines_after
from firmware.floor.jackpot.signed_line import SignedLine, encode_line, follows, is_sound, sign_line
from firmware.shell.history.journal_entries import Attested

MAX_TRIES: Final = 200_000
"""Orders that are tried before the search ends without one."""


class Recovered(NamedTuple):
    """The lines that were missing, and those that were altered, by version."""

    missing: list[int]
    altered: list[int]


def recover_from_stream(
    jackpot_store: JackpotStore,
    line_stream: LineStream,
    keeper_public: bytes,
    all_terms: Sequence[JackpotTerms],
) -> Recovered:
    """Put every line of the stream into the store. Raises StreamAway; LineAltered if a line of the
    stream does not follow from the one before.
    """
    recovered, before = Recovered([], []), None
    for streamed in lines_after(line_stream, NO_SEQUENCE):
        signed_line, version = streamed.signed_line, before.line.version + 1 if before else 1
        if signed_line is None or not is_sound(signed_line, keeper_public):
            continue
        if signed_line.line.version != version:
            continue
        if not follows(before, signed_line, all_terms):
            raise LineAltered(jackpot_store.jackpot_name, version)
        stored = jackpot_store.line(version)
        if stored is None or stored.octets != encode_line(signed_line):
            (recovered.altered if stored else recovered.missing).append(version)
            jackpot_store.replace(signed_line, streamed.sequence)
        before = signed_line
    return recovered


def recover_from_journals(
    jackpot_store: JackpotStore,
    recorded: RecordedJackpot,
    keeper_key: Ed25519PrivateKey,
    newest: SignedLine,
) -> Recovered:
    """Fold the recorded messages behind the newest line, in the order that the tables' updates and
    grants prove, up to the newest of them. Raises RequestFailed if no order gives them all.
    """
    search = OrderSearch(recorded, jackpot_store.all_terms, jackpot_store.cursors())
    lines = search.lines_behind(newest)
    if lines is None:
        raise RequestFailed(Text("linked.recover.no_order", {"name": jackpot_store.jackpot_name}))
    for signed_line in lines:
        jackpot_store.insert(sign_line(signed_line, keeper_key), NO_SEQUENCE)
    return Recovered([signed_line.line.version for signed_line in lines], [])


class OrderSearch:
    """Finds the order in which messages were folded; it tries the likeliest first."""

    def __init__(
        self,
        recorded: RecordedJackpot,
        all_terms: Sequence[JackpotTerms],
        cursors: Mapping[str, int],
    ) -> None:
        self._attested = recorded.attested
        self._all_terms = all_terms
        self._cursors = dict(cursors)
        self._updates: dict[int, list[JackpotUpdate]] = {}
        for update in recorded.shown_updates:
            self._updates.setdefault(update.version, []).append(update)
        self._grants = {
            (grant.journal, grant.message_number): grant for grant in recorded.recorded_grants
        }
        self._last_version = max(self._updates, default=0)
        self._tries = 0

    def lines_behind(self, newest: SignedLine) -> list[SignedLine] | None:
        """Return the lines behind one up to the newest update, unsigned; None if there is no such
        order.
        """
        lines = [newest]
        untried = [self._candidates(newest)]
        while lines[-1].line.version < self._last_version:
            if self._tries > MAX_TRIES:
                return None
            if untried[-1]:
                following = self._following(lines[-1], untried[-1].pop(0))
                if following is not None:
                    self._move(following, 1)
                    lines.append(following)
                    untried.append(self._candidates(following))
                continue
            if len(lines) == 1:
                return None
            untried.pop()
            self._move(lines.pop(), -1)
        return lines[1:]

    def _candidates(self, last: SignedLine) -> list[Attested]:
        """Return the next messages of all journals, those first that an update has soonest."""
        following = (
            self._attested.get((journal, self._cursors.get(journal, 0) + 1))
            for journal in {journal for journal, _ in self._attested}
        )
        candidates = [attested for attested in following if attested is not None]
        return sorted(candidates, key=lambda attested: self._due(attested, last.line.version))

    def _due(self, attested: Attested, version: int) -> tuple[int, str]:
        """Return the version at which a table knew its message included."""
        message = attested.message
        known_versions = (
            later
            for later, updates in self._updates.items()
            if later > version
            and any(
                (update.cursors or {}).get(message.journal, 0) >= message.message_number
                for update in updates
            )
        )
        return min(known_versions, default=self._last_version + 1), message.journal

    def _following(self, last: SignedLine, attested: Attested) -> SignedLine | None:
        """Return the next line by a message, None if a recorded update or grant is otherwise."""
        self._tries += 1
        try:
            folded = fold_message(last.line, attested.message, self._all_terms)
        except OutOfOrder:
            return None
        signed_line = SignedLine(folded.ledger_line, attested, grant=folded.jackpot_grant)
        return signed_line if self._agrees(signed_line, folded.jackpot_grant) else None

    def _agrees(self, signed_line: SignedLine, grant: JackpotGrant | None) -> bool:
        line = signed_line.line
        known_grant = self._grants.get((line.journal, line.message_number))
        if known_grant is not None and known_grant != grant:
            return False
        cursors = {**self._cursors, line.journal: line.message_number}
        return all(
            update.digest in ("", line_digest(line))
            and all(
                cursors.get(journal, 0) == cursor
                for journal, cursor in (update.cursors or {}).items()
            )
            for update in self._updates.get(line.version, ())
        )

    def _move(self, signed_line: SignedLine, step: int) -> None:
        journal = signed_line.line.journal
        self._cursors[journal] = self._cursors.get(journal, 0) + step
