"""The sections of a table's parts: required ones, optional ones, and their requirements."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from drivers.section import TableNeeds
from drivers.wiring import CLOCK_CHIPS, LAYOUT, Clock, PartWiring, Wiring
from firmware.core.game.game import Game
from firmware.core.vocabulary.keys import CARD_KEYS, CHIP_KEYS, DISPENSABLE_KEYS, OPTIONAL_KEYS, Key
from firmware.core.vocabulary.places import Place
from firmware.shell.config.bets import game_keys, places_are_read
from firmware.shell.config.parts import PART_KINDS, part_kind
from firmware.shell.config.reader import SectionReader
from firmware.shell.config.settings import TableSetting

BUS_PINS: Final[Mapping[int, tuple[int, ...]]] = {1: (2, 3)}
"""The pins that an I2C bus is on."""

CLOCK_REFUSALS: Final = {"ds3231": "config.clock", "at24c32": "config.clock_eeprom"}
"""The words by which another part at an address of the clock is refused, by the clock's chip."""

DISPLAYS_AND_SOUNDS: Final = ("dealer_display", "payout_display", "figures", "sounder", "voice")
OPTIONAL_PARTS: Final = frozenset({"figures", "voice"})
"""Those of them that a table may lack."""

STANDARD_KEYS: Final = tuple(key for key in Key if key not in OPTIONAL_KEYS)
"""The keys that every table has."""


def read_wiring(
    document: SectionReader,
    table: TableSetting,
    game_class: type[Game],
    bets: Iterable[str],
    options: Mapping[str, Any],
    *,
    deals_cards: bool,
) -> Wiring:
    """Read every section of a part; a game that deals no cards has no shoe. Of two parts that want
    the same pin or address, the one that is read later is refused.
    """
    i2c_bus, clock = _read_i2c(document)
    places_read = places_are_read(game_class, options, table.amounts)
    places = _bet_places(game_class, table.spots, bets) if places_read else ()
    needs = _needs_without_keys(document, table, places, options, deals_cards=deals_cards)
    shoe = _read_shoe(document, game_class, needs)
    shuffler = _read_optional(document, "shuffler", needs)
    wheel = _read_optional(document, "wheel", needs)
    needs = needs._replace(
        keys=_table_keys(document, table, game_class, options, shoe, shuffler, wheel),
        optional_keys=DISPENSABLE_KEYS | ({Key.TAKE_CARD_BACK} - {*game_class.PANEL_KEYS}),
    )
    return Wiring(
        places=places,
        i2c_bus=i2c_bus,
        clock=clock,
        shoe=shoe,
        shuffler=shuffler,
        wheel=wheel,
        chips=_read_chips(document, table, needs, places_read=places_read),
        presence=_read_presence(document, table, needs, places_read=places_read),
        **_read_keys(document, needs),
        balls=_read_optional(document, "balls", needs),
        printer=_read_optional(document, "printer", needs),
        seats=_read_seats(document, options, needs),
        **{part: _read_part(document, part, needs) for part in DISPLAYS_AND_SOUNDS},
        power=_read_optional(document, "power", needs),
    )


def _needs_without_keys(
    document: SectionReader,
    table: TableSetting,
    places: tuple[Place, ...],
    options: Mapping[str, Any],
    *,
    deals_cards: bool,
) -> TableNeeds:
    """Return the table's needs before the parts are known that bring keys of their own."""
    return TableNeeds(
        table.spots,
        places,
        STANDARD_KEYS,
        document.are_sound("table.spots", "limits"),
        options,
        deals_cards=deals_cards,
        game=table.game,
    )


def _read_section(document: SectionReader, section: str, needs: TableNeeds) -> Any:  # noqa: ANN401  # of the kind chosen
    with document.table(section) as reader:
        kind_by_name = {game_class.word: game_class for game_class in PART_KINDS[section]}
        kind_name = reader.choice("part", tuple(kind_by_name))
        return kind_by_name[kind_name].read_section(reader, needs)


def _read_optional(document: SectionReader, section: str, needs: TableNeeds) -> Any:  # noqa: ANN401
    return _read_section(document, section, needs) if document.has(section) else None


def _read_shoe(document: SectionReader, game_class: type[Game], needs: TableNeeds) -> Any:  # noqa: ANN401
    """Read the shoe of a game that deals cards, or may: one with keys of its own on the panel."""
    has_shoe = needs.deals_cards or (bool(game_class.PANEL_KEYS) and document.has("shoe"))
    return _read_section(document, "shoe", needs) if has_shoe else None


def _read_keys(document: SectionReader, needs: TableNeeds) -> dict[str, Any]:
    """Read the keys, and the lights with their lamps."""
    keys = _read_section(document, "keys", needs)
    lights = _read_section(document, "lights", needs._replace(keys=tuple(keys.keys.values())))
    lamps = _with_long_presses(lights.keys, keys.long)
    return {"keys": keys, "lights": replace(lights, keys=lamps)}


def _read_part(document: SectionReader, section: str, needs: TableNeeds) -> Any:  # noqa: ANN401
    read = _read_optional if section in OPTIONAL_PARTS else _read_section
    return read(document, section, needs)


def _read_chips(
    document: SectionReader, table: TableSetting, needs: TableNeeds, *, places_read: bool
) -> Any:  # noqa: ANN401
    """Read the chip reader, which a felt has if its amounts are read and only then."""
    if table.amounts.by_reader and places_read:
        return _read_section(document, "chips", needs)
    if document.has("chips") and document.are_sound("table.amounts", "game"):
        document.add_fault("chips", "config.not_read", amounts=table.amounts)
    return None


def _read_seats(document: SectionReader, options: Mapping[str, Any], needs: TableNeeds) -> Any:  # noqa: ANN401
    """Read the reader under the seats, which a poker table has if its options say so."""
    if options.get("readers") == "seats":
        return _read_section(document, "seats", needs)
    if document.has("seats") and document.are_sound("game"):
        document.add_fault("seats", "config.no_seats")
    return None


def _read_presence(
    document: SectionReader, table: TableSetting, needs: TableNeeds, *, places_read: bool
) -> Any:  # noqa: ANN401
    """Read the sensors, which are required if nothing else detects bets."""
    if not table.amounts.are_known and places_read:
        return _read_section(document, "presence", needs)
    return _read_optional(document, "presence", needs)


def _table_keys(
    document: SectionReader,
    table: TableSetting,
    game_class: type[Game],
    options: Mapping[str, Any],
    shoe: PartWiring | None,
    shuffler: PartWiring | None,
    wheel: PartWiring | None,
) -> tuple[Key, ...]:
    """Return the keys that a table of this game, with these parts, has, in their order."""
    has_balls = document.has("balls")
    is_started = has_balls or _draws_itself(game_class) or getattr(wheel, "host_started", False)
    chip_count, result_is_read = len(table.denominations), has_balls or wheel is not None
    game_keys_here = game_keys(
        game_class,
        options,
        result_is_read=result_is_read,
        is_started=is_started,
        chip_count=chip_count,
    )
    if game_class.PANEL_KEYS:
        return tuple(key for key in Key if key in game_keys_here)
    table_keys = {*STANDARD_KEYS, Key.TAKE_CARD_BACK, *game_keys_here}
    if shoe is None:
        # without a shoe no card is entered or shuffled
        table_keys -= CARD_KEYS
    if table.amounts.by_dealer:
        table_keys |= {Key.NEXT_PLACE, Key.EMPTY_PLACE, *CHIP_KEYS[: len(table.denominations)]}
    for section, part in (("shoe", shoe), ("shuffler", shuffler)):
        if part is not None:
            table_keys |= part_kind(section, part).keys
    return tuple(key for key in Key if key in table_keys)


def _draws_itself(game_class: type[Game]) -> bool:
    """Return whether the table itself may draw, as at Keno."""
    return game_class.INSTRUMENT is not None and game_class.INSTRUMENT.result_kind == "balls"


def _with_long_presses(lamps: Mapping[Key, int], long_presses: Mapping[Key, Key]) -> dict[Key, int]:
    """Return the lamps with those of long presses, which are their keys' own."""
    return {
        **lamps,
        **{
            long_presses[key]: lamp_number
            for key, lamp_number in lamps.items()
            if key in long_presses
        },
    }


def _bet_places(game_class: type[Game], spot_count: int, bets: Iterable[str]) -> tuple[Place, ...]:
    """Return the places in the order of their sensors and antennas: spot by spot, bet by bet."""
    spots = (LAYOUT,) if game_class.SHARED_LAYOUT else range(1, spot_count + 1)
    bet_names = tuple(bets)
    return tuple(Place(spot, bet_name) for spot in spots for bet_name in bet_names)


def _read_i2c(document: SectionReader) -> tuple[int, Clock]:
    """Read the number of the bus and the clock on it; its pins and the clock's addresses are taken.

    The kernel has its clock on the header's bus.
    """
    with document.table("i2c") as i2c:
        bus_number = i2c.integer("bus", 0, 31)
        for pin in BUS_PINS.get(bus_number, ()):
            i2c.hold("bus", "pin", pin)
        clock = i2c.choice("clock", tuple(CLOCK_CHIPS)) if i2c.has("clock") else "module"
        if bus_number not in BUS_PINS:
            clock = "none"
        for address, chip in CLOCK_CHIPS[clock].items():
            i2c.hold("clock", "address", address, f"0x{address:02X}", CLOCK_REFUSALS[chip])
        return bus_number, clock
