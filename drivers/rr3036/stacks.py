"""The stacks at the places: sets of chips as amounts, and faulty chips."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from drivers.tags.chips import ChipRegistry
from drivers.wiring import LAYOUT
from firmware.core.vocabulary.events import ChipsSwept, Event, FaultEnded, FaultRaised, StackRead
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Place

Found = tuple[Place, bytes]
Whose = tuple[int, str | None]
"""A spot and the bettor there."""
Worth = tuple[Cents, int, tuple[Cents, ...]]
"""The value of the chips, the number of colour chips among them, and on a layout each value."""
NO_CHIPS: Final[Worth] = (NOTHING, 0, ())

FAULTS: Final = ("unknown_chip", "chip_twice", "chips_unread")
UNREAD_AFTER: Final = 2
"""Turns without a certain reading before a fault: a hand that lays chips is none."""


class Stacks:
    """The chips at each place by the last certain reading, and the last report of them.

    Every place is reported after its first reading, even an empty one, and then when it changes;
    but only while all its chips are registered and none of them is read elsewhere too.
    """

    def __init__(self, places: Iterable[Place], registry: ChipRegistry) -> None:
        self._registry = registry
        self._lying: dict[Place, frozenset[bytes] | None] = dict.fromkeys(places)
        self._said: dict[Place, dict[Whose, Worth | None]] = {place: {} for place in self._lying}
        """By antenna, the last report of each player's chips; None if it must be repeated."""
        self._uncertain: Counter[Place] = Counter()
        self._raised: dict[str, bool | None] = dict.fromkeys(FAULTS, False)
        self._was_twice: set[bytes] = set()
        self._at_rest = False
        self._swept = False
        """Whether the first complete sweep was reported."""

    def forget(self) -> None:
        """Treat every place as unread, and report everything again."""
        self._lying = dict.fromkeys(self._lying)
        for said in self._said.values():
            still = [whose for whose, worth in said.items() if worth != NO_CHIPS]
            said.clear()
            said.update(dict.fromkeys(still))
        self._raised = {code: raised and None for code, raised in self._raised.items()}
        self._was_twice = set()
        self._uncertain.clear()
        self._at_rest = self._swept = False

    def lying(self, place: Place) -> frozenset[bytes] | None:
        """Return the chips at `place`, None before its first reading."""
        return self._lying[place]

    def all_lying(self) -> Iterable[frozenset[bytes] | None]:
        """Return the chips at each place, in the places' order."""
        return self._lying.values()

    @property
    def at_rest(self) -> bool:
        """Whether every place is read for certain and reported."""
        return self._at_rest

    def lay(self, place: Place, chips: frozenset[bytes]) -> None:
        """Set the chips at `place`."""
        self._at_rest &= chips == self._lying[place] and place not in self._uncertain
        del self._uncertain[place]
        self._lying[place] = chips

    def doubt(self, place: Place) -> None:
        """Note that `place` had no certain reading in this sweep."""
        self._uncertain[place] += 1
        self._at_rest = False

    def news(self, *, sweep_ended: bool) -> Iterator[Event]:
        """Yield the changes since the last call.

        A chip that is moved from one place to another is read at both until the first is read
        again: it is a fault only if it is still at both after a further sweep.
        """
        if self._at_rest:
            return
        found = list(self._found())
        count = Counter(chip for _, chip in found)
        unknown = [here for here in found if not self._is_known(*here)]
        twice = [here for here in found if count[here[1]] > 1]
        doubtful = {place for place, _ in unknown + twice}
        yield from self._amounts(doubtful)
        if not (self._swept or doubtful or None in self._lying.values()):
            self._swept = True
            yield ChipsSwept()
        yield from self._fault("unknown_chip", unknown, over=not unknown)
        lasting = [here for here in twice if here[1] in self._was_twice]
        yield from self._fault("chip_twice", lasting if sweep_ended else [], over=not twice)
        unread = [(place, b"") for place, turns in self._uncertain.items() if turns >= UNREAD_AFTER]
        yield from self._fault("chips_unread", unread, over=not unread)
        if sweep_ended:
            self._was_twice = {chip for _, chip in twice}
        self._at_rest = not (doubtful or self._uncertain) and None not in self._lying.values()

    def _is_known(self, place: Place, chip: bytes) -> bool:
        """Return whether a chip is registered, and at a layout has an owner."""
        known = self._registry.get(chip)
        return known is not None and (place.spot != LAYOUT or known.spot is not None)

    def _found(self) -> Iterator[Found]:
        for place, chips in self._lying.items():
            for chip in sorted(chips or ()):
                yield place, chip

    def _amounts(self, doubtful: set[Place]) -> Iterator[Event]:
        for place, chips in self._lying.items():
            if chips is not None and place not in doubtful:
                yield from self._changed(place, self._totals(place, chips))

    def _totals(self, place: Place, chips: Iterable[bytes]) -> dict[Whose, Worth]:
        totals: dict[Whose, Worth] = {}
        for chip in map(self._registry.__getitem__, sorted(chips)):
            spot = chip.spot if place.spot == LAYOUT and chip.spot is not None else place.spot
            before, colours, values = totals.get((spot, chip.owner), NO_CHIPS)
            if place.spot == LAYOUT and chip.cents:
                values = tuple(sorted({*values, chip.cents}))
            worth = Cents(before + chip.cents), colours + (not chip.cents), values
            totals[spot, chip.owner] = worth
        return totals

    def _changed(self, place: Place, totals: dict[Whose, Worth]) -> Iterator[Event]:
        """Yield the changes of each player's chips, and at first every spot, even an empty one."""
        said = self._said[place]
        if not said and place.spot != LAYOUT:
            said[place.spot, None] = None
        for whose in list(dict.fromkeys([*totals, *said])):
            worth = totals.get(whose, NO_CHIPS)
            if said.get(whose, NO_CHIPS) != worth:
                said[whose] = worth
                (spot, owner), (cents, colours, values) = whose, worth
                yield StackRead(Place(spot, place.on), cents, owner, colours, values)

    def _fault(self, code: str, found: list[Found], *, over: bool) -> Iterator[Event]:
        if found and not self._raised[code]:
            self._raised[code] = True
            (spot, on), chip = found[0]
            values = {"spot": str(spot), "on": on, "uid": chip.hex().upper()}
            yield FaultRaised("chips", code, values)
        elif over and None not in self._lying.values() and self._raised[code] is not False:
            self._raised[code] = False
            yield FaultEnded("chips", code)
