"""The page of the errors equals the catalogue."""

from pathlib import Path

import pytest

from tools import error_pages


@pytest.mark.clause("ANZ 1.8.4(h)")
def test_page_is_up_to_date() -> None:
    assert error_pages.main(["--check"]) == 0, "run make pages"


def test_stale_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(error_pages, "PAGE", tmp_path / "errors.md")
    assert error_pages.main(["--check"]) == 1
    assert "errors.md is stale" in capsys.readouterr().err
    assert error_pages.main([]) == error_pages.main(["--check"]) == 0
