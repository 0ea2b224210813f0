"""The far ends of a whole table, and the hands that move chips, keys and cards on it."""

from collections.abc import Callable, Mapping
from typing import Final

from drivers.tags.decks import Tagged
from drivers.wiring import LAYOUT, Wiring
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from hal.ports import InputLine
from sim.bench.buttons import SimButtons
from sim.bench.lamps import SimLamps
from sim.bench.power import SimPower
from sim.bench.screens import sim_display
from sim.bench.sensors import felt_sensors
from sim.bench.shoes import SimShoe
from sim.bench.shufflers import SimShuffler
from sim.bench.wheels import sim_wheel
from sim.chips.ht16k33 import SimHt16k33
from sim.chips.i2c import Chip, SimI2CBus
from sim.machines.ball_blower import SimBallBlower
from sim.machines.rr3036 import SimRr3036
from sim.machines.speaker import SimSpeaker
from sim.machines.ticket_printer import SimTicketPrinter
from sim.wires.far_end import FarEnd
from sim.wires.lines import SimOutput, SimTone

BUZZES_HZ: Final = 2300
"""What an active buzzer sounds, about as all of them do."""


def _no_time() -> int:
    return 0


class SimTable:
    """Every simulated part of one table; `tags` are in the cards where the table reads tags.

    Its wheel and its balls move in the time of `now`.
    Not modelled: weight, height or colour of a stack.
    """

    def __init__(
        self,
        wiring: Wiring,
        tags: Mapping[bytes, Tagged] | None = None,
        now: Callable[[], int] = _no_time,
    ) -> None:
        self.wiring = wiring
        self.wheel = sim_wheel(wiring.wheel, now)
        self.blower = SimBallBlower(now) if wiring.balls else None
        self.printer = SimTicketPrinter() if wiring.printer else None
        shoe = SimShoe(wiring.shoe, tags or {})
        self.shoe = shoe.source
        self.shuffler = SimShuffler(wiring.shuffler)
        self.reader = SimRr3036(wiring.chips.antennas) if wiring.chips else None
        self.sensors = felt_sensors(wiring.presence)
        self.buttons = SimButtons(wiring.keys, now)
        self.lamps = SimLamps(wiring.lights)
        self.dealer_display = sim_display(wiring.dealer_display)
        self.payout_display = sim_display(wiring.payout_display)
        self.figures = SimHt16k33(wiring.figures.address) if wiring.figures else None
        self.tone = SimTone()
        self.buzzer = SimOutput()
        self.speaker = SimSpeaker()
        self.power = SimPower(wiring.power)
        self.far_ends: dict[str, FarEnd] = {**shoe.far_ends, **self.shuffler.far_ends}
        """What stands at the end of each serial wire, by section."""
        if self.wheel:
            self.far_ends |= self.wheel.far_ends
        others = {"chips": self.reader, "balls": self.blower, "printer": self.printer}
        self.far_ends |= {section: end for section, end in others.items() if end}
        self.chips: dict[str, list[Chip]] = {
            "lights": [*self.lamps.chips],
            "keys": [*self.buttons.chips.values()],
            "presence": [*self.sensors.chips.values()],
            "figures": [self.figures] if self.figures else [],
            "dealer_display": [self.dealer_display],
            "payout_display": [self.payout_display],
            "shoe": shoe.chips,
            "shuffler": self.shuffler.chips,
        }
        """What answers on the I2C bus, by section."""
        self.i2c = SimI2CBus(*(chip for chips in self.chips.values() for chip in chips))
        self.stacks: dict[Place, list[bytes]] = {place: [] for place in wiring.places}
        self.shared = any(place.spot == LAYOUT for place in wiring.places)
        """Whether all players bet on one layout."""
        antennas = wiring.chips.antennas if wiring.chips else {}
        self._antenna = {place: number for number, place in antennas.items()}
        self._key = {key: contact for contact, key in wiring.keys.keys.items()}
        self.held = {meaning: key for key, meaning in wiring.keys.long.items()}
        """Keys that must be held down for their meaning, by that meaning."""
        self._door = {door: contact for contact, door in wiring.keys.doors.items()}
        for door in self._door:
            self.move_door(door, is_open=False)

    def input_lines(self) -> Mapping[int, InputLine]:
        """Return what is wired to the pins, by pin."""
        wheel = self.wheel.lines if self.wheel else {}
        contacts = {**self.sensors.lines, **self.buttons.lines, **self.shuffler.lines}
        return {**contacts, **wheel, **self.power.lines}

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
        """Say whether there is such a place."""
        return place.spot in self.wiring.lights.spots and self.at(place) in self.stacks

    def at(self, place: Place) -> Place:
        """Return the place on the felt where a spot's chips of a bet lie."""
        return Place(LAYOUT, place.on) if self.shared else place

    def put(self, place: Place, chip: bytes) -> None:
        """Lay a chip, by its tag, on a place."""
        place = self.at(place)
        self.stacks[place].append(chip)
        if self.reader:
            self.reader.put(self._antenna[place], chip)
        self.sensors.cover(place, covered=True)

    def take(self, place: Place, chip: bytes) -> None:
        """Take a chip from a place."""
        place = self.at(place)
        self.stacks[place].remove(chip)
        if self.reader:
            self.reader.take(self._antenna[place], chip)
        self.sensors.cover(place, covered=bool(self.stacks[place]))

    def hold(self, key: Key) -> None:
        """Press a key and keep it down."""
        self.buttons.close(self._key[key])

    def release(self, key: Key) -> None:
        """Let a key go."""
        self.buttons.open(self._key[key])

    def turn_key_switch(self, *, on: bool) -> None:
        """Turn the supervisor's key."""
        (self.buttons.close if on else self.buttons.open)(self.wiring.keys.key_switch)

    def move_door(self, door: Door, *, is_open: bool) -> None:
        """Open or shut a door; shut, its contact is closed to ground."""
        (self.buttons.open if is_open else self.buttons.close)(self._door[door])

    # eyes

    def colour(self, spot: int) -> tuple[int, int, int]:
        """Return the red, green and blue duty of a spot's light, 0 to 4096."""
        red, green, blue = map(self.lamps.duty, self.wiring.lights.spots[spot])
        return red, green, blue

    def lit(self, key: Key) -> bool:
        """Say whether a key is lit."""
        return self.lamps.duty(self.wiring.lights.keys[key]) > 0

    def looked_at(self, key: Key) -> int | None:
        """Return when the host last read whether a key is down, if that can be told."""
        return self.buttons.looked_at(self._key[key])

    def is_down(self, key: Key) -> bool:
        """Say whether a key of the panel is down."""
        return self.buttons.closed(self._key[key])

    def is_open(self, door: Door) -> bool:
        """Say whether a door stands open."""
        return not self.buttons.closed(self._door[door])

    @property
    def key_switch_on(self) -> bool:
        """Whether the supervisor's key is turned."""
        return self.buttons.closed(self.wiring.keys.key_switch)

    @property
    def hz(self) -> int:
        """What is heard of the sounder, 0 for silence."""
        if self.buzzer.high and not self.buzzer.unplugged:
            return BUZZES_HZ
        return 0 if self.tone.unplugged else self.tone.hz
