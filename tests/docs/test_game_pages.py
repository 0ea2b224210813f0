"""The pages of the games equal the games."""

import re

import pytest

from firmware.shell.rules.pack_files import program_games
from tests.kits.examples import examples
from tests.kits.offenders import each
from tools import game_pages

WHOLE = bool(examples(0, 1))
"""Whether so many rounds are walked through that all that can follow is met."""
DIAGRAM = re.compile(r"```mermaid\n.*?```", re.DOTALL)


def follows(page: str) -> set[tuple[str, str]]:
    """Return what follows what in the diagram of a page, by the names that are read there."""
    names = dict(re.findall(r"^    (s\d+) : (.+)$", page, re.MULTILINE))
    arrows = re.findall(r"^    (\S+) --> (.+)$", page, re.MULTILINE)
    return {(names.get(before, before), names.get(after, after)) for before, after in arrows}


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_pages, "ROUNDS", examples(100, game_pages.ROUNDS))


@pytest.mark.usefixtures("few_rounds")
@each("name", [game_pages.TABLE, *program_games()])
def test_pages_are_up_to_date(name: str) -> None:
    saved = (game_pages.PAGES / f"{name}.md").read_text(encoding="utf-8")
    fresh = game_pages.table_page() if name == game_pages.TABLE else game_pages.page(name)
    assert DIAGRAM.sub("", fresh) == DIAGRAM.sub("", saved), "run make pages"
    for now, then in zip(DIAGRAM.findall(fresh), DIAGRAM.findall(saved), strict=True):
        assert sorted(follows(now) - follows(then)) == [], "run make pages"
    if WHOLE:
        assert fresh == saved, "run make pages"


def test_poker_room_page_is_up_to_date() -> None:
    saved = (game_pages.PAGES / f"{game_pages.POKER_ROOM}.md").read_text(encoding="utf-8")
    assert game_pages.room_page() == saved, "run make pages"


def test_diagram_is_read_by_step_names() -> None:
    lines = ["s0 : Closed", "s1 : Over", "[*] --> s0", "s0 --> s1", "OPEN --> ROUND: CardRead"]
    page = "\n".join(f"    {line}" for line in lines)
    assert follows(page) == {("[*]", "Closed"), ("Closed", "Over"), ("OPEN", "ROUND: CardRead")}


def test_stale_page_is_noticed(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(game_pages, "PAGES", tmp_path)
    monkeypatch.setattr(game_pages, "ROUNDS", 1)
    assert game_pages.main(["--check"]) == 1
    assert "red-dog.md is stale" in capsys.readouterr().err
