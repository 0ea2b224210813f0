"""The far ends of a whole table, and the hands that move chips, keys and cards on it."""

from collections.abc import Callable, Mapping
from typing import Any

from drivers.tags.decks import Tagged
from drivers.wiring import Wiring
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from hal.ports import InputLine
from sim.bench import far_ends
from sim.bench.buttons import SimButtons
from sim.bench.felt import SimFelt
from sim.bench.lamps import SimLamps
from sim.bench.power import SimPower
from sim.bench.screens import SimDisplays
from sim.bench.seats import SimSeats
from sim.bench.shoes import NoShoe
from sim.bench.sounds import SimSounds
from sim.chips.i2c import Chip, SimI2CBus
from sim.machines.blower import SimBallBlower
from sim.machines.card_source import CardSource
from sim.machines.escpos import SimTicketPrinter
from sim.machines.mounted import Around, Mounted
from sim.machines.shuffler import NoShuffler, Shuffler
from sim.machines.wheel_source import WheelSource
from sim.wires.far_end import FarEnd
from sim.wires.own_time import PolledTime


def _no_time() -> int:
    return 0


class SimTable:
    """Every simulated part of one table; `tags` are in the cards where the table reads tags.

    Its wheel and its balls move in the time of `now`.
    """

    def __init__(
        self,
        wiring: Wiring,
        tags: Mapping[bytes, Tagged] | None = None,
        now: Callable[[], int] = _no_time,
    ) -> None:
        self.wiring = wiring
        self._machines = machines = _machines(wiring, Around(now, tags or {}))
        self.shoe: CardSource = machines["shoe"].unit
        self.shuffler: Shuffler = machines["shuffler"].unit
        self.wheel: WheelSource | None = machines["wheel"].unit
        self.blower: SimBallBlower | None = machines["balls"].unit
        self.printer: SimTicketPrinter | None = machines["printer"].unit
        self.felt = SimFelt(wiring, machines["chips"].unit)
        self.seats = SimSeats(machines["seats"].unit, wiring.seats)
        self.buttons = SimButtons(wiring.keys, now)
        self.lamps = SimLamps(wiring.lights)
        self.displays = SimDisplays(wiring)
        self.sounds = SimSounds()
        self.power = SimPower(wiring.power)
        self.chips = self._chips() | {name: [*one.chips] for name, one in machines.items()}
        """The chips on the I2C bus, by section."""
        self.i2c = SimI2CBus(*(chip for chips in self.chips.values() for chip in chips))

    @property
    def far_ends(self) -> dict[str, FarEnd]:
        """The far end of each serial wire, by section."""
        return {section: end for section, one in self._machines.items() if (end := one.wire)}

    @property
    def polled(self) -> list[PolledTime]:
        """The times of lines that move by themselves."""
        return [one.time for one in self._machines.values() if one.time]

    def input_lines(self) -> Mapping[int, InputLine]:
        """Return the lines wired to the pins, by pin."""
        machines = (machine.lines for machine in self._machines.values())
        lines = (self.felt.sensors.lines, self.buttons.lines, *machines, self.power.lines)
        return {pin: line for each in lines for pin, line in each.items()}

    def _chips(self) -> dict[str, list[Chip]]:
        displays = self.displays
        return {
            "lights": [*self.lamps.chips],
            "keys": [*self.buttons.chips.values()],
            "presence": [*self.felt.sensors.chips.values()],
            "figures": [displays.figures] if displays.figures else [],
            "dealer_display": [displays.dealer],
            "payout_display": [displays.payout],
        }

    # hands

    def quicken(self, times: float) -> None:
        """Have wheel and balls go so many times faster than by themselves, as far as is followed.

        Safe from any thread.
        """
        if self.wheel:
            self.wheel.quicken(times)
        if self.blower:
            self.blower.quicken(times)

    def has(self, place: Place) -> bool:
        """Return whether there is such a place."""
        return place.spot in self.wiring.lights.spots and self.felt.at(place) in self.felt.stacks

    def put(self, place: Place, chip: bytes) -> None:
        """Lay a chip, by its tag, on a place."""
        self.felt.put(place, chip)

    def take(self, place: Place, chip: bytes) -> None:
        self.felt.take(place, chip)

    def hold(self, key: Key) -> None:
        """Press a key and keep it down."""
        self.buttons.close(self.buttons.keys[key])

    def release(self, key: Key) -> None:
        """Let a key go."""
        self.buttons.open(self.buttons.keys[key])

    def turn_key_switch(self, *, on: bool) -> None:
        """Turn the supervisor's key."""
        (self.buttons.close if on else self.buttons.open)(self.wiring.keys.key_switch)

    def move_door(self, door: Door, *, is_open: bool) -> None:
        """Open or shut a door; shut, its contact is closed to ground."""
        (self.buttons.open if is_open else self.buttons.close)(self.buttons.doors[door])

    # eyes

    def colour(self, spot: int) -> tuple[int, int, int]:
        """Return the red, green and blue duty of a spot's light, 0 to 4096."""
        red, green, blue = map(self.lamps.duty, self.wiring.lights.spots[spot])
        return red, green, blue

    def lit(self, key: Key) -> bool:
        return self.lamps.duty(self.wiring.lights.keys[key]) > 0

    def looked_at(self, key: Key) -> int | None:
        """Return when the host last read a key's level, if the chip can tell."""
        return self.buttons.looked_at(self.buttons.keys[key])

    def is_down(self, key: Key) -> bool:
        """Return whether a key of the panel is down."""
        return self.buttons.closed(self.buttons.keys[key])

    def is_open(self, door: Door) -> bool:
        return not self.buttons.closed(self.buttons.doors[door])

    @property
    def key_switch_on(self) -> bool:
        """Whether the supervisor's key is turned."""
        return self.buttons.closed(self.wiring.keys.key_switch)


def _machines(wiring: Wiring, around: Around) -> dict[str, Mounted[Any]]:
    """Return the far ends of the parts that are machines of their own, by section."""
    absent = {"shoe": NoShoe(), "shuffler": NoShuffler()}
    sections = ("shoe", "shuffler", "wheel", "balls", "printer", "chips", "seats")
    return {
        section: far_ends.machine(getattr(wiring, section), around, absent.get(section))
        for section in sections
    }
