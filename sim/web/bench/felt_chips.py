"""The chips on a simulated felt, stack by stack, as a person at the table sees them."""

from collections import defaultdict
from collections.abc import Mapping

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
    """Return the values of these chips by whose they are."""
    values: defaultdict[Stack, list[Cents]] = defaultdict(list)
    for felt_place, tags in tags_by_place:
        for tag in tags:
            values[bench.hands.stack_of(felt_place, tag)].append(
                bench.table_dir.house_chips[tag].cents
            )
    return {stack: tuple(cents) for stack, cents in values.items()}


def chips_on_felt(bench: Bench) -> FeltChips:
    """Return all chips on the felt."""
    return chips_by_stack(bench, tags_on_felt(bench))


def amount_at(felt: FeltChips, stack: Stack) -> Cents:
    """Return the amount of a stack."""
    return Cents(sum(felt.get(stack, ())))
