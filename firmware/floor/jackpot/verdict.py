"""The audit of a lot in words: its line in the store, against the bundles of its tables."""

from collections.abc import Iterable
from pathlib import Path

from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.floor.jackpot.audit import differing_grant, first_difference, shown_otherwise
from firmware.floor.jackpot.bundles import Recorded, recorded, together
from firmware.floor.jackpot.ledger_line import Line
from firmware.floor.jackpot.store import Book
from firmware.shell.evidence.bundle import Bundle, NoBundle
from firmware.shell.evidence.succession import Verdict
from firmware.shell.evidence.verify import findings


def verdict(book: Book, bundles: Iterable[Path]) -> Verdict:
    """Compare a lot with bundles. Raises OSError; CannotBeDone if one of them is no sound bundle,
    or if there is no such lot.
    """
    found = together(recorded(_sound(path), book.lot) for path in bundles)
    lines, terms = [*book.lines()], book.terms
    if not lines or not terms:
        raise CannotBeDone(Text("linked.audit.no_lot", {"name": book.lot}))
    differs = first_difference(lines, found.messages, terms)
    if differs is not None:
        return Verdict("contradicted" if differs.altered else "open", differs.words)
    otherwise = shown_otherwise(found.seen, lines, terms[0].rate[1])
    if otherwise is not None:
        return Verdict("contradicted", Text("linked.audit.shown", {"number": otherwise.version}))
    grant = differing_grant(found.granted, lines, found.messages, terms)
    if grant is not None:
        return Verdict("contradicted", Text("linked.audit.granted", {"number": grant.order}))
    return Verdict("proven", _sum(lines[-1], found))


def _sum(last: Line, found: Recorded) -> Text:
    folded = last.version - 1
    values: Values = {"number": last.version, "messages": folded, "units": last.pool}
    return Text("linked.audit.sound", {**values, "waiting": len(found.messages) - folded})


def _sound(path: Path) -> Bundle:
    """Return a bundle that is as its device signed it."""
    try:
        bundle = Bundle.open(path)
    except NoBundle:
        raise CannotBeDone(Text("evidence.not_bundle", {"path": str(path)})) from None
    wrong = next(findings(bundle), None)
    if wrong is not None:
        raise CannotBeDone(Text("linked.audit.altered", {"path": str(path), "why": wrong}))
    return bundle
