"""The evidence of a bank: its entries give what it has recorded, from the first `Stood` on."""

from collections.abc import Iterable
from typing import Final

import msgspec

from firmware.core.games.slot_bank import THOUSANDTHS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, Values
from firmware.shell.evidence.bundle import Bundle
from firmware.shell.evidence.content import Account, Content, Whole
from firmware.shell.evidence.links import records
from firmware.shell.journal import Numbered
from firmware.slots.bank import apply, is_news
from firmware.slots.entries import Entry, Stood, decode
from firmware.slots.state import BankState


def replayed(entries: Iterable[Numbered]) -> Account:
    """Apply the entries of a journal, the first of which is a `Stood`: each later one must be what
    they give, and any other must be news.
    """
    state: BankState | None = None
    count = 0
    for number, payload in entries:
        try:
            entry = decode(payload)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return _wrong("evidence.unreadable", number)
        flaw = _flaw(state, entry)
        if flaw:
            return _wrong(f"slots.evidence.{flaw}", number)
        state, count = entry.state if isinstance(entry, Stood) else state, count + 1
    return Account(told=_told(state, count) if state else ())


def _flaw(state: BankState | None, entry: Entry) -> str:
    """Apply an entry; return the word for why it can't follow, "" if it can."""
    if isinstance(entry, Stood):
        return "" if state in (None, entry.state) else "differs"
    try:
        if state is None or not is_news(state, entry):
            return "no_news"
        apply(state, entry)
    except LookupError:  # no such machine, or no game to decide
        return "impossible"
    return ""


def _wrong(key: str, number: int) -> Account:
    return Account((Text(key, {"number": number}),))


def _told(state: BankState, count: int) -> tuple[Text, ...]:
    head: Values = {"bank": state.terms.name, "machines": len(state.machines), "count": count}
    lot: Values = {"lot_cents": Cents(state.lot_cents), "hits": state.hits}
    owed: Values = {"owed_cents": Cents(-state.reserve // THOUSANDTHS)}
    found = [Text("slots.evidence.bank", head)]
    found += [Text("slots.evidence.lot", lot)] if state.terms.progressive else []
    found += [Text("slots.note.reserve", owed)] if state.reserve else []
    return tuple(found)


def _account(bundle: Bundle) -> Account:
    return replayed(records(bundle))


BANK: Final = Content("bank", Whole, _account)
