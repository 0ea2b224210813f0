"""How the section of each part is read: what is wired where, each thing held once, and enough."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from pathlib import PurePosixPath
from typing import Any, Final, Literal, NamedTuple, get_args

from drivers.wiring import (
    AngelEye,
    BeeTek,
    Blower,
    Buzzer,
    CharacterLcd,
    Contact,
    Digits,
    EscPos,
    ExpanderKeys,
    ExpanderSensors,
    FortuneSensors,
    MatrixLights,
    Mercury,
    Oled,
    Piezo,
    PinKeys,
    Pn532Hsu,
    Pn532I2c,
    PowerInput,
    PwmLights,
    ReShuffled,
    Rr3036,
    ShufflerContacts,
    SlingShot,
    Spoken,
    TouchSensors,
    Voice,
)
from firmware.core.games.wheel_of_fortune import arranged
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.shell.config.reader import Reader

ADDRESSES: Final[Mapping[str, tuple[int, ...]]] = {
    "mcp23017": tuple(range(0x20, 0x28)),
    "is31fl3741": tuple(range(0x30, 0x34)),
    "ssd1306": (0x3C, 0x3D),
    "sh1106": (0x3C, 0x3D),
    "hd44780": (*range(0x20, 0x28), *range(0x38, 0x40)),
    "pca9685": tuple(range(0x40, 0x78)),
    "mpr121": tuple(range(0x5A, 0x5E)),
    "ht16k33": tuple(range(0x70, 0x78)),
}
"""The addresses that a part can be set to; an HD44780's is that of its PCF8574 or PCF8574A."""
ALL_CALL: Final = 0x70
"""Every PCA9685 answers here from power-up, so no other part can, and none is set to it."""

INPUTS: Final[Mapping[str, int]] = {"mcp23017": 14, "mpr121": 12}
"""An MCP23017's GPA7 and GPB7 are outputs only."""
CHANNELS: Final[Mapping[str, int]] = {"pca9685": 16, "is31fl3741": 351}
COLOURS: Final = 3
ANTENNAS: Final = 255
LONGEST_REPEAT_MS: Final = 2000
PINS: Final = (2, 27)
"""BCM numbers of a Pi's header, but for 0 and 1, which are its identification bus."""
OF_THE_PI: Final = 0
"""Stands for a chip's address in the contact of one of the Pi's own pins."""
KEY_SWITCH: Final = "key_switch"


class Needs(NamedTuple):
    """What the table needs of its parts; `known` if nothing is wrong with what it follows from."""

    spots: int
    places: tuple[Place, ...]
    keys: tuple[Key, ...]
    known: bool
    options: Mapping[str, Any] = {}
    """How the game is played here."""
    dealt: bool = True
    """Whether cards are dealt."""


# what reads the cards, and what shuffles them


def read_angel_eye(shoe: Reader, _needs: Needs) -> AngelEye:
    """Read an Angel Eye shoe."""
    return AngelEye(
        port=read_port(shoe),
        baud=shoe.choice("baud", (4800, 9600)),
        copies=shoe.integer("copies", 1, 3),
        commands=shoe.flag("commands"),
    )


def read_bee_tek(shoe: Reader, _needs: Needs) -> BeeTek:
    """Read a Bee-Tek shoe."""
    return BeeTek(read_port(shoe), shoe.integer("repeat_ms", 1, LONGEST_REPEAT_MS))


def read_pn532_hsu(shoe: Reader, _needs: Needs) -> Pn532Hsu:
    """Read a PN532 on a serial port."""
    return Pn532Hsu(read_port(shoe), shoe.file("registry"), shoe.text("batch"))


def read_pn532_i2c(shoe: Reader, _needs: Needs) -> Pn532I2c:
    """Read a PN532 on the I2C bus, whose address can't be set."""
    _hold_address(shoe, "part", Pn532I2c.address)
    return Pn532I2c(shoe.file("registry"), shoe.text("batch"))


def read_reshuffled(shuffler: Reader, _needs: Needs) -> ReShuffled:
    """Read a shuffler that speaks the ReShuffled framing."""
    return ReShuffled(read_port(shuffler), shuffler.choice("baud", (57600, 115200)))


def read_shuffler_contacts(shuffler: Reader, _needs: Needs) -> ShufflerContacts:
    """Read a shuffler's dry contacts."""
    ready = _input(shuffler, "ready")
    door = _input(shuffler, "door", (ready,))
    fault = _input(shuffler, "fault", (ready, door))
    address = _address(shuffler, "mcp23017")
    return ShufflerContacts(address, _pin(shuffler, "interrupt"), ready, door, fault)


# what shows a result where no cards do


def read_slingshot(wheel: Reader, needs: Needs) -> SlingShot:
    """Read a SlingShot 2."""
    return SlingShot(read_port(wheel), _pockets(needs), wheel.flag("host_started"))


def read_mercury(wheel: Reader, needs: Needs) -> Mercury:
    """Read a Mercury 360."""
    return Mercury(read_port(wheel), _pockets(needs), wheel.choice("protocol", PROTOCOLS))


PROTOCOLS: Final[tuple[Spoken, ...]] = get_args(Spoken)


def _pockets(needs: Needs) -> Literal[37, 38]:
    return 38 if needs.options.get("numbers") == 38 else 37


def read_fortune_sensors(wheel: Reader, needs: Needs) -> FortuneSensors:
    """Read the sensors of a wheel of fortune; its parts are those that the game's options count."""
    segments = needs.options.get("segments", {})
    parts = {symbol: many for symbol, (many, _) in segments.items()}
    order = wheel.texts("order") if wheel.has("order") else arranged(segments)
    if Counter(order) != Counter(parts):
        wheel.fault("order", "other_parts")
    return FortuneSensors(_pin(wheel, "index"), _pin(wheel, "peg"), tuple(order))


def read_blower(balls: Reader, _needs: Needs) -> Blower:
    """Read a ball blower."""
    return Blower(read_port(balls))


def read_escpos(printer: Reader, _needs: Needs) -> EscPos:
    """Read a ticket printer."""
    return EscPos(read_port(printer), printer.choice("baud", (9600, 19200, 38400, 115200)))


# what senses the bets


def read_rr3036(chips: Reader, needs: Needs) -> Rr3036:
    """Read the chip reader; its antennas count on over the places unless they are given."""
    return Rr3036(
        port=read_port(chips),
        baud=chips.choice("baud", (19200,)),
        registry=chips.file("registry"),
        antennas=_antennas(chips, needs.places)
        if chips.has("antennas")
        else dict(enumerate(needs.places, start=1)),
    )


def read_expander_sensors(presence: Reader, needs: Needs) -> ExpanderSensors:
    """Read sensors on expanders."""
    return ExpanderSensors(*_sensors(presence, "mcp23017", needs))


def read_touch_sensors(presence: Reader, needs: Needs) -> TouchSensors:
    """Read electrodes."""
    return TouchSensors(*_sensors(presence, "mpr121", needs))


def _sensors(
    presence: Reader, part: str, needs: Needs
) -> tuple[tuple[int, ...], int, dict[Contact, Place]]:
    """Return addresses, interrupt and places, which lie on the inputs in order."""
    addresses = _addresses(presence, part)
    interrupt = _pin(presence, "interrupt")
    have, need = INPUTS[part] * len(addresses), len(needs.places)
    if presence.sound("addresses") and needs.known and need > have:
        presence.fault("addresses", "few_inputs", have=have, need=need)
    return addresses, interrupt, dict(zip(_contacts(addresses, part), needs.places, strict=False))


def _contacts(addresses: Sequence[int], part: str) -> Iterable[Contact]:
    return ((address, number) for address in addresses for number in range(INPUTS[part]))


# what the dealer presses


def read_expander_keys(panel: Reader, needs: Needs) -> ExpanderKeys:
    """Read keys, switch and doors on expanders, whose inputs count on."""
    addresses = _addresses(panel, "mcp23017")
    interrupt = _pin(panel, "interrupt")
    there = addresses if panel.sound("addresses") else ADDRESSES["mcp23017"]
    inputs = dict(enumerate(_contacts(there, "mcp23017")))
    return ExpanderKeys(addresses, interrupt, *_keys(panel, needs, "input", inputs))


def read_pin_keys(panel: Reader, needs: Needs) -> PinKeys:
    """Read keys, switch and doors on the Pi's own pins."""
    first, last = PINS
    pins = {pin: (OF_THE_PI, pin) for pin in range(first, last + 1)}
    return PinKeys(*_keys(panel, needs, "pin", pins))


_Keys = tuple[dict[Contact, Key], dict[Key, Key], Contact, dict[Contact, Door]]


def _keys(panel: Reader, needs: Needs, kind: str, contacts: Mapping[int, Contact]) -> _Keys:
    """Return keys, long presses, switch and doors; `contacts` are by the number in the file."""
    long = _long_presses(panel, needs.keys) if panel.has("long") else {}
    with panel.table("inputs") as inputs:

        def at(name: str) -> Contact:
            number = inputs.integer(name, min(contacts), max(contacts))
            if inputs.sound(name):
                inputs.hold(name, kind, number)
            return contacts[number]

        keys = {at(key): key for key in needs.keys if key not in long.values()}
        return keys, long, at(KEY_SWITCH), {at(f"door_{door}"): door for door in Door}


def _long_presses(panel: Reader, keys: Sequence[Key]) -> dict[Key, Key]:
    """Return what each key means that is held down; such a meaning needs no input of its own."""
    with panel.table("long") as long:
        held = [key for key in keys if long.has(key)]
        names = [key.value for key in keys]
        meant = {key: Key(long.choice(key, names)) for key in held}
        for key, meaning in meant.items():
            long.hold(key, "meaning", meaning)
            if meaning in held:
                long.fault(key, "held_itself", value=meaning)
    return meant


# what people see and hear


def read_pca9685(lights: Reader, needs: Needs) -> PwmLights:
    """Read lights on PCA9685s."""
    return PwmLights(*_channels(lights, "pca9685", needs))


def read_is31fl3741(lights: Reader, needs: Needs) -> MatrixLights:
    """Read lights on IS31FL3741s."""
    return MatrixLights(*_channels(lights, "is31fl3741", needs))


_Channels = tuple[tuple[int, ...], dict[int, tuple[int, int, int]], dict[Key, int]]


def _channels(lights: Reader, part: str, needs: Needs) -> _Channels:
    """Return addresses and channels: three a spot, then one a key."""
    addresses = _addresses(lights, part)
    have, need = CHANNELS[part] * len(addresses), COLOURS * needs.spots + len(needs.keys)
    if lights.sound("addresses") and needs.known and need > have:
        lights.fault("addresses", "few_channels", have=have, need=need)
    reds = range(0, COLOURS * needs.spots, COLOURS)
    spots = {spot: (red, red + 1, red + 2) for spot, red in enumerate(reds, start=1)}
    return addresses, spots, dict(zip(needs.keys, count(COLOURS * needs.spots), strict=False))


def read_ssd1306(display: Reader, _needs: Needs) -> Oled:
    """Read a display with an SSD1306 or SSD1309."""
    return Oled("ssd1306", _address(display, "ssd1306"))


def read_sh1106(display: Reader, _needs: Needs) -> Oled:
    """Read a display with an SH1106."""
    return Oled("sh1106", _address(display, "sh1106"))


def read_hd44780(display: Reader, _needs: Needs) -> CharacterLcd:
    """Read a character display behind a PCF8574."""
    return CharacterLcd(_address(display, "hd44780"))


def read_ht16k33(figures: Reader, _needs: Needs) -> Digits:
    """Read the figures."""
    return Digits(_address(figures, "ht16k33"))


def read_piezo(sounder: Reader, _needs: Needs) -> Piezo:
    """Read a passive piezo."""
    return Piezo(_pin(sounder, "pin"))


def read_buzzer(sounder: Reader, _needs: Needs) -> Buzzer:
    """Read an active buzzer."""
    return Buzzer(_pin(sounder, "pin"))


def read_voice(voice: Reader, _needs: Needs) -> Voice:
    """Read the loudspeaker."""
    return Voice(voice.text("device"))


# what feeds the table


def read_power_line(power: Reader, _needs: Needs) -> PowerInput:
    """Read the power supply's warning, which is low when it fails unless the section says else."""
    idle = power.choice("idle", LEVELS) if power.has("idle") else LEVELS[0]
    return PowerInput(_pin(power, "failing"), idle)


LEVELS: Final[tuple[Literal["high", "low"], ...]] = ("high", "low")


# ports, pins, inputs, antennas, addresses


def read_port(reader: Reader) -> str:
    """Read a serial port, which one key alone may have."""
    port = reader.text("port")
    if reader.sound("port"):
        if PurePosixPath(port).is_absolute():
            reader.hold("port", "port", port)
        else:
            reader.fault("port", "path", value=port)
    return port


def _pin(reader: Reader, name: str) -> int:
    pin = reader.integer(name, *PINS)
    if reader.sound(name):
        reader.hold(name, "pin", pin)
    return pin


def _input(shuffler: Reader, name: str, others: Sequence[int] = ()) -> int:
    number = shuffler.integer(name, 0, INPUTS["mcp23017"] - 1)
    if shuffler.sound(name) and number in others:
        shuffler.fault(name, "input_twice", value=number)
    return number


def _antennas(chips: Reader, places: Sequence[Place]) -> dict[int, Place]:
    among = list(dict.fromkeys(place.spot for place in places))
    with chips.table("antennas") as antennas:
        bets = dict.fromkeys(place.on for place in places)
        return dict(chain.from_iterable(_antennas_of(antennas, bet, among) for bet in bets))


def _antennas_of(antennas: Reader, bet: str, spots: Sequence[int]) -> Iterable[tuple[int, Place]]:
    numbers = antennas.wholes(bet)
    if numbers and len(numbers) != len(spots):
        antennas.fault(bet, "count", number=len(numbers), count=len(spots))
    for number in numbers:
        if 1 <= number <= ANTENNAS:
            antennas.hold(bet, "antenna", number)
        else:
            antennas.fault(bet, "range", value=str(number), least=1, most=ANTENNAS)
    return ((number, Place(spot, bet)) for spot, number in zip(spots, numbers, strict=False))


def _address(reader: Reader, part: str) -> int:
    address = reader.whole("address")
    if address is not None:
        _check_address(reader, "address", part, address)
    return address or 0


def _addresses(reader: Reader, part: str) -> tuple[int, ...]:
    addresses = reader.wholes("addresses")
    for address in addresses:
        _check_address(reader, "addresses", part, address)
    return tuple(addresses)


def _check_address(reader: Reader, name: str, part: str, address: int) -> None:
    among = ADDRESSES[part]
    if address == ALL_CALL:
        reader.fault(name, "all_call", value=f"0x{address:02X}")
    elif address in among:
        _hold_address(reader, name, address)
    else:
        value = f"0x{address:02X}" if address >= 0 else str(address)
        reader.fault(name, "address", value=value, chip=part.upper(), allowed=_spans(among))


def _hold_address(reader: Reader, name: str, address: int) -> None:
    reader.hold(name, "address", address, f"0x{address:02X}")


def _spans(addresses: Sequence[int]) -> str:
    """Return addresses as they are said: 0x20-0x27, 0x38-0x3F."""
    firsts = [a for a in addresses if a - 1 not in addresses]
    lasts = [a for a in addresses if a + 1 not in addresses]
    ends = zip(firsts, lasts, strict=True)
    return ", ".join(f"0x{first:02X}-0x{last:02X}" for first, last in ends)
