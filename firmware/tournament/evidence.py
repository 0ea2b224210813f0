"""The evidence of a tournament's hall: each act is ruled on again, and must be ruled alike."""

from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.bundle import Bundle
from firmware.shell.evidence.content import Account, Content, Whole
from firmware.shell.evidence.links import records
from firmware.shell.history.records import Entry, HallBegan, HallDid, HallEntry, decode
from firmware.tournament.state import Differs, Hall, hall_of
from firmware.tournament.status import outcome_told


def _account(bundle: Bundle) -> Account:
    hall: Hall | None = None
    acts = 0
    for number, payload in records(bundle):
        try:
            entry = decode(payload)
            hall = _after(hall, entry)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return _wrong("evidence.unreadable", number)
        except (Differs, LookupError):  # another ruling, or a player who is not there
            return _wrong("evidence.acts", number)
        acts += isinstance(entry, HallDid)
    alike = Text("evidence.acts_alike", {"count": acts})
    return Account(told=(alike, *outcome_told(hall)) if hall else ())


def _after(hall: Hall | None, entry: Entry) -> Hall:
    """Return the hall after an entry. Raises Differs, LookupError."""
    if hall is None and isinstance(entry, HallBegan):
        return hall_of(entry)
    if hall is None or not isinstance(entry, HallEntry):
        raise Differs
    hall.take(entry)
    return hall


def _wrong(key: str, number: int) -> Account:
    return Account((Text(key, {"number": number}),))


HALL: Final = Content("hall", Whole, _account)
