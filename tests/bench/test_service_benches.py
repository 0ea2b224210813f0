"""Instructions, idle time and memory: scripts are played, and figures read right."""

import os
import threading
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from bench import idle, instructions, memory, scripts
from firmware.cli.main import main

LONG = scripts.SHUFFLED_EVERY + 1


@pytest.mark.parametrize("game", scripts.ROUNDS)
def test_long_script_settles_every_bet(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", str(scripts.write_script(tmp_path, game, LONG))]) == 0
    said = [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]
    kinds = Counter(kind for line in said for kind in line)
    assert kinds["settled"] == 3 * LONG
    assert kinds.keys().isdisjoint({"refused", "late", "alarm", "unfinished"}), kinds


def test_count_skipped_without_valgrind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    sample = instructions.measure(tmp_path)
    assert sample.lines == ["skipped: valgrind is not installed."]
    assert sample.fields == {}


VALGRIND = """#!/bin/sh
for script; do :; done
case "$script" in *-6.jsonl) count=2,200,000,000 ;; *) count=4,360,000,000 ;; esac
echo "==7== I   refs:      $count" >&2
"""
"""Prints what valgrind prints last, without running anything."""


def test_round_is_difference_of_lengths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "valgrind").write_text(VALGRIND)
    (tmp_path / "valgrind").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    sample = instructions.measure(tmp_path, games=("roulette",))
    assert sample.fields == {"roulette": {"round_m": 90.0, "start_m": 1660.0}}
    assert sample.lines[1].split() == ["roulette", "90.0", "1660"]


def test_working_thread_uses_processor() -> None:
    before = idle.thread_times(os.getpid(), threading.get_native_id())
    after = before
    for _ in range(10_000):  # the kernel counts at its own ticks
        if after.spent_ns > before.spent_ns:
            break
        sum(range(300_000))
        after = idle.thread_times(os.getpid(), threading.get_native_id())
    assert after.spent_ns > before.spent_ns
    assert after.woken >= before.woken


def test_simulator_threads_are_excluded() -> None:
    found = {
        "chips": {"percent": 5.0, "wakes_per_s": 400.0},
        "far end pts/3": {"percent": 4.0, "wakes_per_s": 900.0},
        "pulse": {"percent": 2.0, "wakes_per_s": 250.0},
    }
    sample = idle.summed_up(found, "rfid")
    assert sample.fields == {"threads": found, "percent": 11.0, "product_percent": 5.0}
    assert sample.lines[1].split() == ["chips", "5.00", "400"]
    assert "MISSED" in sample.lines[-1]


@pytest.mark.parametrize(
    ("held", "growth"),
    [
        ({10: 50.0, 20: 58.0, 30: 58.0, 40: 58.0}, 0.0),
        ({50: 50.0, 100: 52.0, 150: 54.0}, 4.0),
        ({1: 55.0}, 0.0),
    ],
)
def test_growth_is_that_of_second_half(held: dict[int, float], growth: float) -> None:
    assert memory.growth_mb(held) == pytest.approx(growth)


def test_memory_in_plausible_range() -> None:
    assert 5 < memory.resident_mb(os.getpid()) < 100_000
