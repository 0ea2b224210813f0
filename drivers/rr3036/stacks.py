"""What lies where: from sets of chips to amounts, and the chips that can't be what they seem."""

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
Worth = tuple[Cents, int]
"""What chips are worth, and how many colour chips lie with them."""
NO_CHIPS: Final[Worth] = (NOTHING, 0)

FAULTS: Final = ("unknown_chip", "chip_twice", "chips_unread")
UNREAD_AFTER: Final = 2
"""Turns without a certain reading, so that a hand that lays chips is no fault."""


class Stacks:
    """The chips at each place as last read for certain, and what has been said of them.

    Every place is reported once it is read, the empty ones too, and then when it changes; but
    only while all its chips are registered and none of them is also read elsewhere.
    """

    def __init__(self, places: Iterable[Place], registry: ChipRegistry) -> None:
        self._registry = registry
        self._lying: dict[Place, frozenset[bytes] | None] = dict.fromkeys(places)
        self._said: dict[Place, dict[Whose, Worth | None]] = {place: {} for place in self._lying}
        """By antenna, what was last said of each player's chips; None is to be said again."""
        self._uncertain: Counter[Place] = Counter()
        self._raised: dict[str, bool | None] = dict.fromkeys(FAULTS, False)
        self._was_twice: set[bytes] = set()
        self._at_rest = False
        self._swept = False
        """Whether it was said that every place has been read."""

    def forget(self) -> None:
        """Take every place as unread, and say again whatever still holds or has ended."""
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
        """Return the chips at `place`, None if they are still unread."""
        return self._lying[place]

    def all_lying(self) -> Iterable[frozenset[bytes] | None]:
        """Return the chips at each place, in the places' order."""
        return self._lying.values()

    @property
    def at_rest(self) -> bool:
        """Whether all that lies there has been read for certain, and said."""
        return self._at_rest

    def lay(self, place: Place, chips: frozenset[bytes]) -> None:
        """Take `chips` as what lies at `place` now."""
        self._at_rest &= chips == self._lying[place] and place not in self._uncertain
        del self._uncertain[place]
        self._lying[place] = chips

    def doubt(self, place: Place) -> None:
        """Note that `place` did not come to one certain reading in its turn of the sweep."""
        self._uncertain[place] += 1
        self._at_rest = False

    def news(self, *, sweep_ended: bool) -> Iterator[Event]:
        """Yield what has changed since the last call.

        A chip on its way from one place to another is seen at both until the first is read again:
        only one that is still at both after a further sweep is a fault.
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
        """Say whether a chip is registered, and on a layout says whose it is."""
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
            before, colours = totals.get((spot, chip.owner), NO_CHIPS)
            worth = Cents(before + chip.cents), colours + (not chip.cents)
            totals[spot, chip.owner] = worth
        return totals

    def _changed(self, place: Place, totals: dict[Whose, Worth]) -> Iterator[Event]:
        """Yield what is new of each player's chips; who sits at a spot is told of at first too."""
        said = self._said[place]
        if not said and place.spot != LAYOUT:
            said[place.spot, None] = None
        for whose in list(dict.fromkeys([*totals, *said])):
            worth = totals.get(whose, NO_CHIPS)
            if said.get(whose, NO_CHIPS) != worth:
                said[whose] = worth
                (spot, owner), (cents, colours) = whose, worth
                yield StackRead(Place(spot, place.on), cents, owner, colours)

    def _fault(self, code: str, found: list[Found], *, over: bool) -> Iterator[Event]:
        if found and not self._raised[code]:
            self._raised[code] = True
            (spot, on), chip = found[0]
            values = {"spot": str(spot), "on": on, "uid": chip.hex().upper()}
            yield FaultRaised("chips", code, values)
        elif over and None not in self._lying.values() and self._raised[code] is not False:
            self._raised[code] = False
            yield FaultEnded("chips", code)
