"""The chips of a simulated table that are not on its felt: of each kind those that are idle.

Theory of operation. A rack decides which chips make up an amount (`fetch_chips`), and gets those
back that are taken (`return_chip`). It moves none: `PlayerChips` does.

Everybody at a table shares one rack (croupier, page, supervisor), since chips are known by tags and
a chip is either on the felt or idle. There are two kinds of table. At a served table the house's
chips are registered before the service starts (`house_chips`, written by `registry_csv`), and
the rack has only these: an exhausted kind raises NoSuchChip. At a table in a test or a script the
registry is open, and hands make a chip when one is needed.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

from drivers.tags.chip_registry import CHIP_HEADER, LAYOUT_HEADER, RegisteredChip
from firmware.core.vocabulary.money import NO_CENTS, Cents, fewest_chips
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.people.hands import TableHands, chip_tag

IDLE_CHIPS: Final = 8
"""On a layout the longest idle chip is used again only if more than this many of its kind are idle:
the reader takes seconds to notice that a chip has left, and would see it at two places."""
CHIPS_PER_KIND: Final = 60
ODD_CHIPS: Final = 20
"""Chips of each amount that the usual denominations can't make up."""

ChipKind = tuple[Cents, str | None, int]
"""A chip's value, its bettor and its spot."""
HouseChips = dict[bytes, RegisteredChip]
"""The registered chips of a house, by their tags."""


class NoSuchChip(RequestFailed):
    """The house has no more chip of this kind."""

    def __init__(self, chip: RegisteredChip) -> None:
        super().__init__(Text("person.no_chip", {"cents": chip.cents}))


def house_chips(
    denominations: Sequence[Cents],
    owners: Iterable[str | None],
    spots: Iterable[int] = (),
    odd_amounts: Iterable[Cents] = (),
    *,
    has_colours: bool = False,
) -> HouseChips:
    """Return the chips of a house, for each owner.

    On a shared layout each of its `spots` has chips of its own, and of its colour if there are such
    (70); without spots a chip names none.
    """
    on_spots: list[int | None] = [*spots] or [None]
    holders = list(product(owners, on_spots))
    pieces = dict.fromkeys(denominations, CHIPS_PER_KIND)
    pieces |= {NO_CENTS: CHIPS_PER_KIND} if has_colours else {}
    pieces |= dict.fromkeys(sorted({*odd_amounts} - {*denominations}), ODD_CHIPS)
    chips = (
        RegisteredChip(cents, *holder)
        for cents, piece_count in pieces.items()
        for holder in holders
        for _ in range(piece_count)
    )
    return {chip_tag(number): chip for number, chip in enumerate(chips, start=1)}


def registry_csv(chips: HouseChips) -> str:
    """Return the registry as `drivers.tags.chip_registry.load_chips` reads it."""
    on_layout = any(chip.spot is not None for chip in chips.values())
    lines = (
        f"{tag.hex().upper()},{chip.cents or ''},{chip.owner or ''}" + f",{chip.spot}" * on_layout
        for tag, chip in chips.items()
    )
    return "\n".join((LAYOUT_HEADER if on_layout else CHIP_HEADER, *lines, ""))


class Rack:
    """Idle chips. Amounts are made up of the fewest; the chip that is idle longest is laid first.

    With `stock` it has only these registered chips; without, hands make each new one.
    """

    def __init__(
        self,
        hands: TableHands,
        denominations: tuple[Cents, ...],
        stock: HouseChips | None = None,
    ) -> None:
        self._hands = hands
        self._denominations = denominations
        self._kind_by_tag: dict[bytes, ChipKind] = {}
        self._idle_tags: defaultdict[ChipKind, deque[bytes]] = defaultdict(deque)
        self._stock = None if stock is None else _tags_by_chip(stock)

    @property
    def smallest_chip(self) -> Cents:
        """The smallest chip."""
        return self._denominations[-1]

    def fetch_chips(self, spot: int, cents: Cents, bettor: str | None) -> list[bytes]:
        """Return chips worth `cents`, which are idle no longer: all, or none if one is missing.

        Raises NoSuchChip.
        """
        fetched_tags: list[bytes] = []
        try:
            for chip_value in self._chip_values(cents):
                fetched_tags.append(self._fetch_chip((chip_value, bettor, spot)))
        except NoSuchChip:
            for tag in fetched_tags:
                self.return_chip(tag)
            raise
        return fetched_tags

    def fetch_colour_chips(self, spot: int, count: int) -> list[bytes]:
        """Return so many chips of a spot's colour. Raises NoSuchChip."""
        return [self._fetch_chip((NO_CENTS, None, spot)) for _ in range(count)]

    def fetch_again(self, tag: bytes) -> None:
        """Fetch just this chip, which is idle."""
        self._idle_tags[self._kind_by_tag[tag]].remove(tag)

    def return_chip(self, tag: bytes) -> None:
        """Take a chip back that was fetched."""
        self._idle_tags[self._kind_by_tag[tag]].append(tag)

    def _chip_values(self, cents: Cents) -> list[Cents]:
        chip_values = [
            chip_value
            for chip_value, chip_count in fewest_chips(cents, self._denominations)
            for _ in range(chip_count)
        ]
        odd_chip = Cents(cents - sum(chip_values))
        return [*chip_values, odd_chip] if odd_chip else chip_values

    def _fetch_chip(self, chip_kind: ChipKind) -> bytes:
        idle_tags = self._idle_tags[chip_kind]
        if len(idle_tags) > (IDLE_CHIPS if self._hands.table.felt.shares_layout else 0):
            return idle_tags.popleft()
        tag = self._new_chip(*chip_kind)
        self._kind_by_tag[tag] = chip_kind
        return tag

    def _new_chip(self, cents: Cents, bettor: str | None, spot: int) -> bytes:
        """Return a chip that was not at the table yet. Raises NoSuchChip."""
        if self._stock is None:
            return self._hands.make_chip(cents, bettor, spot)
        on_layout = self._hands.table.felt.shares_layout
        chip = RegisteredChip(cents, bettor, spot if on_layout else None)
        if self._stock[chip]:
            return self._stock[chip].popleft()
        if on_layout or not (idle_tags := self._most_idle(cents, bettor)):
            raise NoSuchChip(chip)
        return idle_tags.popleft()

    def _most_idle(self, cents: Cents, bettor: str | None) -> deque[bytes]:
        """Return the chips of the spot at which the most of this kind are idle."""
        idle = [tags for kind, tags in self._idle_tags.items() if kind[:2] == (cents, bettor)]
        return max(idle, key=len)


def _tags_by_chip(chips: HouseChips) -> defaultdict[RegisteredChip, deque[bytes]]:
    tags: defaultdict[RegisteredChip, deque[bytes]] = defaultdict(deque)
    for tag, chip in chips.items():
        tags[chip].append(tag)
    return tags
