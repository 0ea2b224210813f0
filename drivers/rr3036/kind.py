"""The `chips` and the `seats` section of an RR3036-class reader."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.rr3036.reader import ChipReader, SeatReader
from drivers.rr3036.trace import rr3036, rr3036_of_cards
from drivers.section import Needs, Section, read_port
from drivers.wiring import AntennaWiring, SeatWiring
from firmware.core.vocabulary.places import Place

ANTENNAS: Final = 255
BAUD: Final = 19200
CARDS: Final = "cards"
"""The place before each seat where cards lie face down."""


def _read(chips: Section, needs: Needs) -> AntennaWiring:
    """Read the chip reader; its antennas are numbered in the order of the places unless given."""
    return AntennaWiring(
        part="rr3036",
        port=read_port(chips),
        baud=chips.choice("baud", (BAUD,)),
        registry=chips.file("registry"),
        antennas=_antennas(chips, needs.places)
        if chips.has("antennas")
        else dict(enumerate(needs.places, start=1)),
    )


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


def _build(chips: AntennaWiring, site: Site) -> Part:
    return ChipReader(site.port(chips.port, chips.baud), chips.antennas, site.stock.chips)


def _read_seats(seats: Section, needs: Needs) -> SeatWiring:
    """Read the reader under the seats; its antennas are numbered as the seats unless given."""
    places = [Place(spot, CARDS) for spot in range(1, needs.spots + 1)]
    return SeatWiring(
        part="rr3036",
        port=read_port(seats),
        baud=seats.choice("baud", (BAUD,)),
        registry=seats.file("registry"),
        batch=seats.text("batch"),
        antennas=_antennas(seats, places)
        if seats.has("antennas")
        else dict(enumerate(places, start=1)),
    )


def _build_seats(seats: SeatWiring, site: Site) -> Part:
    port = site.port(seats.port, seats.baud)
    return SeatReader(port, seats.antennas, site.stock.decks, seats.batch)


KIND: Final = Kind("rr3036", _read, _build, hangs_on="serial", trace=lambda _: rr3036())
SEATS: Final = Kind(
    "rr3036", _read_seats, _build_seats, hangs_on="serial", trace=lambda _: rr3036_of_cards()
)
