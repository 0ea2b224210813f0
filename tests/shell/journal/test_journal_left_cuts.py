"""Whatever fills a disk and wherever the power goes, no copy forgets that it was left behind."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.shell.journal import (
    Journal,
    JournalError,
    JournalLost,
    MemoryCopy,
    RetentionPolicy,
)
from firmware.shell.journal.header import HEADER_OCTETS
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import (
    SMALL,
    FillingCopy,
    Fuse,
    PowerCut,
    extend,
    gone,
    held,
    opened,
)


class Machine:
    """Two disks that fill and lose their power, and what was acknowledged from them."""

    def __init__(self, policy: RetentionPolicy = SMALL) -> None:
        self.fuse = Fuse(10**6)
        self.copies = FillingCopy("A", self.fuse), FillingCopy("B", self.fuse)
        self.policy = policy
        self.acknowledged: list[bytes] = []
        self.under_way: list[bytes] = []
        self.journal = opened(*self.copies, policy=policy)

    def append(self, payload: bytes, *, rotating: bool = False) -> None:
        self.under_way = [payload]
        if rotating:
            self.journal.rotate(payload)
        else:
            extend(self.journal, payload)
        self.acknowledged, self.under_way = [*self.acknowledged, payload], []

    def fill(self, which: int) -> None:
        self.copies[which].full = True

    def free(self) -> None:
        for copy in self.copies:
            copy.full = False

    def lose_power(self, chance: Random) -> None:
        for copy in self.copies:
            copy.lose(chance)
        self.fuse.left = 10**6

    def start(self) -> None:
        self.journal = self._opened(*self.copies)
        self.acknowledged = (self.acknowledged + self.under_way)[: self.journal.head.records]
        self.under_way = []

    def opens(self, *present: int) -> bool:
        """Whether it would open with these copies, the others being unreadable; all that was
        acknowledged must be there then.
        """
        taken = [
            MemoryCopy(copy.name, held(copy)) if at in present else gone(copy.name)
            for at, copy in enumerate(self.copies)
        ]
        try:
            self._opened(*taken)
        except JournalError:
            return False
        return True

    def _opened(self, *copies: MemoryCopy) -> Journal:
        journal = opened(*copies, policy=self.policy)
        end, journaled = journal.head.records, list(journal.live_records())
        assert len(self.acknowledged) <= end
        assert journaled == (self.acknowledged + self.under_way)[end - len(journaled) : end]
        return journal


def cut_while_left(which: int, acts: int, seed: int, *, rotating: bool) -> tuple[Machine, bool]:
    """A machine of which a disk fills and the power goes so many acts later, if there are any."""
    machine, cut = Machine(), False
    machine.append(b"0")
    machine.append(b"1")
    machine.fill(which)
    machine.fuse.left = acts
    try:
        machine.append(b"2", rotating=rotating)
        machine.append(b"3")
        machine.append(b"4", rotating=rotating)
    except PowerCut:
        cut = True
        machine.lose_power(Random(seed))
    machine.fuse.left = 10**6
    machine.free()
    return machine, cut


both_ways = each("rotating", [False, True])
either = each("which", [0, 1])
SEEDS = range(examples(1, 15))


@both_ways
@either
@each("seed", SEEDS)
def test_cut_on_full_disk_forgets_nothing(which: int, seed: int, *, rotating: bool) -> None:
    acts, cut = 0, True
    while cut:
        machine, cut = cut_while_left(which, acts, seed, rotating=rotating)
        acts += 1
        left_alone = machine.opens(which)
        assert machine.opens(1 - which)
        assert machine.opens(0, 1)
    assert not left_alone
    assert acts > 6


@both_ways
@either
@each("seed", SEEDS)
def test_cut_during_repair_forgets_nothing(which: int, seed: int, *, rotating: bool) -> None:
    acts, cut = 0, True
    while cut:
        machine, _ = cut_while_left(which, 10**6, 0, rotating=rotating)
        machine.fuse.left = acts
        acts += 1
        try:
            machine.start()
            cut = False
        except PowerCut:
            machine.lose_power(Random(seed))
        machine.fuse.left = 10**6
        mended = machine.opens(which)
        assert machine.opens(1 - which)
        assert machine.opens(0, 1)
    assert mended
    assert acts > 3


deeds = st.sampled_from(["keep", "keep", "keep", "rotate", "fill A", "fill B", "free", "restart"])


@settings(max_examples=examples(30, 300), deadline=None)
@given(
    st.lists(deeds, min_size=1, max_size=14),
    st.lists(st.integers(0, 40), max_size=4),
    st.integers(0, 2**32),
)
def test_no_copy_ever_forgets(plan: list[str], cuts: list[int], seed: int) -> None:
    chance, machine, left_to_do = (
        Random(seed),
        Machine(RetentionPolicy(1, 5 * HEADER_OCTETS)),
        list(plan),
    )
    for machine.fuse.left in [*cuts, 10**6]:
        try:
            while left_to_do:
                _do(machine, left_to_do.pop(0), b"%d" % len(left_to_do))
        except (PowerCut, JournalLost):
            machine.lose_power(chance)
        machine.fuse.left = 10**6
        machine.free()
        assert machine.opens(0) or machine.opens(1)
        assert machine.opens(0, 1)
        machine.start()
        machine.journal.archive.scan(lambda _: None, lambda: False)


def _do(machine: Machine, deed: str, payload: bytes) -> None:
    match deed:
        case "keep" | "rotate":
            machine.append(payload, rotating=deed == "rotate")
        case "fill A" | "fill B":
            machine.fill("AB".index(deed[-1]))
        case "free":
            machine.free()
        case "restart":
            machine.start()
