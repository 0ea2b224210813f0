"""The screens of a tournament's hall: their words and files, which only read."""

import re

from firmware.shell.words.words import LANGUAGES
from firmware.tournament.screens.server import PAGE_DIRECTORY, TournamentScreens
from tests.kits.floor.pit_kit import Visitor
from tests.kits.offenders import each

SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in PAGE_DIRECTORY.glob("*.js")}
DOCUMENT = (PAGE_DIRECTORY / "screen.html").read_text(encoding="utf-8")
BY_NAME = {"clock", "seats", "sale", "time_over", "over", "cancelled"}
"""What the page says by the name of a screen or a state."""


def said() -> set[str]:
    """Return the words that a script asks for in so many letters, also one of two."""
    asked = re.findall(r"\bsay\([^()]*\)", "".join(SCRIPTS.values()))
    return {word for call in asked for word in re.findall(r"(?:\(|\? |: )\"(\w+)\"", call)}


@each("language", LANGUAGES)
def test_every_word_that_a_screen_says_is_there(language: str) -> None:
    got = Visitor(TournamentScreens("").app).get(f"/words/{language}").said
    keys = {f"hall.screen.{word}" for word in said() | BY_NAME}
    assert {"hall.screen.rest", "hall.screen.not_drawn"} <= keys
    assert keys == {key for key in got if not key.endswith("#one")}


def test_nothing_is_inline_or_from_elsewhere_and_all_is_served() -> None:
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", DOCUMENT)
    named = set(re.findall(r"(?:href|src)=\"([\w-]+\.\w+)\"", DOCUMENT))
    for name, text in SCRIPTS.items():
        assert "innerHTML" not in text, name
        assert "://" not in text, name
        named |= set(re.findall(r"from \"\./([\w-]+\.js)\"", text))
    visitor = Visitor(TournamentScreens("").app)
    assert {name for name in named if visitor.get(f"/{name}").status != 200} == set()


@each("path", ["/feed/names", "/words/xx", "/server.py", "/../server.py", "/screens"])
def test_there_is_nothing_else(path: str) -> None:
    assert Visitor(TournamentScreens("").app).get(path).status == 404


@each("path", ["/clock", "/feed/clock"])
def test_nobody_does_anything_to_a_tournament(path: str) -> None:
    assert Visitor(TournamentScreens("").app).post(path).status == 405
