"""How the section of each part is read: what is wired where, each thing held once, and enough."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, Literal, get_args

from drivers.inputs import mcp23017
from drivers.section import Needs, Section, hold_address, read_address, read_pin, read_port
from drivers.wiring import (
    AngelEye,
    BeeTek,
    Blower,
    Buzzer,
    EscPos,
    FortuneSensors,
    Mercury,
    Piezo,
    Pn532Hsu,
    Pn532I2c,
    PowerInput,
    ReShuffled,
    Rr3036,
    ShufflerContacts,
    SlingShot,
    Spoken,
    Voice,
)
from firmware.core.games.wheel_of_fortune import arranged
from firmware.core.vocabulary.places import Place

ANTENNAS: Final = 255
LONGEST_REPEAT_MS: Final = 2000
# what reads the cards, and what shuffles them


def read_angel_eye(shoe: Section, _needs: Needs) -> AngelEye:
    return AngelEye(
        port=read_port(shoe),
        baud=shoe.choice("baud", (4800, 9600)),
        copies=shoe.integer("copies", 1, 3),
        commands=shoe.flag("commands"),
    )


def read_bee_tek(shoe: Section, _needs: Needs) -> BeeTek:
    return BeeTek(read_port(shoe), shoe.integer("repeat_ms", 1, LONGEST_REPEAT_MS))


def read_pn532_hsu(shoe: Section, _needs: Needs) -> Pn532Hsu:
    """Read a PN532 on a serial port."""
    return Pn532Hsu(read_port(shoe), shoe.file("registry"), shoe.text("batch"))


def read_pn532_i2c(shoe: Section, _needs: Needs) -> Pn532I2c:
    """Read a PN532 on the I2C bus, whose address can't be set."""
    hold_address(shoe, "part", Pn532I2c.address)
    return Pn532I2c(shoe.file("registry"), shoe.text("batch"))


def read_reshuffled(shuffler: Section, _needs: Needs) -> ReShuffled:
    """Read a shuffler that speaks the ReShuffled framing."""
    return ReShuffled(read_port(shuffler), shuffler.choice("baud", (57600, 115200)))


def read_shuffler_contacts(shuffler: Section, _needs: Needs) -> ShufflerContacts:
    """Read a shuffler's dry contacts."""
    ready = _input(shuffler, "ready")
    door = _input(shuffler, "door", (ready,))
    fault = _input(shuffler, "fault", (ready, door))
    address = read_address(shuffler, mcp23017.CHIP)
    return ShufflerContacts(address, read_pin(shuffler, "interrupt"), ready, door, fault)


# what shows a result where no cards do


def read_slingshot(wheel: Section, needs: Needs) -> SlingShot:
    """Read a SlingShot 2."""
    return SlingShot(read_port(wheel), _pockets(needs), wheel.flag("host_started"))


def read_mercury(wheel: Section, needs: Needs) -> Mercury:
    """Read a Mercury 360."""
    return Mercury(read_port(wheel), _pockets(needs), wheel.choice("protocol", PROTOCOLS))


PROTOCOLS: Final[tuple[Spoken, ...]] = get_args(Spoken)


def _pockets(needs: Needs) -> Literal[37, 38]:
    return 38 if needs.options.get("numbers") == 38 else 37


def read_fortune_sensors(wheel: Section, needs: Needs) -> FortuneSensors:
    """Read the sensors of a wheel of fortune; its parts are those that the game's options count."""
    segments = needs.options.get("segments", {})
    parts = {symbol: many for symbol, (many, _) in segments.items()}
    order = wheel.texts("order") if wheel.has("order") else arranged(segments)
    if Counter(order) != Counter(parts):
        wheel.fault("order", "other_parts")
    return FortuneSensors(read_pin(wheel, "index"), read_pin(wheel, "peg"), tuple(order))


def read_blower(balls: Section, _needs: Needs) -> Blower:
    return Blower(read_port(balls))


def read_escpos(printer: Section, _needs: Needs) -> EscPos:
    return EscPos(read_port(printer), printer.choice("baud", (9600, 19200, 38400, 115200)))


# what senses the bets


def read_rr3036(chips: Section, needs: Needs) -> Rr3036:
    """Read the chip reader; its antennas count on over the places unless they are given."""
    return Rr3036(
        port=read_port(chips),
        baud=chips.choice("baud", (19200,)),
        registry=chips.file("registry"),
        antennas=_antennas(chips, needs.places)
        if chips.has("antennas")
        else dict(enumerate(needs.places, start=1)),
    )


def read_piezo(sounder: Section, _needs: Needs) -> Piezo:
    return Piezo(read_pin(sounder, "pin"))


def read_buzzer(sounder: Section, _needs: Needs) -> Buzzer:
    return Buzzer(read_pin(sounder, "pin"))


def read_voice(voice: Section, _needs: Needs) -> Voice:
    return Voice(voice.text("device"))


# what feeds the table


def read_power_line(power: Section, _needs: Needs) -> PowerInput:
    """Read the power supply's warning, which is low when it fails unless the section says else."""
    idle = power.choice("idle", LEVELS) if power.has("idle") else LEVELS[0]
    return PowerInput(read_pin(power, "failing"), idle)


LEVELS: Final[tuple[Literal["high", "low"], ...]] = ("high", "low")


# ports, pins, inputs, antennas, addresses


def _input(shuffler: Section, name: str, others: Sequence[int] = ()) -> int:
    number = shuffler.integer(name, 0, mcp23017.INPUTS - 1)
    if shuffler.sound(name) and number in others:
        shuffler.fault(name, "input_twice", value=number)
    return number


def _antennas(chips: Section, places: Sequence[Place]) -> dict[int, Place]:
    among = list(dict.fromkeys(place.spot for place in places))
    with chips.table("antennas") as antennas:
        bets = dict.fromkeys(place.on for place in places)
        return dict(chain.from_iterable(_antennas_of(antennas, bet, among) for bet in bets))


def _antennas_of(antennas: Section, bet: str, spots: Sequence[int]) -> Iterable[tuple[int, Place]]:
    numbers = antennas.wholes(bet)
    if numbers and len(numbers) != len(spots):
        antennas.fault(bet, "count", number=len(numbers), count=len(spots))
    for number in numbers:
        if 1 <= number <= ANTENNAS:
            antennas.hold(bet, "antenna", number)
        else:
            antennas.fault(bet, "range", value=str(number), least=1, most=ANTENNAS)
    return ((number, Place(spot, bet)) for spot, number in zip(spots, numbers, strict=False))
