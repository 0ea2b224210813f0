"""A fact of the ledger's store as the pit reads it. Times are milliseconds since 1970, in UTC."""

from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec

from firmware.floor.facts import Place

Moment = int
HOUR_MS: Final = 3_600_000

BESIDE: Final = ("wall", "round")
"""What a fact holds beside what it is about."""


class Told(NamedTuple):
    """A fact: its id, which is the same for good, its time, its kind, and what it holds."""

    id: str
    at: Moment
    name: str
    what: Any


def told(journal: str, place: Place, body: str, received: str, before: Moment = 0) -> Told:
    """Read a fact of the store. Its time is the table's own; if it has none, or none that can be
    read, that of the fact before it; of the first one, when the ledger took it.
    """
    plain = msgspec.json.decode(body)
    name = next((key for key in plain if key not in BESIDE), "")
    what = plain if name == "meters" else plain.get(name)
    at = moment(plain.get("wall")) or before or moment(received) or 0
    return Told(f"{journal[:8]}.{place.shoe}.{place.number}", at, name, what)


def moment(wall: str | None) -> Moment | None:
    """Return the moment of a time in ISO 8601, None of anything else."""
    try:
        return round(datetime.fromisoformat(wall or "").timestamp() * 1000)
    except ValueError:
        return None
