"""The screens of a tournament's hall: their words and files, which only read."""

import re

from firmware.shell.words.languages import languages_with
from firmware.tournament.screens.server import PAGE_DIRECTORY, TournamentScreens
from tests.kits.floor.pit_kit import Visitor
from tests.kits.offenders import each
from tests.kits.tournament.hall_machine import config_of

SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in PAGE_DIRECTORY.glob("*.js")}
DOCUMENT = (PAGE_DIRECTORY / "screen.html").read_text(encoding="utf-8")
KEYS = {key for text in SCRIPTS.values() for key in re.findall(r"\"(hall\.screen\.\w+)\"", text)}
"""The keys of all messages of the page: each is written out whole."""


@each("language", languages_with("tournament_sheets"))
def test_every_screen_text_exists(language: str) -> None:
    visitor = Visitor(TournamentScreens(config_of()).app)
    assert language in visitor.get("/languages").said
    got = visitor.get(f"/words/{language}").said
    assert {"hall.screen.rest", "hall.screen.not_drawn"} <= KEYS
    assert {key for key in got if key.startswith("hall.") and not key.endswith("#one")} == KEYS


def test_no_inline_or_external_resource() -> None:
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", DOCUMENT)
    named = set(re.findall(r"(?:href|src)=\"([\w-]+\.\w+)\"", DOCUMENT))
    for name, text in SCRIPTS.items():
        assert "innerHTML" not in text, name
        assert "://" not in text, name
        named |= set(re.findall(r"from \"\./([\w-]+\.js)\"", text))
    visitor = Visitor(TournamentScreens(config_of()).app)
    assert {name for name in named if visitor.get(f"/{name}").status != 200} == set()


@each("path", ["/feed/names", "/words/xx", "/server.py", "/../server.py", "/screens"])
def test_other_paths_are_404(path: str) -> None:
    assert Visitor(TournamentScreens(config_of()).app).get(path).status == 404


@each("path", ["/clock", "/feed/clock"])
def test_screens_accept_no_changes(path: str) -> None:
    assert Visitor(TournamentScreens(config_of()).app).post(path).status == 405
