"""The soak, small; and that it can fail."""

import os
from mmap import mmap
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from firmware.core.table import payments as paying
from firmware.core.table.meters import Meters, with_count
from firmware.core.table.payments import with_settled_round
from firmware.shell.history.journal_entries import Checked
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import RetentionPolicy
from tests.campaigns.powercut import soak_table
from tests.campaigns.powercut.soak import LEAST, PACE, Report, run, shared_out
from tests.campaigns.powercut.soak_table import CountedCopy
from tests.kits.examples import examples
from tests.kits.quebec import games_in_pack

A_LITTLE = examples(2, 10)


def small(rounds: int, *names: str, kind: type[CountedCopy] = CountedCopy) -> Report:
    return run(rounds, seed=5, processes=1, names=names, kind=kind)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restarts, rotations and retirements in a few rounds."""
    monkeypatch.setattr(soak_table, "RESTARTS", 1 / 100)
    monkeypatch.setattr(soak_table, "POLICY", RetentionPolicy(24 << 10, 96 << 10))


def test_some_of_every_game_adds_up() -> None:
    report = small(A_LITTLE * len(games_in_pack()))
    assert report.failures == ()
    assert report.games.keys() == set(games_in_pack())
    assert min(report.games.values()) >= A_LITTLE


@pytest.mark.usefixtures("often")
def test_torn_journals_add_up() -> None:
    report = small(90, "roulette", "blackjack")
    assert report.failures == ()
    assert report.rounds >= 90
    assert report.counts["segments retired"] > 4
    assert report.counts["restarts"] > 2
    assert report.counts["power cuts"] > 2
    assert report.counts["CopyRepaired"] == report.counts["copies torn"] > 0
    assert report.counts["Undone"] > 0
    assert report.counts["syncs"] >= 2 * report.rounds
    assert report.counts["openings recounted"] > 0
    assert "0 differences" in report.lines()


def test_every_game_plays_its_share() -> None:
    assert PACE.keys() == set(games_in_pack())
    shares = shared_out(300_000, games_in_pack())
    assert min(shares.values()) >= LEAST
    assert 300_000 <= sum(shares.values()) < 300_000 + len(shares)


class Open(CountedCopy):
    """A copy that never closes the segment before."""

    def create(self, segment: int, image: bytes) -> None:
        super().create(segment, image)
        os.open(self.path, os.O_RDONLY)


class Hoarder(CountedCopy):
    """A copy that forgets nothing.

    Its octets are not of the heap: what tests before have freed there would be taken first.
    """

    maps: ClassVar[list[mmap]] = []

    def sync(self, segment: int) -> None:
        super().sync(segment)
        forgotten = mmap(-1, 64 << 10)
        forgotten.write(b"x" * len(forgotten))
        self.maps.append(forgotten)


@pytest.mark.usefixtures("often")
def test_descriptor_leak_is_found() -> None:
    descriptors = set(os.listdir("/proc/self/fd"))
    report = small(30, "roulette", kind=Open)
    for name in set(os.listdir("/proc/self/fd")) - descriptors:
        if Path(f"/proc/self/fd/{name}").exists():
            os.close(int(name))
    assert any("never closed" in failure for failure in report.failures)


def test_memory_growth_is_found() -> None:
    report = small(20, "roulette", kind=Hoarder)
    Hoarder.maps.clear()
    assert any("has grown by" in failure for failure in report.failures)


def test_meter_skipping_a_round_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def skips(meters: Meters, bets: Any, *, banked: bool) -> Meters:
        after = with_settled_round(meters, bets, banked=banked)
        first = next(iter(after.bets))
        return msgspec.structs.replace(
            after, bets={**after.bets, first: meters.bets.get(first, after.bets[first])}
        )

    monkeypatch.setattr(paying, "with_settled_round", skips)
    (failure,) = small(20, "roulette").failures
    assert "on the meters" in failure or "meters_differ" in failure


def test_other_checkpoint_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Ledger._append_entry

    def alters(self: Ledger, entry: Any) -> None:
        if isinstance(entry, Checked) and entry.table.round == 5:
            meters = with_count(entry.table.meters, "rounds", 2)
            entry = Checked(msgspec.structs.replace(entry.table, meters=meters), entry.since)
        write(self, entry)

    monkeypatch.setattr(Ledger, "_append_entry", alters)
    (failure,) = small(20, "roulette").failures
    assert "meters_differ" in failure
