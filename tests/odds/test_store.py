"""Figures that are kept: computed once, never those of other rules, never half of them."""

from fractions import Fraction
from pathlib import Path

import pytest

from firmware.odds import odds, store
from firmware.odds.figure import AdviceRow, Figure
from firmware.odds.store import Store, figure_file_name
from tests.kits.quebec import open_game

FIGURE = Figure(
    "main", {Fraction(1): Fraction(1, 3), Fraction(-1): Fraction(2, 3)}, "main",
    advice=(AdviceRow("7", "raise"),), bound="least", minimum=Fraction(-1, 4),
)  # fmt: skip


def test_figure_is_found_as_stored(tmp_path: Path) -> None:
    figure_store = Store(tmp_path / "odds")
    figure_store.store_figures("a.json", [FIGURE])
    assert figure_store.find_figures("a.json") == [FIGURE]
    assert (FIGURE.expected_profit, FIGURE.variance) == (Fraction(-1, 3), Fraction(8, 9))


@pytest.mark.parametrize("damaged", [b"", b"[", b"[{}]", b'[{"bet": 1}]', b"\xff"])
def test_damaged_file_counts_as_none(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "a.json").write_bytes(damaged)
    assert Store(tmp_path).find_figures("a.json") is None


def test_zero_denominator_is_damage(tmp_path: Path) -> None:
    figure_store = Store(tmp_path)
    figure_store.store_figures("a.json", [FIGURE])
    text = (tmp_path / "a.json").read_text()
    (tmp_path / "a.json").write_text(text.replace("1/3", "1/0"))
    assert figure_store.find_figures("a.json") is None


def test_chances_not_summing_to_one_are_damage(tmp_path: Path) -> None:
    figure_store = Store(tmp_path)
    figure_store.store_figures("a.json", [FIGURE])
    text = (tmp_path / "a.json").read_text()
    (tmp_path / "a.json").write_text(text.replace("1/3", "1/2"))
    assert figure_store.find_figures("a.json") is None


def test_uncreatable_folder_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    Store(tmp_path / "file").store_figures("a.json", [FIGURE])
    assert Store(tmp_path / "file").find_figures("a.json") is None


def test_other_options_or_version_use_another_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    six, eight = (open_game("baccarat", {"decks": decks}) for decks in (6, 8))
    names = {figure_file_name("baccarat", "baccarat", game) for game in (six, eight)}
    monkeypatch.setattr(store, "VERSION", store.VERSION + 1)
    names.add(figure_file_name("baccarat", "baccarat", eight))
    assert len(names) == 3


@pytest.mark.parametrize(
    ("name", "options"),
    [("baccarat", {"decks": 8}), ("caribbean-stud", {"decks": 2, "smallest_chip": 100}),
     ("blackjack", {"deal": "one-by-one", "progressive_meter": 5})],
)  # fmt: skip
def test_neutral_options_use_shipped_figures(name: str, options: dict[str, object]) -> None:
    usual, table = (open_game(name, each) for each in ({}, options))
    main = next(each for each in odds.PIECES[name] if not each.startswith("pay_table_bets"))
    assert odds.piece_file(name, main, table) == odds.piece_file(name, main, usual)
    assert (store.SHIPPED / odds.piece_file(name, main, table)).exists()


def test_figure_is_computed_once(tmp_path: Path) -> None:
    game, figure_store = open_game("red-dog", {}), Store(tmp_path)
    first = list(odds.game_figures("red-dog", game, figure_store))
    (file,) = tmp_path.iterdir()
    figure_store.store_figures(file.name, [FIGURE])
    assert list(odds.game_figures("red-dog", game, figure_store)) == [FIGURE] != first
