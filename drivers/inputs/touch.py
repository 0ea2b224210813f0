"""Presence by touch: electrodes under the felt, and how far they can be believed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from drivers.inputs.mpr121 import RELEASE, TOUCH, Mpr121, Status
from drivers.part import Part, Proof, Sensed
from drivers.wiring import Contact
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, PresenceSeen
from firmware.core.vocabulary.places import Place
from hal.errors import BadReply
from hal.ports import NEVER, I2CBus, InputLine, Millis

READ_MS: Final = 50
CHECK_MS: Final = 1000
DRIFT: Final = 32
"""How far a baseline may move from where it began, in units of four counts of 1024."""

LIFT_MS: Final = 5000
LIFTED: Final = 3
"""The rise of a baseline, in the same units, when a stack is lifted."""

PRESENCE: Final = "presence"
OVERCURRENT: Final = "overcurrent"
UNCALIBRATED: Final = "uncalibrated"


class TouchSensors(Part):
    """Electrodes of MPR121s that share one interrupt line.

    A chip takes the chips on it at its start as its baseline. So a stack from before a start is not
    sensed after it: its place stays as it was reported, and `uncalibrated` is a fault until each
    such stack was lifted and laid again; one that is not laid again within LIFT_MS has gone. The
    fault is also raised for a second after a chip was set up once more, so that the dealer looks
    for chips laid in that moment; and while an electrode is out of range or has drifted by more
    than DRIFT. Over-current stops a chip's measuring: it is set up again each second until that has
    passed. Chips from before the service's start are unknown until they are moved. Bare clay chips
    are a weak target: untried on real hardware.
    """

    name = PRESENCE

    def __init__(self, bus: I2CBus, places: Mapping[Contact, Place], interrupt: InputLine) -> None:
        self._places = places
        self._interrupt = interrupt
        self._chips = {
            address: _Electrodes(Mpr121(bus, address), _used(places, address))
            for address in sorted({address for address, _ in places})
        }
        self._raised: set[str] = set()
        self._read_at = self._check_at = NEVER
        self.calls = lambda: not interrupt.level()

    def start(self, now: Millis) -> None:
        """Set the chips up; touched electrodes are in doubt until they change."""
        for chip in self._chips.values():
            chip.start()
        self._read_at = self.due = now
        self._check_at = Millis(now + CHECK_MS)

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the places covered or freed, and the faults of the sensors."""
        if now < self._read_at and self._interrupt.level():
            return ()
        self.due = self._read_at = Millis(now + READ_MS)
        if now >= self._check_at:
            self._check_at = Millis(now + CHECK_MS)
            for chip in self._chips.values():
                chip.check(now)
        return list(self._events())

    def test(self, now: Millis) -> Proof:  # noqa: ARG002
        """Read the settings back."""
        for chip in self._chips.values():
            chip.chip.check()
        return Proof.PROVEN

    def levels(self) -> Sequence[Sensed]:
        """Return how far each electrode is below its rest, in counts, by its spot and bet."""
        return [
            Sensed(f"{place.spot} {place.on}", depth, TOUCH, RELEASE, touched)
            for address, chip in self._chips.items()
            for electrode, (depth, touched) in enumerate(chip.depths())
            if (place := self._places.get((address, electrode)))
        ]

    def forget_rest(self) -> None:
        """Make the next `start` set the chips up even if they hold their settings."""
        for chip in self._chips.values():
            chip.forget()

    def _events(self) -> Iterator[Event]:
        for address, chip in self._chips.items():
            for electrode, covered in chip.changes():
                yield PresenceSeen(self._places[address, electrode], covered=covered)
        chips = self._chips.values()
        yield from self._fault(OVERCURRENT, there=any(chip.over_current for chip in chips))
        yield from self._fault(UNCALIBRATED, there=any(chip.doubtful for chip in chips))

    def _fault(self, code: str, *, there: bool) -> Iterator[Event]:
        if there != (code in self._raised):
            self._raised ^= {code}
            yield (FaultRaised if there else FaultEnded)(PRESENCE, code)


class _Electrodes:
    """The wired electrodes of a chip, and their state."""

    def __init__(self, chip: Mpr121, used: int) -> None:
        self.chip = chip
        self.over_current = False
        self._used = used
        self._covered = 0
        self._set_up = False
        self._began_anew = False
        """Whether the chip was set up once more: chips laid in that moment are not sensed."""
        self._in_doubt = 0
        """Electrodes that were covered when the chip was started, and have not moved since."""
        self._out_of_range = 0
        self._drifted = 0
        self._began = self._baselines = b""
        self._lifted: dict[int, Millis] = {}
        """When a stack in doubt was first seen to be lifted, by its electrode."""

    @property
    def doubtful(self) -> bool:
        """Whether the reading of an electrode is unreliable."""
        unsure = self._in_doubt | self._out_of_range | self._drifted
        return self._began_anew or bool(unsure & self._used)

    def start(self) -> None:
        """Set the chip up unless it still holds its settings; else its baselines begin again."""
        if self._set_up:
            try:
                self.chip.check()
            except BadReply:
                self._began_anew = True
            else:
                return
        self.chip.start()
        self._set_up = True
        self._in_doubt = self._covered
        self._lifted.clear()
        self._drifted = 0
        self._began = b""

    def forget(self) -> None:
        """Make the next start set the chip up in any case."""
        self._set_up = False

    def depths(self) -> list[tuple[int, bool]]:
        """Return by electrode how far it is below its rest, and whether it counts as touched."""
        return [(depth, bool(self._covered >> n & 1)) for n, depth in enumerate(self.chip.depths())]

    def check(self, now: Millis) -> None:
        """See that the chip holds its settings, and how far its baselines have moved."""
        if self.over_current:
            self.chip.start()
            return
        self.chip.check()
        self._began_anew = False
        self._began = self._began or self._baselines
        both = zip(self._baselines, self._began, strict=True)
        moved = [here - began for here, began in both]
        self._drifted = _bits(abs(by) > DRIFT for by in moved)
        for electrode, by in enumerate(moved):
            if by >= LIFTED and self._in_doubt >> electrode & 1:
                since = self._lifted.setdefault(electrode, now)
                self._in_doubt &= ~((now - since >= LIFT_MS) << electrode)

    def changes(self) -> Iterator[tuple[int, bool]]:
        """Yield the electrodes that were covered or freed since."""
        status = self.chip.status()
        self.over_current = status.over_current
        if status.over_current:
            return
        self._out_of_range = status.out_of_range
        self._baselines = status.baselines
        yield from self._told(status)

    def _told(self, status: Status) -> Iterator[tuple[int, bool]]:
        self._in_doubt &= ~status.touched
        touched = (status.touched | self._in_doubt) & self._used
        changed, self._covered = touched ^ self._covered, touched
        for electrode in range(changed.bit_length()):
            if changed >> electrode & 1:
                yield electrode, bool(touched >> electrode & 1)


def _used(places: Mapping[Contact, Place], address: int) -> int:
    return sum(1 << electrode for at, electrode in places if at == address)


def _bits(flags: Iterator[bool]) -> int:
    return sum(flag << number for number, flag in enumerate(flags))
