"""Presence by touch: electrodes under the felt, and how far they can be believed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from drivers.inputs.mpr121 import RELEASE_COUNTS, TOUCH_COUNTS, Mpr121, TouchStatus
from drivers.part import Part, SelfTestProof, SensorReading
from drivers.wiring import Contact
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, PresenceSeen
from firmware.core.vocabulary.places import Place
from hal.errors import BadReply
from hal.ports import NEVER, I2CBus, InputLine, Millis

READ_INTERVAL_MS: Final = 50
CHECK_MS: Final = 1000
MAX_DRIFT: Final = 32
"""How far a baseline may move from where it began, in units of four counts of 1024."""

LIFT_TIMEOUT_MS: Final = 5000
LIFTED_RISE: Final = 3
"""The rise of a baseline, in the same units, when a stack is lifted."""

PRESENCE: Final = "presence"
OVERCURRENT: Final = "overcurrent"
UNCALIBRATED: Final = "uncalibrated"


class TouchSensors(Part):
    """Electrodes of MPR121s that share one interrupt line.

    A chip takes the chips on it at its start as its baseline. So a stack from before a start is not
    sensed after it: its place stays as it was reported, and `uncalibrated` is a fault until each
    such stack was lifted and laid again; one that is not laid again within LIFT_TIMEOUT_MS has
    gone. The fault is also raised for a second after a chip was set up once more, so that the
    dealer looks for chips laid in that moment; and while an electrode is out of range or has
    drifted by more than MAX_DRIFT. Over-current stops a chip's measuring: it is set up again each
    second until that has passed. Chips from before the service's start are unknown until they are
    moved. Bare clay chips are a weak target: untried on real hardware.
    """

    name = PRESENCE

    def __init__(self, bus: I2CBus, places: Mapping[Contact, Place], interrupt: InputLine) -> None:
        self._places = places
        self._interrupt = interrupt
        self._chips = {
            address: _Electrodes(Mpr121(bus, address), _wired_electrodes(places, address))
            for address in sorted({address for address, _ in places})
        }
        self._raised_faults: set[str] = set()
        self._next_read_at = self._check_at = NEVER
        self.interrupt_active = lambda: not interrupt.level()

    def start(self, now: Millis) -> None:
        """Set the chips up; touched electrodes are in doubt until they change."""
        for chip in self._chips.values():
            chip.start()
        self._next_read_at = self.due = now
        self._check_at = Millis(now + CHECK_MS)

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the places covered or freed, and the faults of the sensors."""
        if now < self._next_read_at and self._interrupt.level():
            return ()
        self.due = self._next_read_at = Millis(now + READ_INTERVAL_MS)
        if now >= self._check_at:
            self._check_at = Millis(now + CHECK_MS)
            for chip in self._chips.values():
                chip.check(now)
        return list(self._sensor_events())

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Read the settings back."""
        for chip in self._chips.values():
            chip.chip.check()
        return SelfTestProof.PROVEN

    def levels(self) -> Sequence[SensorReading]:
        """Return how far each electrode is below its rest, in counts, by its spot and bet."""
        return [
            SensorReading(
                f"{place.spot} {place.on}", depth_counts, TOUCH_COUNTS, RELEASE_COUNTS, touched
            )
            for address, chip in self._chips.items()
            for electrode, (depth_counts, touched) in enumerate(chip.depths())
            if (place := self._places.get((address, electrode)))
        ]

    def forget_baselines(self) -> None:
        """Make the next `start` set the chips up even if they hold their settings."""
        for chip in self._chips.values():
            chip.forget_settings()

    def _sensor_events(self) -> Iterator[Event]:
        for address, chip in self._chips.items():
            for electrode, covered in chip.presence_changes():
                yield PresenceSeen(self._places[address, electrode], covered=covered)
        chips = self._chips.values()
        yield from self._switch_fault(
            OVERCURRENT, is_active=any(chip.over_current for chip in chips)
        )
        yield from self._switch_fault(UNCALIBRATED, is_active=any(chip.doubtful for chip in chips))

    def _switch_fault(self, code: str, *, is_active: bool) -> Iterator[Event]:
        if is_active != (code in self._raised_faults):
            self._raised_faults ^= {code}
            yield (FaultRaised if is_active else FaultEnded)(PRESENCE, code)


class _Electrodes:
    """The wired electrodes of a chip, and their state."""

    def __init__(self, chip: Mpr121, wired_electrodes: int) -> None:
        self.chip = chip
        self.over_current = False
        self._wired_electrodes = wired_electrodes
        self._covered_electrodes = 0
        self._is_set_up = False
        self._was_reset = False
        """Whether the chip was set up once more: chips laid in that moment are not sensed."""
        self._in_doubt = 0
        """Electrodes that were covered when the chip was started, and have not moved since."""
        self._out_of_range = 0
        self._drifted_electrodes = 0
        self._first_baselines = self._baselines = b""
        self._lifted_since: dict[int, Millis] = {}
        """When a stack in doubt was first seen to be lifted, by its electrode."""

    @property
    def doubtful(self) -> bool:
        """Whether the reading of an electrode is unreliable."""
        doubtful_electrodes = self._in_doubt | self._out_of_range | self._drifted_electrodes
        return self._was_reset or bool(doubtful_electrodes & self._wired_electrodes)

    def start(self) -> None:
        """Set the chip up unless it still holds its settings; else its baselines begin again."""
        if self._is_set_up:
            try:
                self.chip.check()
            except BadReply:
                self._was_reset = True
            else:
                return
        self.chip.start()
        self._is_set_up = True
        # These stacks are part of the new baseline: the chip no longer sees them.
        self._in_doubt = self._covered_electrodes
        self._lifted_since.clear()
        self._drifted_electrodes = 0
        self._first_baselines = b""

    def forget_settings(self) -> None:
        """Make the next start set the chip up in any case."""
        self._is_set_up = False

    def depths(self) -> list[tuple[int, bool]]:
        """Return by electrode how far it is below its rest, and whether it counts as touched."""
        return [
            (depth_counts, bool(self._covered_electrodes >> electrode & 1))
            for electrode, depth_counts in enumerate(self.chip.depths())
        ]

    def check(self, now: Millis) -> None:
        """See that the chip holds its settings, and how far its baselines have moved."""
        if self.over_current:
            self.chip.start()
            return
        self.chip.check()
        self._was_reset = False
        self._first_baselines = self._first_baselines or self._baselines
        pairs = zip(self._baselines, self._first_baselines, strict=True)
        drifts = [baseline - first_baseline for baseline, first_baseline in pairs]
        self._drifted_electrodes = _bit_mask(abs(shift) > MAX_DRIFT for shift in drifts)
        for electrode, shift in enumerate(drifts):
            if shift >= LIFTED_RISE and self._in_doubt >> electrode & 1:
                lifted_since = self._lifted_since.setdefault(electrode, now)
                # Lifted and not laid again in time: the stack has gone.
                self._in_doubt &= ~((now - lifted_since >= LIFT_TIMEOUT_MS) << electrode)

    def presence_changes(self) -> Iterator[tuple[int, bool]]:
        """Yield the electrodes that were covered or freed since."""
        status = self.chip.read_status()
        self.over_current = status.over_current
        if status.over_current:
            return
        self._out_of_range = status.out_of_range
        self._baselines = status.baselines
        yield from self._covered_changes(status)

    def _covered_changes(self, status: TouchStatus) -> Iterator[tuple[int, bool]]:
        # A stack laid again is seen against the right baseline: no doubt is left.
        self._in_doubt &= ~status.touched
        touched = (status.touched | self._in_doubt) & self._wired_electrodes
        changed_electrodes, self._covered_electrodes = touched ^ self._covered_electrodes, touched
        for electrode in range(changed_electrodes.bit_length()):
            if changed_electrodes >> electrode & 1:
                yield electrode, bool(touched >> electrode & 1)


def _wired_electrodes(places: Mapping[Contact, Place], address: int) -> int:
    return sum(1 << electrode for chip_address, electrode in places if chip_address == address)


def _bit_mask(flags: Iterator[bool]) -> int:
    return sum(flag << number for number, flag in enumerate(flags))
