"""The pages of the games are what the games say."""

import pytest

from tools import game_pages


def test_no_page_is_stale() -> None:
    assert game_pages.main(["--check"]) == 0


def test_a_stale_page_is_noticed(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(game_pages, "PAGES", tmp_path)
    monkeypatch.setattr(game_pages, "games", lambda: ("red-dog",))
    assert game_pages.main(["--check"]) == 1
    assert "red-dog.md is stale" in capsys.readouterr().err
