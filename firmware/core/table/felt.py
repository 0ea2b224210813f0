"""The felt: the chips of each bettor at each place, and the covered sensors."""

from collections.abc import Callable, Iterable, Sequence, Set
from itertools import takewhile
from typing import Final

import msgspec

from firmware.core.table.chip_users import ChipUsers
from firmware.core.vocabulary.money import NOTHING, UNCOUNTED, Cents
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Bet, base_name

NOBODY: Final = 0
"""The spot of chips of an unknown owner."""


class FeltMemory(msgspec.Struct, frozen=True):
    """A felt as a checkpoint keeps it."""

    stacks: tuple[Bet, ...] = ()
    covered: tuple[Place, ...] = ()
    unreported: tuple[Stack, ...] = ()
    prices: dict[int, Cents] = {}
    colours: tuple[tuple[Place, str | None, Cents, int], ...] = ()
    """Stacks with colour chips: the value of their other chips, and the number of colour chips."""
    chips: ChipUsers = ChipUsers()


class Felt:
    """The chips of every place. Stacks keep their order of arrival."""

    def __init__(
        self, spots: int, bets: Sequence[str], *, sensed: bool, shared: bool = False
    ) -> None:
        self.spots = range(1, spots + 1)
        self.names = {name: turn for turn, name in enumerate(bets)}
        self.betting = (NOBODY,) if shared else self.spots
        """The spots that have places: only NOBODY, if a layout is shared and its chips are unread.
        """
        self._sensed = sensed
        self.stacks: dict[Stack, Cents] = {}
        self.read: dict[Stack, tuple[Cents, int]] = {}
        """Stacks with colour chips (70): the value of their other chips, and their number."""
        self.prices: dict[int, Cents] = {}
        """The value of a spot's colour chips."""
        self.chips = ChipUsers()
        """Who uses which chips, at a table where no two players may use the same (70)."""
        self.covered: set[Place] = set()
        self.unreported: set[Stack] = set()
        """Stacks from before a power cut that were not read since."""

    def memory(self, masked: Callable[[Bet], Bet]) -> FeltMemory:
        """Return the felt for a checkpoint, unseen amounts masked."""
        laid = (Bet(place, cents, who) for (place, who), cents in self.stacks.items())
        return FeltMemory(
            stacks=tuple(map(masked, laid)),
            covered=tuple(sorted(self.covered)),
            unreported=tuple(sorted(self.unreported, key=str)),
            prices=dict(self.prices),
            colours=tuple((*stack, *chips) for stack, chips in self.read.items()),
            chips=self.chips,
        )

    def remember(self, memory: FeltMemory, nominal: Callable[[str], Cents]) -> None:
        """Take `memory` over; a bet of unknown size has the nominal stake of its bet's name."""
        for bet in memory.stacks:
            known = bet.cents != UNCOUNTED
            self.put((bet.place, bet.bettor), bet.cents if known else nominal(bet.place.on))
        self.covered = set(memory.covered)
        self.unreported = set(memory.unreported)
        self.prices = dict(memory.prices)
        self.read = {(place, who): (cents, n) for place, who, cents, n in memory.colours}
        self.chips = memory.chips

    def places(self) -> Iterable[Place]:
        """Yield every place, spot by spot from the dealer's left, bets in the game's order."""
        return (Place(spot, name) for spot in self.betting for name in self.names)

    def amount(self, stack: Stack) -> Cents:
        """Return the worth of that bettor's chips there."""
        return self.stacks.get(stack, NOTHING)

    def put(self, stack: Stack, cents: Cents) -> Cents:
        """Set the amount of a stack and return the previous one."""
        before = self.amount(stack)
        if cents:
            self.stacks[stack] = cents
        else:
            self.stacks.pop(stack, None)
        return before

    def cover(self, place: Place, *, covered: bool) -> None:
        """Record the state of the sensor under `place`."""
        (self.covered.add if covered else self.covered.discard)(place)

    def shared(self, stack: Stack) -> bool:
        """Return whether another bettor was at this spot first (article 29)."""
        spot, bettor = stack[0].spot, stack[1]
        first = next((who for place, who in self.stacks if place.spot == spot), bettor)
        return first != bettor

    def below(self, stack: Stack) -> Cents:
        """Return the total that others laid at this place before this bettor."""
        there = [(who, cents) for (place, who), cents in self.stacks.items() if place == stack[0]]
        whose = [who for who, _ in there]
        before = there[: whose.index(stack[1])] if stack[1] in whose else there
        return Cents(sum(cents for _, cents in before))

    def earlier(self, stack: Stack, bets: Set[str]) -> Cents:
        """Return the total that this bettor laid on `bets`, arguments apart, before this stack."""
        whose = (stack[0].spot, stack[1])
        before = takewhile(lambda laid: laid != stack, self.stacks)
        his = (s for s in before if (s[0].spot, s[1]) == whose and base_name(s[0].on) in bets)
        return Cents(sum(self.stacks[s] for s in his))

    def unread(self) -> list[Place]:
        """Return the places whose sensor and reader disagree: chips unread, or read and unseen."""
        if not self._sensed:
            return []
        occupied = {place for place, _ in self.stacks}
        return sorted(self.covered ^ occupied, key=self.order)

    def bets(self) -> tuple[Bet, ...]:
        """Return all stacks as bets, in the order of `places`."""
        order = sorted(self.stacks, key=lambda stack: self.order(stack[0]))
        return tuple(Bet(place, self.stacks[place, who], who) for place, who in order)

    def order(self, place: Place) -> tuple[int, int]:
        """Return the place's turn on the felt."""
        return place.spot, self.names[place.on]

    # colour chips (70)

    def worth(self, stack: Stack) -> Cents:
        """Return the worth of chips of value and of colour chips at their price."""
        cents, colours = self.read[stack]
        return Cents(cents + colours * self.prices.get(stack[0].spot, NOTHING))

    def unpriced(self) -> list[Stack]:
        """Return the stacks with colour chips of a player without a price."""
        return [stack for stack in self.read if stack[0].spot not in self.prices]
