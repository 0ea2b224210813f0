"""The acts of two people at the end of a gaming day: they close it, and amend it later.

They sign the digest of the content at which they have looked. If the ledger has another content by
then, nothing is signed, and they look again.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from firmware import __version__
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.day.day_content import DayContent, content_digest
from firmware.floor.day.day_store import (
    SEALED_DAY_TABLE,
    last_closing,
    last_file,
    sealed_files,
)
from firmware.floor.day.day_words import exception_text
from firmware.floor.day.property_day import NothingWaits, properties, property_day
from firmware.floor.day.sealed_day import DaySignature, SealedDay, octets_digest, seal_day
from firmware.floor.gaming_day import ONE_DAY, GamingCalendar
from firmware.floor.pit.acts import PitAct, check_signers
from firmware.floor.pit.chain_entries import DayClosed
from firmware.floor.pit.chain_store import PitChain
from firmware.floor.pit.signature import FormSignature
from firmware.shell.device.atomic_file import write_atomically

DAYS_FOLDER: Final = "days"
OWNER_ONLY_MODE: Final = 0o600
MAX_WORDS: Final = 400


class DayDraft(NamedTuple):
    """A day as two people look at it before they sign, and the digest of its content."""

    content: DayContent
    digest: str
    number: int
    """0 if it would be the closing."""


class SignedWords(NamedTuple):
    """Signed by two people with a day: the digest at which they looked, why each exception is
    accepted, by its name or its kind, and of an amendment its reason.
    """

    digest: str
    exception_words: Mapping[str, str]
    words: str = ""


class DayBook:
    """The days of a database. Every method raises SQLAlchemyError, RequestFailed."""

    def __init__(
        self,
        database: Engine,
        calendar: GamingCalendar,
        nothing_waits: NothingWaits = lambda _table_name: False,
    ) -> None:
        """Without heartbeats no table is known to have sent everything."""
        self.database, self.calendar = database, calendar
        self._nothing_waits = nothing_waits

    def property_named(self, property_name: str = "") -> str:
        """Return a property that the ledger has; the only one, if none is named."""
        with self.reading() as connection:
            known = properties(connection)
        if property_name in known:
            return property_name
        if not property_name and len(known) == 1:
            return known[0]
        names = {"given": property_name or "–", "names": ", ".join(known) or "–"}
        raise RequestFailed(Text("floor.day.why.property", dict(names)))

    def draft(self, property_name: str, day: date, now_ms: int) -> DayDraft:
        """Return a day that is over, as it is now, whether it is closed or not."""
        with self.reading() as connection:
            self._check_over(day, now_ms)
            files = sealed_files(connection, property_name, day)
            if not files:
                self._check_order(connection, property_name, day)
            content = property_day(
                connection, property_name, day, self.calendar, self._nothing_waits
            )
        self._check_hours(content, property_name)
        return DayDraft(content, content_digest(content), len(files))

    def next_day(self, property_name: str, now_ms: int) -> date:
        """Return the day that is to be closed next; before any is, yesterday."""
        with self.reading() as connection:
            closing = last_closing(connection, property_name)
        if closing is None:
            return self.calendar.gaming_day(now_ms) - ONE_DAY
        return date.fromisoformat(closing.day) + ONE_DAY

    def reading(self) -> AbstractContextManager[Connection]:
        """Begin a transaction in which the ledger's rows do not change."""
        if self.database.dialect.name == "postgresql":
            level = "REPEATABLE READ"
            return self.database.execution_options(isolation_level=level).connect()
        return self.database.connect()

    def _check_over(self, day: date, now_ms: int) -> None:
        try:
            end_ms = self.calendar.day_hours(day).end_ms
        except (ValueError, OverflowError):
            raise RequestFailed(Text("floor.day.why.no_day")) from None
        if now_ms < end_ms:
            values = {"day": day.isoformat(), "time": self.calendar.starts_text}
            next_day = (day + ONE_DAY).isoformat()
            raise RequestFailed(Text("floor.day.why.not_over", {**values, "next": next_day}))

    def _check_order(self, connection: Connection, property_name: str, day: date) -> None:
        closing = last_closing(connection, property_name)
        next_day = date.fromisoformat(closing.day) + ONE_DAY if closing else day
        if day != next_day:
            values = {"day": day.isoformat(), "next": next_day.isoformat()}
            raise RequestFailed(Text("floor.day.why.not_next", dict(values)))

    def _check_hours(self, content: DayContent, property_name: str) -> None:
        """Refuse a day that does not begin where the closed one before it has ended."""
        with self.reading() as connection:
            before = last_closing(connection, property_name, date.fromisoformat(content.day))
        if before is None:
            return
        earlier = before.opened().sealed.content
        if earlier.end_hour != content.first_hour:
            values = {"day": earlier.day, "time": earlier.day_starts}
            raise RequestFailed(Text("floor.day.why.other_hour", dict(values)))


class DayDesk:
    """Closes and amends the days of a book, in a pit's chain; each sealed file is in the pit's own
    folder too. Every method raises SQLAlchemyError, RequestFailed.
    """

    def __init__(
        self, book: DayBook, chain: PitChain, pit_key: Ed25519PrivateKey, folder: Path
    ) -> None:
        self.book, self._chain, self._pit_key = book, chain, pit_key
        self._folder = folder / DAYS_FOLDER

    def draft(self, property_name: str, day: date) -> DayDraft:
        return self.book.draft(property_name, day, self._chain.wall_clock())

    def close(
        self, property_name: str, day: date, signed: SignedWords, signature: FormSignature
    ) -> str:
        """Close a day; return the digest of its file."""
        draft = self._signed_draft("close_day", property_name, day, signed, signature)
        if draft.number:
            values = {"day": day.isoformat()}
            raise RequestFailed(Text("floor.day.why.closed", dict(values)))
        return self._seal(draft, signed, signature)

    def amend(
        self, property_name: str, day: date, signed: SignedWords, signature: FormSignature
    ) -> str:
        """Amend a closed day; return the digest of the amendment's file."""
        draft = self._signed_draft("amend_day", property_name, day, signed, signature)
        if not draft.number:
            raise RequestFailed(Text("floor.day.why.not_closed", {"day": day.isoformat()}))
        if not signed.words.strip():
            raise RequestFailed(Text("floor.day.why.no_words"))
        with self.book.reading() as connection:
            last = sealed_files(connection, property_name, day)[-1]
        if content_digest(last.opened().sealed.content) == draft.digest:
            raise RequestFailed(Text("floor.day.why.same", {"day": day.isoformat()}))
        return self._seal(draft, signed, signature)

    def _signed_draft(
        self,
        pit_act: PitAct,
        property_name: str,
        day: date,
        signed: SignedWords,
        signature: FormSignature,
    ) -> DayDraft:
        """Return the day that was signed. Raises RequestFailed if it is another one by now, or if
        these may not sign it.
        """
        check_signers(pit_act, signature.first, signature.second)
        draft = self.draft(property_name, day)
        if draft.digest != signed.digest:
            raise RequestFailed(Text("floor.day.why.changed", {"day": day.isoformat()}))
        return draft

    def _seal(self, draft: DayDraft, signed: SignedWords, signature: FormSignature) -> str:
        content, made_ms = draft.content, self._chain.wall_clock()
        words = _exception_words(content, signed.exception_words)
        day = date.fromisoformat(content.day)
        with self._chain.transaction() as transaction:
            connection = transaction.connection
            previous = (
                sealed_files(connection, content.property_name, day)[-1]
                if draft.number
                else last_file(connection, content.property_name, day)
            )
            sealed = SealedDay(
                content,
                draft.number,
                previous.digest if previous else "",
                made_ms,
                __version__,
                signed.words,
                words,
                _signatures(draft, signature, made_ms),
            )
            octets = seal_day(sealed, self._pit_key)
            _insert(connection, sealed, octets)
            transaction.append(_entry(sealed, octets, signature))
        self._write_file(sealed, octets)
        return octets_digest(octets)

    def _write_file(self, sealed: SealedDay, octets: bytes) -> None:
        place = self._folder / f"{sealed.content.property_name}-{sealed.name}.day"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(place, octets, OWNER_ONLY_MODE)
        except OSError:
            # sealed it is, in the database: `floor day show` writes its file again
            return


def _exception_words(content: DayContent, given: Mapping[str, str]) -> dict[str, str]:
    """Return why each exception was accepted. Raises RequestFailed if one has no words."""
    found, unnamed = {}, []
    for exception in content.exceptions:
        words = given.get(exception.name) or given.get(exception.kind) or ""
        if words.strip():
            found[exception.name] = words.strip()[:MAX_WORDS]
        else:
            unnamed.append(exception)
    if unnamed:
        values: TextValues = {"count": len(unnamed), "first": exception_text(unnamed[0])}
        raise RequestFailed(Text("floor.day.why.exceptions", values))
    return found


def _signatures(
    draft: DayDraft, signature: FormSignature, made_ms: int
) -> tuple[DaySignature, ...]:
    signers = [signature.first, *([signature.second] if signature.second else [])]
    return tuple(DaySignature(each.name, each.role, draft.digest, made_ms) for each in signers)


def _insert(connection: Connection, sealed: SealedDay, octets: bytes) -> None:
    content = sealed.content
    row = {
        "property": content.property_name,
        "day": content.day,
        "number": sealed.number,
        "octets": octets,
        "previous": sealed.previous,
        "sealed_ms": sealed.made,
    }
    try:
        connection.execute(SEALED_DAY_TABLE.insert(), [row])
    except IntegrityError:
        # two others have done it at the same time, at another pit
        raise RequestFailed(Text("floor.day.why.closed", {"day": content.day})) from None


def _entry(sealed: SealedDay, octets: bytes, signature: FormSignature) -> DayClosed:
    return DayClosed(
        sealed.made,
        sealed.content.day,
        sealed.content.property_name,
        sealed.number,
        octets_digest(octets),
        signature.first.name,
        signature.second_name,
        signature.address,
        sealed.words,
    )
