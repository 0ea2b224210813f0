"""The chips on a simulated felt, stack by stack, as a person at the table sees them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place, Stack
from sim.web.bench.bench import Bench

TagsByPlace = tuple[tuple[Place, tuple[bytes, ...]], ...]
"""The chips of each place that has any, by their tags."""
FeltChips = Mapping[Stack, tuple[Cents, ...]]
"""The values of the chips of each stack, from below."""


def tags_on_felt(bench: Bench) -> TagsByPlace:
    stacks = bench.sim_table.felt.stacks.items()
    return tuple((place, tuple(tags)) for place, tags in stacks if tags)


def chips_by_stack(bench: Bench, tags_by_place: TagsByPlace) -> FeltChips:
    """Return the values of these chips by whose they are, of colour chips their worth."""
    return {
        stack: tuple(map(bench.hands.chip_cents, tags))
        for stack, tags in tags_by_stack(bench, tags_by_place).items()
    }


def tags_by_stack(bench: Bench, tags_by_place: TagsByPlace) -> Mapping[Stack, Sequence[bytes]]:
    """Return these chips by whose they are."""
    tags_of: defaultdict[Stack, list[bytes]] = defaultdict(list)
    for felt_place, tags in tags_by_place:
        for tag in tags:
            tags_of[bench.hands.stack_of(felt_place, tag)].append(tag)
    return tags_of


def chips_on_felt(bench: Bench) -> FeltChips:
    """Return all chips on the felt."""
    return chips_by_stack(bench, tags_on_felt(bench))


def amount_at(felt: FeltChips, stack: Stack) -> Cents:
    """Return the amount of a stack."""
    return Cents(sum(felt.get(stack, ())))
