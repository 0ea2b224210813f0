"""The sections of a table's parts: required ones, optional ones, and their requirements."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from drivers.section import Needs
from drivers.wiring import LAYOUT, PartWiring, Wiring
from firmware.core.game.game import Game
from firmware.core.vocabulary.keys import CARD_KEYS, CHIP_KEYS, OPTIONAL, Key
from firmware.core.vocabulary.places import Place
from firmware.shell.config.bets import has_felt, keys_of
from firmware.shell.config.parts import PARTS, kind_of
from firmware.shell.config.reader import Reader
from firmware.shell.config.settings import TableSetting

BUS_PINS: Final[Mapping[int, tuple[int, ...]]] = {1: (2, 3)}
"""The pins that an I2C bus is on."""

ALWAYS: Final = tuple(key for key in Key if key not in OPTIONAL)
"""The keys that every table has."""


def read_wiring(
    top: Reader,
    table: TableSetting,
    kind: type[Game],
    bets: Iterable[str],
    options: Mapping[str, Any],
    *,
    dealt: bool,
) -> Wiring:
    """Read every section of a part; a game that deals no cards has no shoe."""
    i2c_bus = _i2c_bus(top)
    counted = top.sound("table.spots", "limits")
    spots = (LAYOUT,) if kind.LAYOUT else range(1, table.spots + 1)
    felt = has_felt(kind, options, table.amounts)
    places = _places(spots, bets) if felt else ()
    needs = Needs(table.spots, places, ALWAYS, counted, options, dealt=dealt)
    reads = needs.dealt or (bool(kind.PANEL) and top.has("shoe"))
    shoe = _read(top, "shoe", needs) if reads else None
    shuffler = _read_if_there(top, "shuffler", needs)
    wheel = _read_if_there(top, "wheel", needs)
    needs = needs._replace(keys=_keys(top, table, kind, options, shoe, shuffler, wheel))
    chips = _chips(top, table, needs, felt=felt)
    presence = _presence(top, table, needs, felt=felt)
    keys = _read(top, "keys", needs)
    lamps = needs._replace(keys=tuple(keys.keys.values()))
    lights = _read(top, "lights", lamps)
    return Wiring(
        places=needs.places,
        i2c_bus=i2c_bus,
        shoe=shoe,
        shuffler=shuffler,
        wheel=wheel,
        balls=_read_if_there(top, "balls", needs),
        printer=_read_if_there(top, "printer", needs),
        chips=chips,
        seats=_seats(top, options, needs),
        presence=presence,
        keys=keys,
        lights=replace(lights, keys=_with_long_presses(lights.keys, keys.long)),
        dealer_display=_read(top, "dealer_display", needs),
        payout_display=_read(top, "payout_display", needs),
        figures=_read_if_there(top, "figures", needs),
        sounder=_read(top, "sounder", needs),
        voice=_read_if_there(top, "voice", needs),
        power=_read_if_there(top, "power", needs),
    )


def _read(top: Reader, section: str, needs: Needs) -> Any:  # noqa: ANN401  # of the kind chosen
    with top.table(section) as reader:
        kinds = {kind.word: kind for kind in PARTS[section]}
        word = reader.choice("part", tuple(kinds))
        return kinds[word].read(reader, needs)


def _read_if_there(top: Reader, section: str, needs: Needs) -> Any:  # noqa: ANN401
    return _read(top, section, needs) if top.has(section) else None


def _chips(top: Reader, table: TableSetting, needs: Needs, *, felt: bool) -> Any:  # noqa: ANN401
    """Read the chip reader, which a felt has if its amounts are read and only then."""
    if table.amounts.by_reader and felt:
        return _read(top, "chips", needs)
    if top.has("chips") and top.sound("table.amounts", "game"):
        top.fault("chips", "not_read", amounts=table.amounts)
    return None


def _seats(top: Reader, options: Mapping[str, Any], needs: Needs) -> Any:  # noqa: ANN401
    """Read the reader under the seats, which a poker table has if its options say so."""
    if options.get("readers") == "seats":
        return _read(top, "seats", needs)
    if top.has("seats") and top.sound("game"):
        top.fault("seats", "no_seats")
    return None


def _presence(top: Reader, table: TableSetting, needs: Needs, *, felt: bool) -> Any:  # noqa: ANN401
    """Read the sensors, which are required if nothing else detects bets."""
    if not table.amounts.known and felt:
        return _read(top, "presence", needs)
    return _read_if_there(top, "presence", needs)


def _keys(
    top: Reader,
    table: TableSetting,
    kind: type[Game],
    options: Mapping[str, Any],
    shoe: PartWiring | None,
    shuffler: PartWiring | None,
    wheel: PartWiring | None,
) -> tuple[Key, ...]:
    """Return the keys that a table of this game, with these parts, has, in their order."""
    balls = top.has("balls")
    started = balls or _draws(kind) or getattr(wheel, "host_started", False)
    chips, read = len(table.denominations), balls or wheel is not None
    own = keys_of(kind, options, read=read, started=started, chips=chips)
    if kind.PANEL:
        return tuple(key for key in Key if key in own)
    keys = {*ALWAYS, *own}
    if shoe is None:
        keys -= CARD_KEYS
    if table.amounts.by_dealer:
        keys |= {Key.PLACE, Key.EMPTY, *CHIP_KEYS[: len(table.denominations)]}
    for section, part in (("shoe", shoe), ("shuffler", shuffler)):
        if part is not None:
            keys |= kind_of(section, part).keys
    return tuple(key for key in Key if key in keys)


def _draws(kind: type[Game]) -> bool:
    """Return whether the table itself may draw, as at Keno."""
    return kind.INSTRUMENT is not None and kind.INSTRUMENT.step == "balls"


def _with_long_presses(lamps: Mapping[Key, int], long: Mapping[Key, Key]) -> dict[Key, int]:
    """Return the lamps with those of long presses, which are their keys' own."""
    return {**lamps, **{long[key]: lamp for key, lamp in lamps.items() if key in long}}


def _places(spots: Iterable[int], bets: Iterable[str]) -> tuple[Place, ...]:
    """Return the places in the order of their sensors and antennas: spot by spot, bet by bet."""
    names = tuple(bets)
    return tuple(Place(spot, on) for spot in spots for on in names)


def _i2c_bus(top: Reader) -> int:
    """Read the number of the bus; its pins are taken."""
    with top.table("i2c") as i2c:
        bus = i2c.integer("bus", 0, 31)
        for pin in BUS_PINS.get(bus, ()):
            i2c.hold("bus", "pin", pin)
        return bus
