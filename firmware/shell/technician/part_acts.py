"""The technician's acts on the parts: each runs in the thread of the part's bus."""

import time
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.parts.attached import Attached
from firmware.shell.parts.bus import Bus
from firmware.shell.parts.wires import I2C, Wires
from firmware.shell.technician import requests
from firmware.shell.technician.acts import Acts
from firmware.shell.technician.answers import Done, Found, Frames, Level, Measured
from firmware.shell.technician.bus_scan import scan
from firmware.shell.technician.refusing import refusing
from hal.ports import Millis

LOOK_S: Final = 0.05
LOOKS: Final = 60
"""The number of polls for the test of a restarted part."""

Result = TypeVar("Result")


class Turns(Protocol):
    """The thread of a bus."""

    def do(self, act: Callable[[Bus, Millis], Result], patience_s: float = 2.0) -> Result:
        """Run `act` in the bus's thread. Raises its errors, and TimeoutError."""
        ...


def part_acts(
    wires: Wires,
    bus_of: Callable[[str], Turns],
    idle: Callable[[], bool],
    stopped: Callable[[], bool],
    pause: Callable[[], None] = lambda: time.sleep(LOOK_S),
) -> Acts:
    """Return the acts; `idle` says whether the table is closed, or in service mode.

    `stopped` is whether its deal is stopped.
    """
    acts = _Acts(wires, bus_of, idle, stopped, pause)
    return {
        requests.Reinit: refusing(acts.reinit),
        requests.Scan: refusing(acts.scan),
        requests.Send: refusing(acts.send),
        requests.Levels: refusing(acts.levels),
        requests.Calibrate: refusing(acts.calibrate),
        requests.Watch: refusing(acts.watch),
    }


class _Acts:
    """The acts on the parts of one table."""

    def __init__(
        self,
        wires: Wires,
        bus_of: Callable[[str], Turns],
        idle: Callable[[], bool],
        stopped: Callable[[], bool],
        pause: Callable[[], None],
    ) -> None:
        self._wires = wires
        self._bus_of = bus_of
        self._idle = idle
        self._stopped = stopped
        self._pause = pause

    def reinit(self, request: requests.Reinit) -> Done:
        """Restart a part; in a round only a lost one."""
        idle = self._idle()

        def restart(attached: Attached, now: Millis) -> None:
            if attached.there and not idle:
                raise CannotBeDone(Text("technician.round_open"))
            attached.restart(now)

        return self._restarted(request.part, restart)

    def scan(self, _request: requests.Scan) -> Found:
        """Probe every address of the I2C bus; not while cards are dealt."""
        if not self._stopped():
            self._must_be_idle()
        bus = self._bus_of(self._wires.parts[I2C][0].name)
        return Found(scan(self._wires, lambda asked: bus.do(lambda _bus, _now: asked())))

    def send(self, request: requests.Send) -> Done:
        """Send a part one of the frames that its driver names."""
        self._must_be_idle()
        octets = self._at(request.part, lambda attached, now: _sent(attached, request.frame, now))
        values = {"frame": request.frame, "octets": octets.hex(" ").upper()}
        return Done((Text("technician.sent", {"part": _name(request.part), **values}),))

    def levels(self, request: requests.Levels) -> Measured:
        """Read how strongly each sensor is touched."""
        return Measured(self._at(request.part, _levels))

    def calibrate(self, request: requests.Calibrate) -> Done:
        """Take a part's present levels as its baseline, and report the result."""
        self._must_be_idle()

        def restart(attached: Attached, now: Millis) -> None:
            _levels(attached, now)
            attached.part.forget_rest()
            attached.restart(now)

        return self._restarted(request.part, restart)

    def watch(self, request: requests.Watch) -> Frames:
        """Return the wire trace of these parts since the last request."""
        for part in request.parts:
            self._must_have(part)
        return Frames(*self._wires.tap.frames(request.parts, request.after))

    def _must_be_idle(self) -> None:
        if not self._idle():
            raise CannotBeDone(Text("technician.round_open"))

    def _must_have(self, part: str) -> None:
        if part not in self._wires.kinds:
            raise CannotBeDone(Text("technician.no_part", {"names": ", ".join(self._wires.kinds)}))

    def _at(self, part: str, act: Callable[[Attached, Millis], Result]) -> Result:
        """Do something with a part in a turn of its bus."""
        self._must_have(part)

        def in_turn(bus: Bus, now: Millis) -> Result:
            return act(next(one for one in bus.attached if one.part.name == part), now)

        return self._bus_of(part).do(in_turn)

    def _restarted(self, part: str, restart: Callable[[Attached, Millis], None]) -> Done:
        """Restart a part, and report its state once it is tested or lost."""

        def begin(attached: Attached, now: Millis) -> tuple[int, int]:
            restart(attached, now)
            return attached.selftest.count, attached.losses

        def over(attached: Attached, _now: Millis) -> bool:
            return attached.losses > losses or (attached.there and attached.selftest.count > tests)

        tests, losses = self._at(part, begin)
        for _ in range(LOOKS):
            if self._at(part, over):
                break
            self._pause()
        return Done((self._at(part, _state),))


def _sent(attached: Attached, frame: str, now: Millis) -> bytes:
    part = attached.part
    if not part.frames:
        raise CannotBeDone(Text("technician.no_frames", {"part": _name(part.name)}))
    if frame not in part.frames:
        raise CannotBeDone(
            Text("technician.no_frame", {"part": _name(part.name), "names": "  ".join(part.frames)})
        )
    _must_be_up(attached)
    part.send(frame, now)
    return part.frames[frame]


def _must_be_up(attached: Attached) -> None:
    if not attached.there:
        raise CannotBeDone(Text("technician.part_is", _how(attached)))


def _levels(attached: Attached, _now: Millis) -> tuple[Level, ...]:
    _must_be_up(attached)
    sensed = attached.part.levels()
    if not sensed:
        raise CannotBeDone(Text("technician.no_levels", {"part": _name(attached.part.name)}))
    return tuple(Level(*one) for one in sensed)


def _state(attached: Attached, _now: Millis) -> Text:
    return Text("technician.part_is", _how(attached))


def _how(attached: Attached) -> dict[str, str | Text]:
    """Return how a part is, in the words of the parts' tests."""
    how = Text("proof.down", {"reason": attached.last_error or "–"})
    if attached.there:
        how = Text(f"proof.{attached.selftest.proof or 'untested'}")
    return {"part": _name(attached.part.name), "how": how}


def _name(part: str) -> Text:
    return Text(f"part.{part}")
