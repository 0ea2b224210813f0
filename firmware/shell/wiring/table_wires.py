"""Where each part of a configured table is connected, as rows for a page and its drawing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from drivers.electrics import CLOCK, ELECTRICS, Signal
from drivers.kind import PartKind
from drivers.shuffler_contacts.kind import ShufflerContactWiring
from drivers.wiring import CLOCK_CHIPS, LAYOUT, Contact, PartWiring, Wiring
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.faults import PART_WORDS
from firmware.core.vocabulary.labels import DOOR_LABELS, key_label
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.shell.config.parts import PART_KINDS, part_kind
from firmware.shell.wiring.budget import WiredUnit
from firmware.shell.words.words import Words

HEADER: Final[Mapping[int, int]] = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8,
    15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22,
    26: 37, 27: 13,
}  # fmt: skip
"""The pin of a Pi's 40-pin header by its BCM number."""
COLOURS: Final = ("wiring.red", "wiring.green", "wiring.blue")
SHUFFLER_FIELDS: Final[Mapping[str, str]] = {
    "ready": "wiring.shuffler_ready",
    "door": "wiring.shuffler_door",
    "fault": "wiring.shuffler_fault",
}


class Pin(NamedTuple):
    """A pin of the Pi's header."""

    header: int
    bcm: int
    use: str


class Device(NamedTuple):
    """A chip on the I2C bus."""

    address: int
    kind: str
    section: str
    straps: str
    needs_level_shifter: bool = False


class Cable(NamedTuple):
    """A part on a serial port of its own."""

    section: str
    kind: str
    port: str
    baud: int
    signal: Signal


class Terminal(NamedTuple):
    """One input or output of a chip; `address` 0 is the Pi itself."""

    address: int
    name: str
    use: str


class Wires:
    """Everything that is connected at a table, in the words of one language."""

    def __init__(self, wiring: Wiring, words: Words) -> None:
        self._wiring = wiring
        self._render = words.render

    def part(self, section: str) -> str:
        """Name a part."""
        return self._render(Text(PART_WORDS[section]))

    def pins(self) -> list[Pin]:
        """Return the pins of the header that are used, in its order."""
        wiring = self._wiring
        used = {2: "SDA", 3: "SCL"} if wiring.i2c_bus == 1 else {}
        for section in PART_KINDS:
            part = getattr(wiring, section)
            for field in ("interrupt", "pin", "failing", "index", "peg"):
                pin = getattr(part, field, None)
                if isinstance(pin, int):
                    named = {"interrupt": "INT", "pin": ""}.get(field, field)
                    used[pin] = f"{self.part(section)} {named}".strip()
        for terminal in self._contacts():
            if terminal.address == 0:
                used[int(terminal.name)] = terminal.use
        return sorted(Pin(HEADER[bcm], bcm, use) for bcm, use in used.items())

    def devices(self) -> list[Device]:
        """Return the chips on the bus, by address, with those of the clock."""
        clock = self._render(Text("wiring.clock"))
        clock_chips = CLOCK_CHIPS[self._wiring.clock]
        devices = [Device(address, chip, clock, "–") for address, chip in clock_chips.items()]
        for section, part in self._parts():
            kind = part_kind(section, part)
            devices += [_device(kind, address, self.part(section)) for address in _addresses(part)]
        return sorted(devices)

    def units(self) -> list[WiredUnit]:
        """Return every part with its electrical facts, section by section, then the clock."""
        clock = self._render(Text("wiring.clock"))
        units = [
            WiredUnit(
                self.part(section), part.part, len(_addresses(part)) or 1, ELECTRICS[part.part]
            )
            for section, part in self._parts()
        ]
        has_clock = self._wiring.clock != "none"
        return [*units, WiredUnit(clock, "ds3231", 1, CLOCK)] if has_clock else units

    def cables(self) -> list[Cable]:
        """Return the parts on serial ports."""
        return [
            Cable(
                self.part(section),
                part.part,
                part.port,
                part.baud,
                ELECTRICS[part.part].signal,
            )
            for section, part in self._wiring.serial_parts().items()
        ]

    def inputs(self) -> list[Terminal]:
        """Return every input of a chip, chip by chip."""
        return [terminal for terminal in self._contacts() if terminal.address]

    def outputs(self) -> list[Terminal]:
        """Return every channel of the lights, chip by chip."""
        lights = self._wiring.lights
        names = _terminals("lights", lights)
        channels = {
            channel: f"{self._render(Text('hand.spot', {'spot': spot}))}, "
            + self._render(Text(colour))
            for spot, spot_channels in lights.spots.items()
            for colour, channel in zip(COLOURS, spot_channels, strict=True)
        }
        for key, channel in lights.keys.items():
            lit = [channels[channel]] if channel in channels else []
            channels[channel] = " / ".join([*lit, self._render(key_label(key))])
        return [
            Terminal(lights.addresses[n // len(names)], names[n % len(names)], use)
            for n, use in sorted(channels.items())
        ]

    def antennas(self) -> list[tuple[int, str]]:
        """Return the chip reader's antennas."""
        chips = self._wiring.chips
        return [(n, self._place(p)) for n, p in sorted(chips.antennas.items())] if chips else []

    def _parts(self) -> Iterator[tuple[str, PartWiring]]:
        for section in PART_KINDS:
            part = getattr(self._wiring, section)
            if part is not None:
                yield section, part

    def _contacts(self) -> Iterator[Terminal]:
        for section, contacts in (
            ("presence", self._sensors()),
            ("keys", self._keys()),
            ("shuffler", self._shuffler()),
        ):
            part = getattr(self._wiring, section)
            names = _terminals(section, part) if contacts else ()
            for (address, number), use in contacts.items():
                yield Terminal(address, names[number] if address else str(number), use)

    def _sensors(self) -> dict[Contact, str]:
        presence = self._wiring.presence
        places = sorted(presence.places.items()) if presence else ()
        return {contact: self._place(place) for contact, place in places}

    def _keys(self) -> dict[Contact, str]:
        keys = self._wiring.keys
        uses = {c: self._render(key_label(k)) for c, k in keys.keys.items()}
        uses[keys.key_switch] = self._render(Text("wiring.key_switch"))
        uses |= {c: self._render(Text(DOOR_LABELS[d])) for c, d in keys.doors.items()}
        return dict(sorted(uses.items()))

    def _shuffler(self) -> dict[Contact, str]:
        shuffler = self._wiring.shuffler
        if not isinstance(shuffler, ShufflerContactWiring):
            return {}
        return {
            (shuffler.address, getattr(shuffler, field)): self._render(Text(key))
            for field, key in SHUFFLER_FIELDS.items()
        }

    def _place(self, place: Place) -> str:
        bet = self._render(bet_words(place.on))
        if place.spot == LAYOUT:
            return bet
        return f"{self._render(Text('hand.spot', {'spot': place.spot}))}, {bet}"


def _addresses(part: PartWiring) -> Sequence[int]:
    address = getattr(part, "address", None)
    return (address,) if isinstance(address, int) else getattr(part, "addresses", ())


def _device(kind: PartKind[Any], address: int, section: str) -> Device:
    shifter = ELECTRICS[kind.word].needs_level_shifter
    if kind.chip is None:
        return Device(address, kind.word, section, "–", shifter)
    straps = kind.chip.strap_description(address) or "–"
    return Device(address, kind.chip.word, section, straps, shifter)


def _terminals(section: str, part: PartWiring) -> Sequence[str]:
    """Return the names of the inputs or outputs of each chip of a part."""
    chip = part_kind(section, part).chip
    return chip.terminals if chip else ()
