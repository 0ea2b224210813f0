"""The technician's acts on the parts: each runs in the thread of the part's bus."""

import time
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from firmware.core.vocabulary.fault_text import part_words
from firmware.core.vocabulary.labels import proof_label
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.parts.attached_part import AttachedPart
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.wires import I2C_WIRE, TableWires
from firmware.shell.technician import requests
from firmware.shell.technician.answers import (
    ActDone,
    BusDevices,
    SensorLevel,
    SensorLevels,
    WireFrames,
)
from firmware.shell.technician.bus_scan import scan_bus
from firmware.shell.technician.handlers import RequestHandlers
from firmware.shell.technician.refusals import with_refusals
from hal.ports import Millis

POLL_INTERVAL_S: Final = 0.05
RESTART_POLLS: Final = 60
"""The number of polls for the test of a restarted part."""

Result = TypeVar("Result")


class BusCalls(Protocol):
    """The thread of a bus."""

    def call_on_bus(
        self, operation: Callable[[PartBus, Millis], Result], timeout_s: float = 2.0
    ) -> Result:
        """Run `operation` in the bus's thread. Raises its errors, and TimeoutError."""
        ...


def part_acts(
    wires: TableWires,
    bus_of: Callable[[str], BusCalls],
    is_idle: Callable[[], bool],
    is_stopped: Callable[[], bool],
    pause: Callable[[], None] = lambda: time.sleep(POLL_INTERVAL_S),
) -> RequestHandlers:
    """Return the handlers; `is_idle` returns whether the table is closed, or in service mode.

    `is_stopped` returns whether its deal is stopped.
    """
    handlers = _PartActs(wires, bus_of, is_idle, is_stopped, pause)
    return {
        requests.RestartPart: with_refusals(handlers.reinit),
        requests.ScanBus: with_refusals(handlers.scan),
        requests.SendFrame: with_refusals(handlers.send),
        requests.ReadLevels: with_refusals(handlers.levels),
        requests.Calibrate: with_refusals(handlers.calibrate),
        requests.WatchWires: with_refusals(handlers.watch),
    }


class _PartActs:
    """The acts on the parts of one table."""

    def __init__(
        self,
        wires: TableWires,
        bus_of: Callable[[str], BusCalls],
        is_idle: Callable[[], bool],
        is_stopped: Callable[[], bool],
        pause: Callable[[], None],
    ) -> None:
        self._wires = wires
        self._bus_of = bus_of
        self._is_idle = is_idle
        self._is_stopped = is_stopped
        self._pause = pause

    def reinit(self, request: requests.RestartPart) -> ActDone:
        """Restart a part; in a round only a lost one."""
        was_idle = self._is_idle()

        def restart(attached: AttachedPart, now: Millis) -> None:
            if attached.is_present and not was_idle:
                raise RequestFailed(Text("technician.round_open"))
            attached.restart(now)

        return self._restart_and_report(request.part, restart)

    def scan(self, _request: requests.ScanBus) -> BusDevices:
        """Probe every address of the I2C bus; not while cards are dealt."""
        # a stopped deal may be scanned, since then a part may be the cause
        if not self._is_stopped():
            self._require_idle()
        bus = self._bus_of(self._wires.parts_by_wire[I2C_WIRE][0].name)
        return BusDevices(
            scan_bus(
                self._wires, lambda call_on_bus: bus.call_on_bus(lambda _bus, _now: call_on_bus())
            )
        )

    def send(self, request: requests.SendFrame) -> ActDone:
        """Send a part one of the frames that its driver names."""
        self._require_idle()
        octets = self._call_with_part(
            request.part, lambda attached, now: _send_frame(attached, request.frame, now)
        )
        values = {"frame": request.frame, "octets": octets.hex(" ").upper()}
        return ActDone((Text("technician.sent", {"part": part_words(request.part), **values}),))

    def levels(self, request: requests.ReadLevels) -> SensorLevels:
        """Read how strongly each sensor is touched."""
        return SensorLevels(self._call_with_part(request.part, _sensor_levels))

    def calibrate(self, request: requests.Calibrate) -> ActDone:
        """Take a part's present levels as its baseline, and report the result."""
        self._require_idle()

        def restart(attached: AttachedPart, now: Millis) -> None:
            _sensor_levels(attached, now)
            attached.part.forget_baselines()
            attached.restart(now)

        return self._restart_and_report(request.part, restart)

    def watch(self, request: requests.WatchWires) -> WireFrames:
        """Return the wire trace of these parts since the last request."""
        for part in request.parts:
            self._require_part(part)
        return WireFrames(*self._wires.wire_tap.frames_after(request.parts, request.after))

    def _require_idle(self) -> None:
        if not self._is_idle():
            raise RequestFailed(Text("technician.round_open"))

    def _require_part(self, part: str) -> None:
        if part not in self._wires.kind_by_section:
            raise RequestFailed(
                Text("technician.no_part", {"names": ", ".join(self._wires.kind_by_section)})
            )

    def _call_with_part(
        self, part: str, operation: Callable[[AttachedPart, Millis], Result]
    ) -> Result:
        """Do something with a part in a turn of its bus."""
        self._require_part(part)

        def call(bus: PartBus, now: Millis) -> Result:
            return operation(
                next(attached for attached in bus.attached if attached.part.name == part), now
            )

        return self._bus_of(part).call_on_bus(call)

    def _restart_and_report(
        self, part: str, restart: Callable[[AttachedPart, Millis], None]
    ) -> ActDone:
        """Restart a part, and report its state once it is tested or lost."""

        def begin(attached: AttachedPart, now: Millis) -> tuple[int, int]:
            restart(attached, now)
            return attached.selftest.test_count, attached.losses

        def is_over(attached: AttachedPart, _now: Millis) -> bool:
            # lost, or back and tested: else the part is still starting
            return attached.losses > losses_before or (
                attached.is_present and attached.selftest.test_count > tests_before
            )

        tests_before, losses_before = self._call_with_part(part, begin)
        for _ in range(RESTART_POLLS):
            if self._call_with_part(part, is_over):
                break
            self._pause()
        return ActDone((self._call_with_part(part, _state_text),))


def _send_frame(attached: AttachedPart, frame: str, now: Millis) -> bytes:
    part = attached.part
    if not part.frames:
        raise RequestFailed(Text("technician.no_frames", {"part": part_words(part.name)}))
    if frame not in part.frames:
        raise RequestFailed(
            Text(
                "technician.no_frame",
                {"part": part_words(part.name), "names": "  ".join(part.frames)},
            )
        )
    _require_up(attached)
    part.send(frame, now)
    return part.frames[frame]


def _require_up(attached: AttachedPart) -> None:
    if not attached.is_present:
        raise RequestFailed(Text("technician.part_is", _state_values(attached)))


def _sensor_levels(attached: AttachedPart, _now: Millis) -> tuple[SensorLevel, ...]:
    _require_up(attached)
    readings = attached.part.levels()
    if not readings:
        raise RequestFailed(Text("technician.no_levels", {"part": part_words(attached.part.name)}))
    return tuple(SensorLevel(*reading) for reading in readings)


def _state_text(attached: AttachedPart, _now: Millis) -> Text:
    return Text("technician.part_is", _state_values(attached))


def _state_values(attached: AttachedPart) -> dict[str, str | Text]:
    """Return how a part is, in the words of the parts' tests."""
    state_text = Text("proof.down", {"reason": attached.last_error or "–"})
    if attached.is_present:
        state_text = proof_label(attached.selftest.last_proof)
    return {"part": part_words(attached.part.name), "how": state_text}
