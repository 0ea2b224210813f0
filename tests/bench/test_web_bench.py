"""The evaluation of the page's benchmark."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from bench import web_host, web_loop, web_pixel
from bench.web_host import FIGURES, PHASES, WRITES, wire_us
from firmware.core.vocabulary.keys import Key
from firmware.shell.config.defaults import default_table
from firmware.shell.words.words import Words
from sim.bench.sim_table import SimTable
from sim.play.virtual_table import VirtualTable
from sim.web.bench.forkserver import ForkServer
from sim.web.bench.power import ServiceProcess
from sim.web.bench.table_dir import Seating, TableDir


def test_a_write_of_four_registers_takes_56_bits_at_400_khz() -> None:
    assert wire_us(5) == pytest.approx((6 * 9 + 2) / 0.4)


def test_a_light_is_matched_with_the_last_write_of_its_colour(tmp_path: Path) -> None:
    notes = (
        {"at": 1000.0, "spot": 1, "rgb": [0, 4096, 0], "us": 140.0},
        {"at": 1400.0, "spot": 1, "rgb": [0, 4096, 0], "us": 140.0},
        {"at": 1405.0, "spot": 2, "rgb": [0, 4096, 0], "us": 140.0},
    )
    (tmp_path / WRITES).write_text("".join(json.dumps(note) + "\n" for note in notes))
    green, never = "rgb(0,255,0)", "rgb(1,2,3)"
    seen = [web_pixel.Seen(1425.0, 1, green), web_pixel.Seen(1425.0, 2, never)]
    found = web_pixel.summed_up(web_pixel.Watched(seen, 0.5), tmp_path)
    assert found["median_ms"] == found["worst_ms"] == 25.0
    assert (found["lights"], found["unmatched"]) == (1, 1)
    assert found["frames_median"] == pytest.approx(1.5)
    assert found["wires_median"] == pytest.approx(25_000 / 140)


def test_a_phase_is_told_beside_the_quiet_one(tmp_path: Path) -> None:
    turns = {"": [99.0], web_loop.QUIET: [1.0, 2.0], "ten pages": [1.0, 4.0]}
    (tmp_path / FIGURES).write_text(json.dumps({"turns": turns}))
    found = web_loop.summed_up(tmp_path)
    assert found.keys() == {web_loop.QUIET, "ten pages"}
    assert found["ten pages"]["worst_ratio"] == found["ten pages"]["p95_ratio"] == 2.0
    assert "no page" in web_loop.result_lines(found)[1]


def test_the_service_of_the_page_is_started_with_a_clock_at_its_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ServiceProcess, "_command", ServiceProcess._command)
    monkeypatch.setattr(ForkServer, "fork_service", ForkServer.fork_service)
    table = TableDir(tmp_path, Seating())
    untimed = ServiceProcess(table)._command()
    web_host.time_service(tmp_path)
    timed = ServiceProcess(table)._command()
    assert timed[3] == str(tmp_path / PHASES)
    assert timed[-len(untimed) + 3 :] == untimed[3:]
    assert str(tmp_path / FIGURES) in timed


def test_the_writes_to_the_lights_of_a_table_are_stamped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimTable, "__init__", SimTable.__init__)
    stamps = web_host.Stamps(tmp_path / WRITES)
    web_host.meet_tables(stamps)
    with closing(stamps._file):
        table = VirtualTable(default_table("baccarat"), Words.load("en"), lambda *_told: None)
        table.power_on()
        table.hands.press_key(Key.CONFIRM)
    notes = [json.loads(line) for line in (tmp_path / WRITES).read_text().splitlines()]
    assert {note["spot"] for note in notes} == set(table.sim_table.wiring.lights.spots)
