"""The stacks at the places: sets of chips as amounts, and faulty chips."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from drivers.tags.chip_registry import ChipRegistry
from drivers.wiring import LAYOUT
from firmware.core.vocabulary.events import ChipsSwept, Event, FaultEnded, FaultRaised, StackRead
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Place

LocatedChip = tuple[Place, bytes]
SpotOwner = tuple[int, str | None]
"""A spot and the bettor there."""
StackWorth = tuple[Cents, int, tuple[Cents, ...]]
"""The value of the chips, the number of colour chips among them, and on a layout each value."""
NO_CHIPS: Final[StackWorth] = (NO_CENTS, 0, ())

STACK_FAULTS: Final = ("unknown_chip", "chip_twice", "chips_unread")
UNREAD_AFTER: Final = 2
"""Sweeps without a certain reading before a fault: a hand that lays chips causes one."""


class ChipStacks:
    """The chips at each place by the last certain reading, and the last report of them.

    Every place is reported after its very first reading, and then when it differs from its report,
    also after a restart of the reader; but only while all its chips are registered and read at this
    place alone. Places that were empty all along are reported together, once each has been read: a
    start is one report of them, not one a place.
    """

    def __init__(self, places: Iterable[Place], registry: ChipRegistry) -> None:
        self._registry = registry
        self._tags_by_place: dict[Place, frozenset[bytes] | None] = dict.fromkeys(places)
        self._reported: dict[Place, dict[SpotOwner, StackWorth | None]] = {
            place: {} for place in self._tags_by_place
        }
        """By antenna, the last report of each player's chips; None before the first."""
        self._uncertain: Counter[Place] = Counter()
        self._raised_faults: dict[str, bool | None] = dict.fromkeys(STACK_FAULTS, False)
        self._was_read_twice: set[bytes] = set()
        self._is_settled = False
        self._sweep_reported = False
        """Whether the first complete sweep was reported."""

    def forget_tags(self) -> None:
        """Treat every place as unread; a place that then differs from its report is reported."""
        self._tags_by_place = dict.fromkeys(self._tags_by_place)
        self._raised_faults = {
            code: was_raised and None for code, was_raised in self._raised_faults.items()
        }
        self._was_read_twice = set()
        self._uncertain.clear()
        self._is_settled = self._sweep_reported = False

    def place_tags(self, place: Place) -> frozenset[bytes] | None:
        """Return the chips at `place`, None before its first reading."""
        return self._tags_by_place[place]

    def all_place_tags(self) -> Iterable[frozenset[bytes] | None]:
        """Return the chips at each place, in the places' order."""
        return self._tags_by_place.values()

    @property
    def is_settled(self) -> bool:
        """Whether every place is read for certain and reported."""
        return self._is_settled

    def set_place_tags(self, place: Place, chips: frozenset[bytes]) -> None:
        """Set the chips at `place`."""
        # Nothing to report as long as every reading confirms the one before.
        self._is_settled &= chips == self._tags_by_place[place] and place not in self._uncertain
        del self._uncertain[place]
        self._tags_by_place[place] = chips

    def note_uncertain(self, place: Place) -> None:
        """Note that `place` had no certain reading in this sweep."""
        self._uncertain[place] += 1
        self._is_settled = False

    def take_events(self, *, sweep_ended: bool) -> Iterator[Event]:
        """Yield the changes since the last call.

        A chip that is moved from one place to another is read at both until the first is read
        again: it is a fault only if it is still at both after a further sweep.
        """
        if self._is_settled:
            return
        located_chips = list(self._located_chips())
        count = Counter(chip for _, chip in located_chips)
        unknown_chips = [located for located in located_chips if not self._is_known(*located)]
        chips_twice = [located for located in located_chips if count[located[1]] > 1]
        doubtful = {place for place, _ in unknown_chips + chips_twice}
        yield from self._report_amounts(doubtful)
        if not (self._sweep_reported or doubtful or None in self._tags_by_place.values()):
            self._sweep_reported = True
            yield ChipsSwept()
        yield from self._switch_fault("unknown_chip", unknown_chips, is_resolved=not unknown_chips)
        confirmed_twice = [located for located in chips_twice if located[1] in self._was_read_twice]
        yield from self._switch_fault(
            "chip_twice", confirmed_twice if sweep_ended else [], is_resolved=not chips_twice
        )
        unread_places = [
            (place, b"")
            for place, sweeps_missed in self._uncertain.items()
            if sweeps_missed >= UNREAD_AFTER
        ]
        yield from self._switch_fault("chips_unread", unread_places, is_resolved=not unread_places)
        if sweep_ended:
            self._was_read_twice = {chip for _, chip in chips_twice}
        self._is_settled = (
            not (doubtful or self._uncertain) and None not in self._tags_by_place.values()
        )

    def _is_known(self, place: Place, chip: bytes) -> bool:
        """Return whether a chip is registered, and at a layout has an owner."""
        registered = self._registry.get(chip)
        return registered is not None and (place.spot != LAYOUT or registered.spot is not None)

    def _located_chips(self) -> Iterator[LocatedChip]:
        for place, chips in self._tags_by_place.items():
            for chip in sorted(chips or ()):
                yield place, chip

    def _report_amounts(self, doubtful: set[Place]) -> Iterator[Event]:
        all_read = None not in self._tags_by_place.values()
        for place, chips in self._tags_by_place.items():
            is_due = chips or all_read or self._reported[place]
            if chips is not None and is_due and place not in doubtful:
                yield from self._report_changes(place, self._stack_totals(place, chips))

    def _stack_totals(self, place: Place, chips: Iterable[bytes]) -> dict[SpotOwner, StackWorth]:
        stack_totals: dict[SpotOwner, StackWorth] = {}
        for chip in map(self._registry.__getitem__, sorted(chips)):
            spot = chip.spot if place.spot == LAYOUT and chip.spot is not None else place.spot
            previous, colour_chips, values = stack_totals.get((spot, chip.owner), NO_CHIPS)
            if place.spot == LAYOUT and chip.cents:
                values = tuple(sorted({*values, chip.cents}))
            # A chip without cents is a colour chip: its player's table value counts (70).
            stack_worth = Cents(previous + chip.cents), colour_chips + (not chip.cents), values
            stack_totals[spot, chip.owner] = stack_worth
        return stack_totals

    def _report_changes(
        self, place: Place, stack_totals: dict[SpotOwner, StackWorth]
    ) -> Iterator[Event]:
        """Yield the changes of each player's chips, and at first every spot, even an empty one."""
        reported = self._reported[place]
        if not reported and place.spot != LAYOUT:
            reported[place.spot, None] = None
        for spot_owner in list(dict.fromkeys([*stack_totals, *reported])):
            stack_worth = stack_totals.get(spot_owner, NO_CHIPS)
            if reported.get(spot_owner, NO_CHIPS) != stack_worth:
                reported[spot_owner] = stack_worth
                (spot, owner), (cents, colour_chips, values) = spot_owner, stack_worth
                yield StackRead(Place(spot, place.on), cents, owner, colour_chips, values)

    def _switch_fault(
        self, code: str, affected: list[LocatedChip], *, is_resolved: bool
    ) -> Iterator[Event]:
        if affected and not self._raised_faults[code]:
            self._raised_faults[code] = True
            (spot, bet_name), chip = affected[0]
            values = {"spot": str(spot), "on": bet_name, "uid": chip.hex().upper()}
            yield FaultRaised("chips", code, values)
        elif (
            is_resolved
            and None not in self._tags_by_place.values()
            # Only after a whole sweep: the fault may be at a place not yet read.
            and self._raised_faults[code] is not False
        ):
            self._raised_faults[code] = False
            yield FaultEnded("chips", code)
