"""The status of each part, from its bus, its wire and its driver."""

from typing import Final

from drivers.part import Part
from firmware.core.vocabulary.health import PartStatus, UnknownMessageStatus
from firmware.shell.parts.attached_part import AttachedPart
from firmware.shell.parts.wires import TableWires
from hal.ports import Clock, Millis

SHOE_SECTION: Final = "shoe"


class PartReporter:
    """Makes the status of one part; from any thread."""

    def __init__(self, wires: TableWires, clock: Clock) -> None:
        self._kind_by_part = wires.kind_by_section
        self._meter_by_part = wires.meter_by_part
        self._read_clock = clock.now

    def __call__(self, attached: AttachedPart) -> PartStatus:
        """Return the part as it is."""
        part, meter = attached.part, self._meter_by_part[attached.part.name]
        return PartStatus(
            name=part.name,
            kind=self._kind_by_part[part.name].word if part.name in self._kind_by_part else "",
            up=attached.is_present,
            losses=attached.losses,
            last_error=attached.last_error,
            proof=attached.selftest.last_proof,
            tests=attached.selftest.test_count,
            identity=part.identity,
            last_seen_ms_ago=None
            if meter.last_reply_at is None
            else self._read_clock() - meter.last_reply_at,
            round_trip_ms=meter.round_trip_ms,
            transfers=meter.transfers,
            bytes_out=meter.bytes_out,
            bytes_in=None if part.name == SHOE_SECTION else meter.bytes_in,
            errors=meter.errors,
            mended={name: count for name, count in dict(part.health).items() if count},
            unknown=_unknown_messages(part, self._read_clock()),
        )


def _unknown_messages(part: Part, now: Millis) -> tuple[UnknownMessageStatus, ...]:
    if part.messages is None:
        return ()
    # a copy: the part's own thread adds to them
    return tuple(
        UnknownMessageStatus(now - message.at_ms, message.octets, message.description)
        for message in part.messages.unknown.copy()
    )
