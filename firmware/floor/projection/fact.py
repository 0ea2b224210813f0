"""A fact of the ledger's database as the pit reads it. Times are ms since 1970, UTC."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec

from firmware.floor.facts import LanePosition

EpochMs = int
MS_PER_HOUR: Final = 3_600_000
BROWSER_INTEGERS: Final = 1 << 53
"""Beyond them a browser rounds."""
LONG_NUMBER: Final = re.compile(r"[0-9]{16}")
"""Without so many digits in a row, no number is beyond them."""

METADATA_KEYS: Final = ("wall", "round")
"""Metadata keys; everything else is the payload."""


class TableFact(NamedTuple):
    """A fact: its id, which never changes, its time, its kind, and its payload."""

    fact_id: str
    time_ms: EpochMs
    fact_name: str
    payload: Any


def read_fact(
    journal_identity: str,
    position: LanePosition,
    encoded_fact: str,
    received_at: str,
    previous_ms: EpochMs = 0,
) -> TableFact:
    """Read a fact of the database. Its time is the table's own; if that is missing or unreadable,
    the time of the fact before it; of the first one, the time of storing.
    """
    fact_fields = msgspec.json.decode(encoded_fact)
    fact_name = next(
        (field_name for field_name in fact_fields if field_name not in METADATA_KEYS), ""
    )
    payload = fact_fields if fact_name == "meters" else fact_fields.get(fact_name)
    if LONG_NUMBER.search(encoded_fact):
        check_displayable(payload)
    time_ms = parse_iso_ms(fact_fields.get("wall")) or previous_ms or parse_iso_ms(received_at) or 0
    return TableFact(
        f"{journal_identity[:8]}.{position.shoe}.{position.number}", time_ms, fact_name, payload
    )


def check_displayable(value: Any) -> None:  # noqa: ANN401 - JSON of any kind
    """Raise ValueError if a page could not show the value: it has a number that browsers lack."""
    if isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        for item in value:
            check_displayable(item)
    elif isinstance(value, int) and abs(value) >= BROWSER_INTEGERS:
        raise ValueError(value)


def parse_iso_ms(iso_time: str | None) -> EpochMs | None:
    """Return a time in ISO 8601 as ms since 1970, None of any other text."""
    try:
        return round(datetime.fromisoformat(iso_time or "").timestamp() * 1000)
    except ValueError:
        return None
