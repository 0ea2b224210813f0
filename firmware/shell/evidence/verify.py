"""Verification of a bundle on another machine: the alterations, and the first altered record."""

from collections.abc import Iterator
from hashlib import sha256

from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.bundle import DIGESTS, JOURNAL, Bundle, Statement
from firmware.shell.evidence.links import Alteration, Signed, broken_at, compare
from firmware.shell.evidence.table import TABLE


def findings(bundle: Bundle) -> Iterator[Text]:
    """Yield every problem of a table's bundle, in words; none if it is as its device signed it."""
    sound = True
    for text in altered(bundle):
        sound = False
        yield text
    if sound:
        yield from TABLE.account(bundle).wrong


def altered(bundle: Bundle) -> Iterator[Text]:
    """Yield where a bundle is not what its device has signed.

    If its signature is invalid, only the chain of its records is checked.
    """
    statement = bundle.statement
    if statement is None or not bundle.signed:
        yield Text("evidence.signature" if statement else "evidence.statement")
        yield from _chain(bundle)
        return
    yield from _size(bundle)
    yield from _parts(bundle, statement)
    yield from _records(bundle, statement)


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
    alteration = compare(bundle.data, *bundle.journal, signed)
    if alteration is not None:
        yield _named(alteration, signed)
        return
    yield from _chain(bundle)
    if not _ends_as_stated(signed, statement):
        yield Text("evidence.head")


def _ends_as_stated(signed: Signed, statement: Statement) -> bool:
    """Return whether the list has as many records as the statement says, and ends with its head."""
    if len(signed) != statement.records + len(statement.segments):
        return False
    return len(signed) > 0 and signed[len(signed) - 1].hex() == statement.head


def _named(found: Alteration, signed: Signed) -> Text:
    how = f"header_{found.how}" if signed.is_header(found.link) else found.how
    return Text(f"evidence.{how}", {"number": signed.number(found.link)})
