"""The status of each part, from its bus, its wire and its driver."""

from typing import Final

from firmware.core.vocabulary.health import PartStatus
from firmware.shell.parts.attached import Attached
from firmware.shell.parts.wires import Wires
from hal.ports import Clock

SHOE: Final = "shoe"


class PartReporter:
    """Says how one part is; from any thread."""

    def __init__(self, wires: Wires, clock: Clock) -> None:
        self._kinds = wires.kinds
        self._meters = wires.meters
        self._now = clock.now

    def __call__(self, attached: Attached) -> PartStatus:
        """Return the part as it is."""
        part, meter = attached.part, self._meters[attached.part.name]
        return PartStatus(
            name=part.name,
            kind=self._kinds[part.name].word if part.name in self._kinds else "",
            up=attached.there,
            losses=attached.losses,
            last_error=attached.last_error,
            proof=attached.selftest.proof,
            tests=attached.selftest.count,
            identity=part.identity,
            heard_ms_ago=None if meter.heard is None else self._now() - meter.heard,
            round_trip_ms=meter.round_trip_ms,
            transfers=meter.transfers,
            bytes_out=meter.bytes_out,
            bytes_in=None if part.name == SHOE else meter.bytes_in,
            errors=meter.errors,
            mended={name: count for name, count in dict(part.health).items() if count},
        )
