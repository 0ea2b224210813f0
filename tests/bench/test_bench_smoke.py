"""Each measurement runs on a tiny size and gives the figures that it promises."""

from pathlib import Path

from bench import card, commit, parts, rounds, start


def test_a_round_has_two_cards_that_change_a_light(tmp_path: Path) -> None:
    fields = card.measure(tmp_path, rounds=1).fields
    assert fields["cards"] == 2
    assert 0 < fields["disk_us_median"] < fields["own_us_median"]
    assert 0 < fields["ratio_without_disk_median"] < fields["ratio_median"]
    assert 16.6 < fields["wire_ms_median"] < 20


def test_commit(tmp_path: Path) -> None:
    sample = commit.measure(tmp_path, rounds=2, commits=2)
    assert sample.fields["ratio"] > 0
    assert "Unverified on a Pi" in sample.lines[-1]


def test_core_rounds_are_played() -> None:
    assert rounds.core_rate(50) > 0


def test_stack_rounds_are_played(tmp_path: Path) -> None:
    assert rounds.stack_rate(tmp_path, 3) != 0


def test_wrong_cells_are_counted() -> None:
    right = [[3, 8, False], [3, 9, True], [6, 6, True]]
    assert rounds.wrong_cells({"draws": right}) == 0
    assert rounds.wrong_cells({"draws": [[3, 8, True], *right]}) == 1


def test_start() -> None:
    wall, cpu = start.start_s(start.NOTHING)
    assert wall > 0
    assert cpu >= 0


def test_every_part_of_every_example_is_measured(tmp_path: Path) -> None:
    fields = parts.measure(tmp_path, rounds=1).fields
    assert {"rfid shoe", "budget chips"} & set(fields) == {"rfid shoe"}
    assert fields["rfid shoe"]["events_a_round"] == 4
    assert fields["rfid lights"]["bytes_a_round"] > fields["rfid lights"]["least_bytes"] > 0
    assert 0 < fields["loop"]["median_us"] <= fields["loop"]["worst_us"]
