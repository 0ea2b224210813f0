"""Typesetting never cuts: every word is on some screen, whole and within the glass."""

import gc
import string
import tomllib
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from drivers.displays.letters import font
from drivers.displays.typesetting import (
    TYPE_SIZES,
    DotScreen,
    TypeSize,
    _ink_pages,
    _screen_ink,
    lay_out_rows,
    pictures,
)
from firmware.shell.words.word_files import FILES, file_content
from tests.kits.drivers.glass import drawn, same
from tests.kits.examples import examples
from tests.kits.offenders import each

FRENCH = string.ascii_letters + string.digits + "éèêëàâçùûüôöîïœæÉÈÊÀÂÇÔÎŒ«»×…—’'€$½,.:;!?()♠♥♦♣→▶"
NO_BREAK = "\u00a0"
SPACES = f" {NO_BREAK}\u202f"
MISSING = "\U0010fffe"

words = st.text(FRENCH + NO_BREAK, min_size=1, max_size=14)
prompts = st.lists(st.lists(words, max_size=14).map(" ".join), max_size=5).map(tuple)
anything = st.lists(st.text(FRENCH + SPACES, max_size=90), max_size=3).map(tuple)


def glyph(character: str, px: int = 27) -> bytes:
    return bytes(font(px).getmask(character, mode="1"))


def ink(image: Image.Image) -> tuple[int, int, int, int]:
    box = image.getbbox()
    assert box is not None
    return box


def test_missing_character_has_a_visible_glyph() -> None:
    assert glyph("日") == glyph(MISSING) != glyph("é")


@each("character", FRENCH)
def test_french_has_its_glyphs(character: str) -> None:
    assert glyph(character) != glyph(MISSING)


def test_spaces_have_width_without_ink() -> None:
    for size in TYPE_SIZES:
        plain, no_break, narrow = (size.width(f"5{space}$") - size.width("5$") for space in SPACES)
        assert plain == no_break > narrow > 0
        assert not any(glyph(SPACES, size.height_px))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_font_has_every_character_of_the_table(language: str) -> None:
    tables = [tomllib.loads(file_content(language, file)) for file in FILES]
    said = set("".join(text for table in tables for text in texts(table)))
    assert "".join(sorted(c for c in said - set(SPACES) if glyph(c) == glyph(MISSING))) == ""


def texts(table: object) -> list[str]:
    if isinstance(table, dict):
        return [text for value in table.values() for text in texts(value)]
    return [str(table)]


@each("size", TYPE_SIZES)
def test_no_letter_leaves_its_row_or_the_glass(size: TypeSize) -> None:
    pitch = 64 // size.rows
    for letter in FRENCH:
        for text in (letter, f"É{letter}", f"g{letter}"):
            sheet = Image.new("1", (300, 100))
            at = (100, 10 + size.baseline)
            ImageDraw.Draw(sheet).text(at, text, fill=1, font=font(size.height_px), anchor="ls")
            left, top, right, bottom = ink(sheet)
            assert left >= 100 - 2, f"{text} begins before the margin"
            assert right <= 100 + size.width(text), f"{text} is wider than measured"
            assert top >= 10
            assert bottom <= 10 + pitch, f"{text} reaches into the next row"


@given(lines=prompts)
def test_word_is_whole_on_some_screen(lines: tuple[str, ...]) -> None:
    rows = [row for screen in lay_out_rows(lines).screens for row in screen]
    shown = {word for row in rows for word in row.split(" ")}
    for word in (word for line in lines for word in line.split(" ")):
        assert word == "" or word in shown or TYPE_SIZES[-1].width(word) > 122, word


@given(lines=st.one_of(prompts, anything))
def test_nothing_lost_moved_or_too_wide(lines: tuple[str, ...]) -> None:
    size, screens = lay_out_rows(lines)
    assert len(screens) >= 1
    assert all(len(rows) <= size.rows for rows in screens)
    assert all(size.width(row) <= 126 for rows in screens for row in rows)
    shown = "".join(row for rows in screens for row in rows)
    assert shown.replace(" ", "") == "".join(lines).replace(" ", "")


@given(lines=st.lists(st.text(FRENCH, min_size=1, max_size=5), min_size=1, max_size=9))
def test_each_line_begins_a_row(lines: list[str]) -> None:
    assert [row for rows in lay_out_rows(tuple(lines)).screens for row in rows] == lines


@each(
    "lines, px, screens",
    [
        (("Faites vos jeux",), 27, (("Faites", "vos jeux"),)),
        (("Carte au joueur", "SIMULATION"), 18, (("Carte au", "joueur", "SIMULATION"),)),
        (("Banque 7", "Joueur 4", "Banque gagne"), 16, (("Banque 7", "Joueur 4", "Banque gagne"),)),
        (
            ("Place 2 : ramasser la commission, 20,00\u00a0$", "SIMULATION"),
            13,
            (("Place 2 : ramasser", "la commission,", "20,00\u00a0$", "SIMULATION"),),
        ),
        ((), 27, ((),)),
        (("", " "), 27, ((),)),
        (("Superviseurs",), 18, (("Superviseurs",),)),
        (("Mélangée",), 23, (("Mélangée",),)),
    ],
)
def test_type_is_the_largest_fitting_one_screen(
    lines: tuple[str, ...], px: int, screens: tuple[tuple[str, ...], ...]
) -> None:
    assert lay_out_rows(lines) == (
        next(size for size in TYPE_SIZES if size.height_px == px),
        screens,
    )


def test_smallest_row_holds_a_prompt() -> None:
    assert [size.height_px for size in TYPE_SIZES] == sorted(
        (size.height_px for size in TYPE_SIZES), reverse=True
    )
    assert TYPE_SIZES[-1].width("RIEN NE VA PLUS") <= 122
    assert TYPE_SIZES[-1].width("Place 2 : ramasser") <= 126


def test_overflow_is_spread_evenly_over_screens() -> None:
    five = tuple(f"Ligne {number} du texte" for number in range(5))
    size, screens = lay_out_rows(five)
    assert size == TYPE_SIZES[-1]
    assert screens == (five[:3], five[3:])


def test_word_wider_than_glass_is_broken_not_cut() -> None:
    word = "anticonstitutionnellement" * 2
    size, screens = lay_out_rows((word,))
    assert size == TYPE_SIZES[-1]
    assert "".join(row for rows in screens for row in rows) == word


def test_no_break_space_holds_amount_together() -> None:
    rows = [
        row
        for screen in lay_out_rows((f"Payer 1{NO_BREAK}400,00{NO_BREAK}$ " * 4,))[1]
        for row in screen
    ]
    assert sum(f"1{NO_BREAK}400,00{NO_BREAK}$" in row for row in rows) == 4


@each("size", TYPE_SIZES)
@each("letter", "JjgÉŒ_")
def test_picture_holds_all_ink_of_rows(size: TypeSize, letter: str) -> None:
    picture = drawn(screen_of(size, (letter,) * size.rows))
    assert dots(picture) == size.rows * dots(set_by_pillow(size, letter))


@settings(max_examples=examples(20, 100))
@given(text=st.text(FRENCH + SPACES, min_size=1, max_size=6), size=st.sampled_from(TYPE_SIZES))
def test_row_matches_pillow_drawing(text: str, size: TypeSize) -> None:
    assume(size.width(text) <= 126)  # a row: no wider text is ever set in one
    assume(text.strip(SPACES))  # ink, by which the two are laid on each other
    ours, pillows = drawn(screen_of(size, (text,))), set_by_pillow(size, text)
    assert ours.crop(ours.getbbox()).tobytes() == pillows.crop(pillows.getbbox()).tobytes()


def set_by_pillow(size: TypeSize, text: str) -> Image.Image:
    sheet = Image.new("1", (300, 100))
    ImageDraw.Draw(sheet).text((100, 50), text, fill=1, font=font(size.height_px), anchor="ls")
    return sheet


def screen_of(size: TypeSize, rows: Sequence[str]) -> DotScreen:
    return _ink_pages(_screen_ink(size, rows))


def dots(picture: Image.Image) -> int:
    return sum(map(bool, picture.get_flattened_data()))


def test_screens_have_a_position_bar() -> None:
    one, two = (drawn(screen) for screen in pictures(("Payer place 2",) * 5))
    edge = [(bool(one.getpixel((127, y))), bool(two.getpixel((127, y)))) for y in range(64)]
    assert edge == [(True, False)] * 32 + [(False, True)] * 32
    assert not any(one.getpixel((126, y)) for y in range(64))
    alone = drawn(pictures(("Faites vos jeux",))[0])
    assert not any(alone.getpixel((127, y)) for y in range(64))


@settings(max_examples=examples(20, 100))
@given(lines=prompts)
def test_screen_consists_of_its_rows(lines: tuple[str, ...]) -> None:
    size, screens = lay_out_rows(lines)
    for rows, screen in zip(screens, pictures(lines), strict=True):
        shown = drawn(screen).crop((0, 0, 127, 64))
        assert same(shown, drawn(screen_of(size, rows)).crop((0, 0, 127, 64)))


def test_cache_is_bounded_and_pictures_are_freed() -> None:
    before = living_pictures()
    for cents in range(3000):
        pictures((f"Payer {cents}",))
    assert pictures.cache_info().currsize <= 256
    assert living_pictures() == before


def living_pictures() -> int:
    gc.collect()
    return sum(type(found) is Image.Image for found in gc.get_objects())


def test_same_lines_are_drawn_once() -> None:
    assert pictures(("Faites vos jeux",)) is pictures(("Faites vos jeux",))


@settings(max_examples=examples(10, 100))
@given(prompts)
def test_standing_line_on_every_screen(lines: tuple[str, ...]) -> None:
    size, screens = lay_out_rows(lines, "SIMULATION")
    assert all(screen[-1] == "SIMULATION" and len(screen) <= size.rows for screen in screens)
    said = "".join(row for screen in screens for row in screen[:-1])
    assert said.replace(" ", "") == "".join(lines).replace(" ", "")
