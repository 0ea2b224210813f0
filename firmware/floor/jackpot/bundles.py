"""The messages of a linked lot that tables have recorded, from the bundles that they exported."""

from collections.abc import Iterator
from typing import NamedTuple

from firmware.core.vocabulary.jackpot import (
    FromTable,
    LotGranted,
    LotGrantTaken,
    LotSeen,
    LotShown,
)
from firmware.shell.evidence.bundle import Bundle
from firmware.shell.evidence.links import records
from firmware.shell.history.records import Attested, Happened, decode
from firmware.shell.jackpot.signed import is_attested


class Recorded(NamedTuple):
    """A table's own messages, the lines that it has shown, and the grants of its hits."""

    messages: dict[tuple[str, int], FromTable]
    seen: list[LotShown]
    granted: list[LotGranted]


def recorded(bundle: Bundle, lot: str) -> Recorded:
    """Read a bundle that was verified; messages that its device hasn't signed are left out."""
    found = Recorded({}, [], [])
    for entry in (decode(record.payload) for record in records(bundle)):
        match entry:
            case Attested(message=message) if message.lot == lot and _is_own(entry, bundle):
                found.messages[message.journal, message.n] = message
            case Happened(event=LotSeen(shown=shown)) if shown.lot == lot:
                found.seen.append(shown)
            case Happened(event=LotGrantTaken(granted=granted)) if granted.lot == lot:
                found.granted.append(granted)
    return found


def together(all_recorded: Iterator[Recorded]) -> Recorded:
    """Return what several tables have recorded."""
    whole = Recorded({}, [], [])
    for one in all_recorded:
        whole.messages.update(one.messages)
        whole.seen.extend(one.seen)
        whole.granted.extend(one.granted)
    return whole


def _is_own(entry: Attested, bundle: Bundle) -> bool:
    return entry.device == bundle.stated.device and is_attested(entry)
