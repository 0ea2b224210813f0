"""The evaluation of the page's benchmark."""

import json
from pathlib import Path

import pytest

from bench import web_loop, web_pixel
from bench.web_host import FIGURES, WRITES, wire_us


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
    assert "no page" in web_loop.told(found)[1]
