"""The `chips` and the `seats` section of an RR3036-class reader."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.rr3036.message_table import ROWS
from drivers.rr3036.reader import ChipReader, SeatReader
from drivers.rr3036.trace import rr3036, rr3036_of_cards
from drivers.section import ConfigSection, TableNeeds, read_port
from drivers.wiring import AntennaWiring, SeatWiring
from firmware.core.vocabulary.places import Place

ANTENNAS: Final = 255
BAUD_RATE: Final = 19200
CARDS_PLACE: Final = "cards"
"""The place before each seat for cards face down."""


def _read_section(chips: ConfigSection, table_needs: TableNeeds) -> AntennaWiring:
    """Read the chip reader; its antennas are numbered in the order of the places unless given."""
    return AntennaWiring(
        part="rr3036",
        port=read_port(chips),
        baud=chips.choice("baud", (BAUD_RATE,)),
        registry=chips.file("registry"),
        antennas=_antennas(chips, table_needs.places)
        if chips.has("antennas")
        else dict(enumerate(table_needs.places, start=1)),
    )


def _antennas(chips: ConfigSection, places: Sequence[Place]) -> dict[int, Place]:
    spot_numbers = list(dict.fromkeys(place.spot for place in places))
    with chips.table("antennas") as antennas:
        bets = dict.fromkeys(place.on for place in places)
        return dict(
            chain.from_iterable(_antennas_of(antennas, bet_name, spot_numbers) for bet_name in bets)
        )


def _antennas_of(
    antennas: ConfigSection, bet_name: str, spots: Sequence[int]
) -> Iterable[tuple[int, Place]]:
    antenna_numbers = antennas.whole_numbers(bet_name)
    # One antenna for each spot, so the list must be as long as the spots are many.
    if antenna_numbers and len(antenna_numbers) != len(spots):
        antennas.add_fault(bet_name, "config.count", number=len(antenna_numbers), count=len(spots))
    for number in antenna_numbers:
        if 1 <= number <= ANTENNAS:
            antennas.hold(bet_name, "antenna", number)
        else:
            antennas.add_fault(bet_name, "config.range", value=str(number), least=1, most=ANTENNAS)
    return (
        (number, Place(spot, bet_name))
        for spot, number in zip(spots, antenna_numbers, strict=False)
    )


def _build_part(chips: AntennaWiring, build_context: BuildContext) -> Part:
    return ChipReader(
        build_context.port(chips.port, chips.baud),
        chips.antennas,
        build_context.registries.chip_registry,
    )


def _read_seats(seats: ConfigSection, table_needs: TableNeeds) -> SeatWiring:
    """Read the reader under the seats; its antennas are numbered as the seats unless given."""
    places = [Place(spot, CARDS_PLACE) for spot in range(1, table_needs.spots + 1)]
    return SeatWiring(
        part="rr3036",
        port=read_port(seats),
        baud=seats.choice("baud", (BAUD_RATE,)),
        registry=seats.file("registry"),
        batch=seats.text("batch"),
        antennas=_antennas(seats, places)
        if seats.has("antennas")
        else dict(enumerate(places, start=1)),
    )


def _build_seats(seats: SeatWiring, build_context: BuildContext) -> Part:
    port = build_context.port(seats.port, seats.baud)
    return SeatReader(port, seats.antennas, build_context.registries.deck_registry, seats.batch)


KIND: Final = PartKind(
    "rr3036",
    _read_section,
    _build_part,
    bus_type="serial",
    trace=lambda _: rr3036(),
    message_rows=ROWS,
)
SEATS_KIND: Final = PartKind(
    "rr3036",
    _read_seats,
    _build_seats,
    bus_type="serial",
    trace=lambda _: rr3036_of_cards(),
    message_rows=ROWS,
)
