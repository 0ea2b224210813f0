"""The page of the errors is what the catalogue says."""

from pathlib import Path

import pytest

from firmware.core.faults import FAULTS
from tools import error_pages


def test_the_page_is_not_stale() -> None:
    assert error_pages.main(["--check"]) == 0


def test_a_stale_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(error_pages, "PAGE", tmp_path / "errors.md")
    assert error_pages.main(["--check"]) == 1
    assert "errors.md is stale" in capsys.readouterr().err
    assert error_pages.main([]) == error_pages.main(["--check"]) == 0


def test_every_fault_is_on_it_in_both_languages() -> None:
    page = error_pages.page()
    for code in FAULTS:
        section = page.partition(f"\n## {code}\n")[2].partition("\n## ")[0]
        assert "- Place:" in section
        assert "- Lieu\u00a0:" in section
