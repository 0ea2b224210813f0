"""The power fails at any instant: every meter comes back, and each coin is counted once."""

from collections.abc import Iterator

import pytest

from firmware.core.games.slot_machine import THOUSANDTHS
from firmware.shell.journal import Journal, MemoryCopy, RetentionPolicy
from firmware.shell.words.words import Words
from firmware.slots.config import BankConfig
from firmware.slots.entries import ExceptionReported, decode_entry
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.status import make_bank_status
from hal.ports import Millis
from sim.play.virtual_bank import STAMP
from tests.kits.examples import examples
from tests.kits.shell.journal_copies import FillingCopy, Fuse, PowerCut, StoppingCopy
from tests.kits.slots.bank_world import BASE, BankWorld, terms

GAMES = 4
TINY = RetentionPolicy(segment_bytes=3000)
"""So that segments begin and end within the games."""
CUTS = range(200, 15_000, examples(3700, 97))
"""After how many octets of the journal the power fails, again and again."""


class CutWorld(BankWorld):
    """Its power fails after each `octets` that are written, in the middle of a write."""

    def __init__(self, octets: int) -> None:
        self.octets, self.cuts = octets, 0
        self.fuse = Fuse(1 << 40)
        super().__init__(terms(2), policy=TINY)
        self.run(3000)
        self._cut()

    def exchange(self) -> bytes:
        try:
            return super().exchange()
        except PowerCut:
            self._cut()
            return b""

    def _cut(self) -> None:
        """Start from what the copies hold; each power lasts longer, so that it comes to an end."""
        self.cuts += 1
        self.octets += 1000
        self.fuse = Fuse(self.octets)
        self.copies = tuple(StoppingCopy(one.name, self.fuse, one._segments) for one in self.copies)
        try:
            self.start()
        except PowerCut:
            self._cut()


def play(world: BankWorld) -> Iterator[None]:
    """Play games on both machines at once."""
    for number in range(GAMES):
        for machine in world.machines.values():
            machine.begin_game(1 + number % 3)
        world.run(1500)
        yield
        if number == GAMES - 1:
            world.machines[1].win_jackpot()
        for machine in world.machines.values():
            machine.end_game(number)
        world.run(1500)
        yield


@pytest.mark.parametrize("octets", CUTS)
def test_power_cut_anywhere_counts_each_coin_once(octets: int) -> None:
    world = CutWorld(octets)
    for _ in play(world):
        pass
    world.run(20_000)
    world.start()
    coins = sum(1 + number % 3 for number in range(GAMES))
    for address in world.machines:
        known = world.machine(address)
        assert (known.meter_total(0), known.meter_total(1), known.meter_total(5)) == (
            coins,
            6,
            GAMES,
        )
        assert known.contributions.counted_cents == coins * 25
    assert world.state.jackpots_won == 1
    fed = 2 * coins * 25
    paid = BASE * THOUSANDTHS + 10 * fed - world.state.jackpot_thousandths
    assert 0 < paid <= 10 * fed, "what was won was more than the base by what was fed until then"
    assert world.cuts > 1


def test_every_entry_restores_the_bank() -> None:
    world = BankWorld(terms(2), policy=TINY)
    for _ in play(world):
        again = JournaledBank(BankConfig(world.terms), Journal.open(copies_of(world), STAMP, TINY))
        assert again.state == world.state


def test_unchanged_state_is_not_written() -> None:
    world = BankWorld(terms(2))
    world.run(5000)
    world.machines[1].begin_game(3)
    world.run(3000)
    before = written(world)
    world.run(20_000)
    assert written(world) == before, "neither at rest nor in a game"


def test_changed_machines_noticed_once() -> None:
    world = BankWorld(terms(2))
    assert not world.bank.registration_changed
    for machines, noticed in ((2, False), (3, True), (3, False)):
        bank = JournaledBank(
            BankConfig(terms(machines)), Journal.open(world.copies, STAMP, world.policy)
        )
        assert bank.registration_changed is noticed
        assert len(bank.state.machines) == machines


def test_unwritable_copy_is_an_alarm() -> None:
    full, sound = FillingCopy("a", Fuse(1 << 40)), MemoryCopy("b")
    bank = JournaledBank(BankConfig(terms(1)), Journal.open((full, sound), STAMP))
    assert bank.lost_copies == ()
    full.full = True
    assert bank.take_entry(ExceptionReported(1, 0, 0x11))
    (alarm,) = bank.lost_copies
    assert "The bank goes on with the other copy alone" in Words.load("en").render(alarm)
    assert make_bank_status(bank, bank.lost_copies).alarms[0] == alarm


def written(world: BankWorld) -> int:
    journal = Journal.open(copies_of(world), STAMP, world.policy)
    return len([decode_entry(payload) for payload in journal.records()])


def copies_of(world: BankWorld) -> tuple[MemoryCopy, MemoryCopy]:
    first, second = (MemoryCopy(one.name, one._segments) for one in world.copies)
    return first, second


def test_new_registration_is_entered_from_zero() -> None:
    world = BankWorld(terms(1))
    world.run(4000)
    lot = world.state.jackpot_thousandths
    world.terms = terms(2)
    world.start()
    assert [*world.state.machines] == [1, 2]
    assert world.state.jackpot_thousandths == lot
    assert world.machine().meter_total(0) == 0
    assert world.machine(2).meter_total(0) is None


def test_world_time_passes() -> None:
    world = BankWorld(terms(1))
    world.run(1234)
    assert world.now == Millis(1234)
