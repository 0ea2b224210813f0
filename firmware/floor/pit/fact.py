"""A fact of the ledger's store as the pit reads it. Times are milliseconds since 1970, in UTC."""

from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec

from firmware.floor.facts import LanePosition

EpochMs = int
MS_PER_HOUR: Final = 3_600_000

METADATA_KEYS: Final = ("wall", "round")
"""What a fact holds beside what it is about."""


class PitFact(NamedTuple):
    """A fact: its id, which is the same for good, its time, its kind, and what it holds."""

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
) -> PitFact:
    """Read a fact of the store. Its time is the table's own; if it has none, or none that can be
    read, that of the fact before it; of the first one, when the ledger took it.
    """
    fact_fields = msgspec.json.decode(encoded_fact)
    fact_name = next(
        (field_name for field_name in fact_fields if field_name not in METADATA_KEYS), ""
    )
    payload = fact_fields if fact_name == "meters" else fact_fields.get(fact_name)
    time_ms = parse_iso_ms(fact_fields.get("wall")) or previous_ms or parse_iso_ms(received_at) or 0
    return PitFact(
        f"{journal_identity[:8]}.{position.shoe}.{position.number}", time_ms, fact_name, payload
    )


def parse_iso_ms(iso_time: str | None) -> EpochMs | None:
    """Return the moment of a time in ISO 8601, None of anything else."""
    try:
        return round(datetime.fromisoformat(iso_time or "").timestamp() * 1000)
    except ValueError:
        return None
