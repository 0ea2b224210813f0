"""Verification of a bundle on another machine: the alterations, and the first altered record."""

from collections.abc import Iterator
from hashlib import sha256

import msgspec

from firmware.core.table.meters import balanced
from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.bundle import DIGESTS, JOURNAL, METERS, Bundle, MetersAt, Statement
from firmware.shell.evidence.links import Alteration, Signed, broken_at, compare, links
from firmware.shell.history.records import decode
from firmware.shell.history.recount import Recount
from firmware.shell.journal import Numbered
from firmware.shell.journal.records import Record


def findings(bundle: Bundle) -> Iterator[Text]:
    """Yield every problem of a bundle, in words; none if it is as its device signed it.

    If its signature is invalid, only the chain of its records is checked.
    """
    statement = bundle.statement
    if statement is None or not bundle.signed:
        yield Text("evidence.signature" if statement else "evidence.statement")
        yield from _chain(bundle)
        return
    yield from _size(bundle)
    yield from _parts(bundle, statement)
    wrong = tuple(_records(bundle, statement))
    yield from wrong
    if not wrong:
        yield from _accounts(bundle)


def records(bundle: Bundle) -> Iterator[Numbered]:
    """Yield the sound records of a bundle."""
    for link in links(bundle.data, *bundle.journal):
        if isinstance(link.what, Record):
            yield Numbered(link.what.number, link.what.payload)


def _chain(bundle: Bundle) -> Iterator[Text]:
    broken = broken_at(bundle.data, *bundle.journal)
    if broken is not None:
        yield Text("evidence.chain", {"number": broken})


def _size(bundle: Bundle) -> Iterator[Text]:
    found, signed = len(bundle.data), bundle.size
    if found != signed:
        key = "evidence.truncated" if found < signed else "evidence.extended"
        yield Text(key, {"found": found, "signed": signed})


def _parts(bundle: Bundle, statement: Statement) -> Iterator[Text]:
    for part in statement.parts:
        wrong = sha256(bundle.part(part.name)).hexdigest() != part.sha256
        if wrong and part.name not in (DIGESTS, JOURNAL):
            yield Text("evidence.part", {"name": part.name})


def _records(bundle: Bundle, statement: Statement) -> Iterator[Text]:
    digests = bundle.part(DIGESTS)
    listed = {part.name: part.sha256 for part in statement.parts}
    if sha256(digests).hexdigest() != listed.get(DIGESTS):
        yield Text("evidence.list")
        yield from _chain(bundle)
        return
    signed = Signed(digests, statement.first, statement.segments)
    altered = compare(bundle.data, *bundle.journal, signed)
    if altered is not None:
        yield _named(altered, signed)
        return
    yield from _chain(bundle)
    if not _ends_as_stated(signed, statement):
        yield Text("evidence.head")


def _ends_as_stated(signed: Signed, statement: Statement) -> bool:
    """Return whether the list has as many records as the statement says, and ends with its head."""
    if len(signed) != statement.records + len(statement.segments):
        return False
    return len(signed) > 0 and signed[len(signed) - 1].hex() == statement.head


def _named(altered: Alteration, signed: Signed) -> Text:
    how = f"header_{altered.how}" if signed.is_header(altered.link) else altered.how
    return Text(f"evidence.{how}", {"number": signed.number(altered.link)})


def _accounts(bundle: Bundle) -> Iterator[Text]:
    recount = Recount()
    for number, payload in records(bundle):
        try:
            entry = decode(payload)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            yield Text("evidence.unreadable", {"number": number})
            return
        differs = recount.take(entry)
        if differs is not None:
            yield Text("evidence.meters", {"number": differs.round})
    at_end = _meters(bundle)
    if at_end is None or recount.meters not in (None, at_end.meters):
        yield Text("evidence.meters_part")
    elif not balanced(at_end.meters):
        yield Text("evidence.unbalanced")


def _meters(bundle: Bundle) -> MetersAt | None:
    try:
        return msgspec.json.decode(bundle.part(METERS), type=MetersAt)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
