"""The pages of the protocols are those of the drivers' tables and of the corpus."""

from pathlib import Path

import pytest

from tools import protocol_pages


def test_pages_are_up_to_date() -> None:
    assert protocol_pages.main(["--check"]) == 0, "run make pages"


def test_stale_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(protocol_pages, "PAGES", tmp_path / "protocols")
    assert protocol_pages.main(["--check"]) == 1
    assert "README.md is stale" in capsys.readouterr().err
    assert protocol_pages.main([]) == protocol_pages.main(["--check"]) == 0


def test_each_protocol_has_a_page_of_its_own() -> None:
    tables = protocol_pages.protocol_tables()
    assert len({table.page_name for table in tables}) == len(tables)
