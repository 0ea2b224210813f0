"""The files of the page: nothing from elsewhere, nothing inline, and words for all its text."""

import re

from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import read_templates
from tests.kits.offenders import each
from tests.kits.paths import ROOT

ROOMS = ("sim/web/page", "firmware/board/page", "firmware/pages/shared")
PAGES = [ROOT / room for room in ROOMS]
FILES = [path for page in PAGES for path in page.iterdir() if path.is_file()]
SCRIPTS = sorted(path for path in FILES if path.suffix == ".js")
TEXT = {path.name: path.read_text(encoding="utf-8") for path in FILES}
INDEX = TEXT["index.html"]
SAID = re.compile(r"[\"'`](web(?:\.\w+)+)[\"'`]")


def wanted(text: str) -> set[str]:
    return set(SAID.findall(text))


@each("language", LANGUAGES)
def test_every_word_of_the_page_exists(language: str) -> None:
    words, pages = read_templates(language), [path.name for path in SCRIPTS] + ["index.html"]
    assert [(name, word) for name in pages for word in wanted(TEXT[name]) - words.keys()] == []


def test_missing_word_would_be_found() -> None:
    assert wanted('table.say("web.no.such.word")') == {"web.no.such.word"}


WORD_KEY = re.compile(
    r"\"((?:bet|game|part|fault|remedy|hand|rank|suit|ordinal|ui|view)\.[\w.-]+)\""
)
WHOLE_GROUPS = ("game.", "bet.", "part.", "fault.", "remedy.", "ui.key.", "rank.", "suit.")


@each("language", LANGUAGES)
def test_message_keys_match_the_words(language: str) -> None:
    words, keys = read_templates(language).keys(), set(WORD_KEY.findall(TEXT["word_keys.js"]))
    assert keys - words == set()
    assert {key for key in words if key.startswith(WHOLE_GROUPS)} - keys == set()


def test_nothing_forbidden_is_inline() -> None:
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", INDEX)
    for name, text in TEXT.items():
        if name.endswith(".js"):
            assert "innerHTML" not in text, name
            assert 'setAttribute("style"' not in text, name


@each("name", sorted(TEXT))
def test_nothing_is_external(name: str) -> None:
    assert set(re.findall(r"https?://[\w./]*", TEXT[name])) <= {"http://www.w3.org/2000/svg"}


def test_every_named_file_exists() -> None:
    named = set(re.findall(r"(?:href|src)=\"([\w-]+\.\w+)\"", INDEX))
    for path in SCRIPTS:
        named |= set(re.findall(r"from \"\./([\w-]+\.js)\"", TEXT[path.name]))
    assert named <= TEXT.keys()


@each("language", LANGUAGES)
def test_every_chip_mark_is_explained(language: str) -> None:
    signs = re.search(r"SIGNS = .*\(\{(.+?)\}", TEXT["place_marks.js"])
    assert signs
    kinds = {
        *re.findall(r"(\w+): \"", signs[1]),
        *re.findall(r"kind: \"(\w+)\"", TEXT["place_marks.js"]),
    }
    assert {"held", "win"} <= kinds
    assert {f"web.legend.{kind}" for kind in kinds} <= read_templates(language).keys()
