"""Each measurement runs on a tiny size and gives the figures that it promises."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench import (
    card,
    commit,
    device,
    journal,
    parts,
    poker,
    start,
)
from bench.journal_table import CARD_BLOCK, CountedCopy, PlayedTable
from firmware.shell.journal import RetentionPolicy
from tests.kits.quebec import games_in_pack as games_in_force


def test_card_round_has_two_cards(tmp_path: Path) -> None:
    fields = card.measure(tmp_path, rounds=1).fields
    assert fields["cards"] == 2
    assert 0 < fields["disk_us_median"] < fields["own_us_median"]
    assert 0 < fields["ratio_without_disk_median"] < fields["ratio_median"]
    assert 16.6 < fields["wire_ms_median"] < 20


def test_commit(tmp_path: Path) -> None:
    sample = commit.measure(tmp_path, rounds=2, commits=2)
    assert sample.fields["ratio"] > 0
    assert "Unverified on a Pi" in sample.lines[-1]


def test_pace_lets_readings_share_a_commit(tmp_path: Path) -> None:
    table = PlayedTable("baccarat", (CountedCopy(tmp_path / "a"), CountedCopy(tmp_path / "b")))
    table.open_bets()
    commits = []
    for pace_ms in (device.APART_MS, device.TOGETHER_MS):
        before = table.journal._commit_count
        for _ in range(5):
            table.play_at_pace(pace_ms)
        commits.append(table.journal._commit_count - before)
    table.close()
    assert commits[1] < commits[0]


def test_device_is_measured_by_root_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert device.measure(tmp_path).lines == ["not measured: only root may mount a file system."]


def test_journal_grows_opens_and_scans(tmp_path: Path) -> None:
    policy = RetentionPolicy(segment_bytes=64 << 10)
    fields = journal.measure(
        tmp_path, sizes=(100, 800), repetitions=1, rounds=2, policy=policy
    ).fields
    first, grown = fields["open"]
    assert first["ratio"] == 1
    assert first["live"] == first["records"] >= 100
    assert grown["live"] < 800 <= grown["records"]
    assert fields["open_full_segment"]["ms"] > 0
    assert all(0 < found["ratio"] < found["mb_per_s"] for found in fields["scan"].values())
    assert fields["wear"].keys() == set(journal.WEARING)
    for found in fields["wear"].values():
        assert found["per_round"] > found["per_event"] > 100
        assert found["blocks_per_event"] >= found["syncs_per_event"] >= 2


def test_block_counts_once_until_sync(tmp_path: Path) -> None:
    copy = CountedCopy(tmp_path)
    copy.create(1, bytes(100))
    copy.sync(1)
    for at in (0, 50, CARD_BLOCK - 10):
        copy.write(1, at, bytes(20))
    copy.sync(1)
    copy.sync(1)
    copy.close()
    assert (copy.octets, copy.syncs, copy.blocks) == (160, 3, 1 + 2)


def test_every_poker_against_pokerkit(tmp_path: Path) -> None:
    fields = poker.measure(tmp_path, count=1, batches=1).fields
    assert fields.keys() == poker.KINDS.keys()
    assert all(found["ratio"] > 0 for found in fields.values())


WITHOUT_RANKS = {
    "baccarat", "blackjack", "blackjack-multi-action", "casino-war", "red-dog", "super-pan-9",
    "craps", "keno", "pai-gow", "roulette", "sic-bo", "wheel-of-fortune",
}  # fmt: skip


OPENING = """
import os, sys
import sim.play.play, sim.play.play_files, firmware.cli.serving.simulation
from firmware.shell.rules.pack_files import home_pack
for name in sys.argv[1:]:
    child = os.fork()
    if not child:
        home_pack(name).game_class(name)
        os._exit(10 if any(one.startswith("firmware.core.ranks") for one in sys.modules) else 0)
    print(name, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Each game is opened by a process that may play and serve, and has opened no other; 10 is that it
has loaded the ranks.
"""


def test_only_poker_loads_the_ranks() -> None:
    command = [sys.executable, "-c", OPENING, *games_in_force()]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    opened = dict(line.split() for line in done.stdout.splitlines())
    assert opened == {name: "0" if name in WITHOUT_RANKS else "10" for name in games_in_force()}


def test_start() -> None:
    wall, cpu = start.start_s(start.NOTHING, {})
    assert wall > 0
    assert cpu >= 0


def test_every_part_of_every_example(tmp_path: Path) -> None:
    fields = parts.measure(tmp_path, rounds=1).fields
    assert all(0 <= part["share"] < 1 for part in fields.values())
    assert fields["rfid shoe"]["bytes_a_round"] > fields["rfid lights"]["bytes_a_round"] > 0
