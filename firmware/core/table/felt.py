"""The felt: the chips of each bettor at each place, and the covered sensors."""

from collections.abc import Callable, Iterable, Sequence, Set
from itertools import takewhile
from typing import Final

import msgspec

from firmware.core.table.chip_users import ChipUsers
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.money import NO_CENTS, UNCOUNTED, Cents
from firmware.core.vocabulary.places import Place, Stack

UNKNOWN_SPOT: Final = 0
"""The spot of chips of an unknown owner."""


class FeltMemory(msgspec.Struct, frozen=True):
    """A felt in a checkpoint."""

    stacks: tuple[Bet, ...] = ()
    covered: tuple[Place, ...] = ()
    unreported: tuple[Stack, ...] = ()
    prices: dict[int, Cents] = {}
    colours: tuple[tuple[Place, str | None, Cents, int], ...] = ()
    """Stacks with colour chips: the value of their other chips, and the number of colour chips."""
    chips: ChipUsers = ChipUsers()


class Felt:
    """The chips of every place. Stacks are in their order of arrival."""

    def __init__(
        self, spots: int, bets: Sequence[str], *, sensed: bool, shared_layout: bool = False
    ) -> None:
        self.spots = range(1, spots + 1)
        self.bet_positions = {name: position for position, name in enumerate(bets)}
        self.betting_spots = (UNKNOWN_SPOT,) if shared_layout else self.spots
        """The spots that have places: UNKNOWN_SPOT alone on a shared layout without a reader."""
        self._has_sensors = sensed
        self.stacks: dict[Stack, Cents] = {}
        self.colour_stacks: dict[Stack, tuple[Cents, int]] = {}
        """Stacks with colour chips (70): the value of their other chips, and their number."""
        self.prices: dict[int, Cents] = {}
        """The value of a spot's colour chips."""
        self.chip_users = ChipUsers()
        """Who uses which chips, at a table where no two players may use the same (70)."""
        self.covered: set[Place] = set()
        self.unreported: set[Stack] = set()
        """Stacks from before a power cut that were not read since."""

    def memory(self, mask_bet: Callable[[Bet], Bet]) -> FeltMemory:
        """Return the felt for a checkpoint, unseen amounts masked."""
        laid = (Bet(place, cents, bettor) for (place, bettor), cents in self.stacks.items())
        return FeltMemory(
            stacks=tuple(map(mask_bet, laid)),
            covered=tuple(sorted(self.covered)),
            unreported=tuple(sorted(self.unreported, key=str)),
            prices=dict(self.prices),
            colours=tuple((*stack, *chips) for stack, chips in self.colour_stacks.items()),
            chips=self.chip_users,
        )

    def remember(self, memory: FeltMemory, nominal: Callable[[str], Cents]) -> None:
        """Restore `memory`; a bet of unknown size has the nominal stake of its bet's name."""
        for bet in memory.stacks:
            amount_known = bet.cents != UNCOUNTED
            self.set_amount(
                (bet.place, bet.bettor), bet.cents if amount_known else nominal(bet.place.on)
            )
        self.covered = set(memory.covered)
        self.unreported = set(memory.unreported)
        self.prices = dict(memory.prices)
        self.colour_stacks = {
            (place, bettor): (cents, colour_count)
            for place, bettor, cents, colour_count in memory.colours
        }
        self.chip_users = memory.chips

    def places(self) -> Iterable[Place]:
        """Yield every place, spot by spot from the dealer's left, bets in the game's order."""
        return (Place(spot, name) for spot in self.betting_spots for name in self.bet_positions)

    def amount(self, stack: Stack) -> Cents:
        """Return the worth of that bettor's chips there."""
        return self.stacks.get(stack, NO_CENTS)

    def set_amount(self, stack: Stack, cents: Cents) -> Cents:
        """Set the amount of a stack and return the previous one."""
        before = self.amount(stack)
        if cents:
            self.stacks[stack] = cents
        else:
            self.stacks.pop(stack, None)
        return before

    def set_covered(self, place: Place, *, covered: bool) -> None:
        """Record the state of the sensor under `place`."""
        (self.covered.add if covered else self.covered.discard)(place)

    def is_shared(self, stack: Stack) -> bool:
        """Return whether another bettor was at this spot first (article 29)."""
        spot, bettor = stack[0].spot, stack[1]
        first = next(
            (stack_bettor for place, stack_bettor in self.stacks if place.spot == spot), bettor
        )
        return first != bettor

    def earlier_bettors_total(self, stack: Stack) -> Cents:
        """Return the total that others laid at this place before this bettor."""
        place_stacks = [
            (bettor, cents) for (place, bettor), cents in self.stacks.items() if place == stack[0]
        ]
        bettors = [bettor for bettor, _ in place_stacks]
        before = place_stacks[: bettors.index(stack[1])] if stack[1] in bettors else place_stacks
        return Cents(sum(cents for _, cents in before))

    def own_total_before(self, stack: Stack, bets: Set[str]) -> Cents:
        """Return the total that this bettor laid on `bets`, arguments apart, before this stack."""
        bettor_key = (stack[0].spot, stack[1])
        before = takewhile(lambda laid: laid != stack, self.stacks)
        own_stacks = (
            (place, bettor)
            for place, bettor in before
            if (place.spot, bettor) == bettor_key and base_bet_name(place.on) in bets
        )
        return Cents(sum(self.stacks[own_stack] for own_stack in own_stacks))

    def unread_places(self) -> list[Place]:
        """Return the places whose sensor and reader disagree: chips unread, or read and unseen."""
        if not self._has_sensors:
            return []
        occupied_places = {place for place, _ in self.stacks}
        return sorted(self.covered ^ occupied_places, key=self.place_order)

    def bets(self) -> tuple[Bet, ...]:
        """Return all stacks as bets, in the order of `places`."""
        order = sorted(self.stacks, key=lambda stack: self.place_order(stack[0]))
        return tuple(Bet(place, self.stacks[place, bettor], bettor) for place, bettor in order)

    def place_order(self, place: Place) -> tuple[int, int]:
        """Return the place's sort key: by spot, then by the bet's order in the game."""
        return place.spot, self.bet_positions[place.on]

    # colour chips (70)

    def stack_worth(self, stack: Stack) -> Cents:
        """Return the worth of chips of value and of colour chips at their price."""
        cents, colours = self.colour_stacks[stack]
        return Cents(cents + colours * self.prices.get(stack[0].spot, NO_CENTS))

    def unpriced_stacks(self) -> list[Stack]:
        """Return the stacks with colour chips of a player without a price."""
        return [stack for stack in self.colour_stacks if stack[0].spot not in self.prices]
