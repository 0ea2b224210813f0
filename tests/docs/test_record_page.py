"""The page of the records has every type and field of the program's records, as they are now."""

from pathlib import Path

import pytest

from tools import record_pages


def test_page_is_up_to_date() -> None:
    assert record_pages.main(["--check"]) == 0, "run make pages"


def test_stale_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "records.md"
    page.write_text(record_pages.page().replace("`cents` cents", "`cents` number"))
    monkeypatch.setattr(record_pages, "PAGE", page)
    assert record_pages.main(["--check"]) == 1
    assert "records.md is stale" in capsys.readouterr().err
    assert record_pages.main([]) == record_pages.main(["--check"]) == 0
