"""The far ends of a whole table, and the hands that move chips, keys and cards on it.

Theory of operation. A simulated table is built from the same `Wiring` as the drivers of a real one:
at the other end of each wire is a model of the part, which knows nothing of the drivers.

    people, scripts, the page   felt.put_chip, hold_key, shoe.draw, wheel.spin …
              │
          SimTable ─┬─ felt ──────── stacks ─┬─ SimRr3036       serial
              │     │                        └─ sensors         I2C and an interrupt pin
              │     ├─ shoe, shuffler, wheel, blower, printer   serial, I2C or pins
              │     ├─ buttons, power ───────────────────────── pins, or I2C and a pin
              │     └─ lamps, displays, sounds ──────────────── I2C, pins; read by eyes
              │
      far_ends, i2c, input_lines()
              │
          SimBoard / TableServer     the ports that drivers open: in memory, or over a socket

- A machine's module is found by the word of its part (`sim.bench.far_ends`), and returns an
  `Installation`: the unit that hands work, and its serial end, chips, pins and clock.
- Hands act on models, never on ports: a chip that is put on a place is on its antenna and its
  sensor at once, and the controller learns of it only through the wires.
- Models run in the time of `now`, and are safe from any thread: hands, the wire's thread and the
  table's server may call them at the same time.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from drivers.tags.deck_registry import TaggedCard
from drivers.wiring import Wiring
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from hal.ports import InputLine
from sim.bench import far_ends
from sim.bench.buttons import SimButtons
from sim.bench.felt import SimFelt
from sim.bench.lamps import SimLamps
from sim.bench.pi import SimPi
from sim.bench.power import SimPower
from sim.bench.screens import SimDisplays
from sim.bench.seats import SimSeats
from sim.bench.shoes import NoShoe
from sim.bench.sounds import SimSounds
from sim.chips.i2c_bus import I2cFarEnd, SimI2CBus
from sim.machines.blower import SimBallBlower
from sim.machines.card_source import CardSource
from sim.machines.escpos import SimTicketPrinter
from sim.machines.installation import FarEndContext, Installation
from sim.machines.shuffler import NoShuffler, Shuffler
from sim.machines.wheel_source import WheelSource
from sim.wires.far_end import FarEnd
from sim.wires.far_end_clock import PolledClock


def _zero_time() -> int:
    return 0


class SimTable:
    """Every simulated part of one table; `tags` are in the cards where the table reads tags.

    Its wheel and its balls move in the time of `now`. Chips may lie at `unsensed_places` too.
    """

    def __init__(
        self,
        wiring: Wiring,
        tags: Mapping[bytes, TaggedCard] | None = None,
        now: Callable[[], int] = _zero_time,
        unsensed_places: Iterable[Place] = (),
    ) -> None:
        self.wiring = wiring
        self._installations = installations = _installations(wiring, FarEndContext(now, tags or {}))
        self.shoe: CardSource = installations["shoe"].unit
        self.shuffler: Shuffler = installations["shuffler"].unit
        self.wheel: WheelSource | None = installations["wheel"].unit
        self.blower: SimBallBlower | None = installations["balls"].unit
        self.printer: SimTicketPrinter | None = installations["printer"].unit
        self.felt = SimFelt(wiring, installations["chips"].unit, unsensed_places)
        self.seats = SimSeats(installations["seats"].unit, wiring.seats)
        self.buttons = SimButtons(wiring.keys, now)
        self.lamps = SimLamps(wiring.lights)
        self.displays = SimDisplays(wiring)
        self.sounds = SimSounds()
        self.power = SimPower(wiring.power)
        self.pi = SimPi()
        self.chips = self._chips_by_section() | {
            name: [*machine.chips] for name, machine in installations.items()
        }
        """The chips on the I2C bus, by section."""
        self.i2c = SimI2CBus(*(chip for chips in self.chips.values() for chip in chips))

    @property
    def far_ends(self) -> dict[str, FarEnd]:
        """The far end of each serial wire, by section."""
        return {
            section: far_end
            for section, machine in self._installations.items()
            if (far_end := machine.serial_end)
        }

    @property
    def polled_times(self) -> list[PolledClock]:
        """The times of lines that move by themselves."""
        return [
            machine.polled_time for machine in self._installations.values() if machine.polled_time
        ]

    def input_lines(self) -> Mapping[int, InputLine]:
        """Return the lines wired to the pins, by pin."""
        machines = (machine.lines for machine in self._installations.values())
        lines = (self.felt.sensors.lines, self.buttons.lines, *machines, self.power.lines)
        return {pin: line for each in lines for pin, line in each.items()}

    def _chips_by_section(self) -> dict[str, list[I2cFarEnd]]:
        displays = self.displays
        return {
            "lights": [*self.lamps.chips],
            "keys": [*self.buttons.chips.values()],
            "presence": [*self.felt.sensors.chips.values()],
            "figures": [displays.figures] if displays.figures else [],
            "dealer_display": [displays.dealer_display],
            "payout_display": [displays.payout_display],
        }

    # hands

    def set_speed(self, speed_factor: float) -> None:
        """Make wheel and balls so many times faster than real ones, as far as drivers follow.

        Safe from any thread.
        """
        if self.wheel:
            self.wheel.set_speed(speed_factor)
        if self.blower:
            self.blower.set_speed(speed_factor)

    def has_place(self, place: Place) -> bool:
        """Return whether there is such a place."""
        return place in self.felt.unsensed_places or (
            place.spot in self.wiring.lights.spots
            # On a layout every spot shares the place, so the spot is checked by its light.
            and self.felt.shared_place(place) in self.felt.stacks
        )

    def hold_key(self, key: Key) -> None:
        """Press a key and keep it down."""
        self.buttons.close_contact(self.buttons.keys[key])

    def release_key(self, key: Key) -> None:
        """Let a key go."""
        self.buttons.open_contact(self.buttons.keys[key])

    def set_key_switch(self, *, on: bool) -> None:
        """Turn the supervisor's key."""
        (self.buttons.close_contact if on else self.buttons.open_contact)(
            self.wiring.keys.key_switch
        )

    def move_door(self, door: Door, *, is_open: bool) -> None:
        """Open or shut a door; shut, its contact is closed to ground."""
        (self.buttons.open_contact if is_open else self.buttons.close_contact)(
            self.buttons.doors[door]
        )

    # eyes

    def spot_colour(self, spot: int) -> tuple[int, int, int]:
        """Return the red, green and blue duty of a spot's light, 0 to 4096."""
        red, green, blue = map(self.lamps.duty, self.wiring.lights.spots[spot])
        return red, green, blue

    def is_lit(self, key: Key) -> bool:
        return self.lamps.duty(self.wiring.lights.keys[key]) > 0

    def last_read_ms(self, key: Key) -> int | None:
        """Return when the host last read a key's level; None for a key on a pin of the Pi."""
        return self.buttons.last_read_ms(self.buttons.keys[key])

    def is_down(self, key: Key) -> bool:
        """Return whether a key of the panel is down."""
        return self.buttons.is_closed(self.buttons.keys[key])

    def is_open(self, door: Door) -> bool:
        return not self.buttons.is_closed(self.buttons.doors[door])

    @property
    def key_switch_on(self) -> bool:
        """Whether the supervisor's key is turned."""
        return self.buttons.is_closed(self.wiring.keys.key_switch)


def _installations(wiring: Wiring, context: FarEndContext) -> dict[str, Installation[Any]]:
    """Return the far ends of the parts that are machines of their own, by section."""
    # Hands act on these two at every table; the others are asked for first.
    absent = {"shoe": NoShoe(), "shuffler": NoShuffler()}
    sections = ("shoe", "shuffler", "wheel", "balls", "printer", "chips", "seats")
    return {
        section: far_ends.machine(getattr(wiring, section), context, absent.get(section))
        for section in sections
    }
