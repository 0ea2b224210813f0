"""Spots that are skipped or have names, by a configuration (`seats = [1, 2, 3, 5, "Nord"]`)."""

import tomllib
from collections.abc import Iterator
from io import StringIO

import msgspec
import pytest
from rich.console import Console

from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.cli.terminal.felt import FeltView
from firmware.core.game.score_text import score_of
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import LateResolved
from firmware.core.vocabulary.status import SpotStatus, hand_words
from firmware.shell.config.config import read_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.settings import Config
from firmware.shell.history.journal_entries import Setting
from firmware.shell.history.setting_words import setting_words
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.house_words import with_seats
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.ruling_words import ruling_texts
from firmware.shell.words.templates import read_templates
from firmware.shell.words.words import Words
from tests.kits.offenders import each

SEATS = [1, 2, 3, 5, 6, 7, "Nord"]
NAMES = tuple(map(str, SEATS))
EN = Words.load("en", house=with_seats({}, NAMES))


def config_with(seats: object, **sections: object) -> Config:
    document = tomllib.loads(DEFAULT_TABLE.read_text(encoding="utf-8"))
    document["table"]["seats"] = seats
    return read_config(document | sections)


def spot_keys(language: str) -> Iterator[str]:
    templates = read_templates(language)
    return (key for key, template in templates.items() if template.placeholders == {"spot"})


@each("language", LANGUAGES)
def test_every_text_names_the_seat(language: str) -> None:
    words, numbers = Words.load(language, house=EN.house), Words.load(language)
    for key in spot_keys(language):
        assert words.render(Text(key, {"spot": 4})) == numbers.render(Text(key, {"spot": 5})), key


@each(
    "text, said",
    [
        (hand_words("4"), "Spot 5"),
        (hand_words("7.2"), "Spot Nord, hand 2"),
        (score_of("4.2", Text("bet.tie")), None),
        (Text("told.prison", {"spots": "3, 4, 7"}), "In prison: spots 3, 5, Nord"),
        (Text("cards.spot", {"spot": "4.2", "card": ""}), "Spot 5.2 –"),
        (Text("hand.spot", {"spot": 8}), "Spot 8"),
    ],
)
def test_hands_and_lists_name_the_seat(text: Text, said: str | None) -> None:
    assert EN.render(text) == said if said else "Spot 5" in EN.render(text)


def test_typed_name_finds_its_spot() -> None:
    assert [EN.spot_of_seat(name) for name in ("3", "5", "nord")] == ["3", "4", "7"]
    assert Words.load("en").spot_of_seat("4") == "4"
    assert EN.spot_of_seat("0") == "0"
    with pytest.raises(RequestFailed):
        EN.spot_of_seat("4")


def test_displays_sheets_and_journal_name_the_seats() -> None:
    config = config_with(SEATS)
    assert config.table.seats == NAMES
    assert config.words_in("en").render(hand_words("4")) == "Spot 5"
    sheet = rule_sheet("baccarat", Words.load("en"), config.rule_pack, config)
    assert f"Spots of this table: {', '.join(NAMES)}" in sheet.lines
    written = msgspec.json.encode(journal_setting(config, configured_table(config, simulated=True)))
    recorded = setting_words(msgspec.json.decode(written, type=Setting), Words.load("en"))
    (text,) = ruling_texts(LateResolved(Place(4, "tie")))
    assert "spot 5" in recorded.render(text)


@each(
    "seats",
    [
        "1-7",
        [],
        [1, 2],
        [*range(1, 9)],
        [1, 2, 3, 3, 5, 6, 7],
        [1, 2, 3, "a", "A", 6, 7],
        [1, 2, 3, "a b", 5, 6, 7],
        [1, 2, 3, "{x}", 5, 6, 7],
        [1, 2, 3, "abcdefg", 5, 6, 7],
        [1, 2, 3, True, 5, 6, 7],
        [1, 2, 3, -4, 5, 6, 7],
    ],
)
def test_other_lists_are_refused_with_their_place(seats: object) -> None:
    with pytest.raises(ConfigError) as refused:
        config_with(seats)
    assert [fault.key for fault in refused.value.faults] == ["table.seats"]


def test_terminal_titles_a_spot_by_its_seat() -> None:
    spots = {spot: SpotStatus("awaiting", pulsing=spot == 4, bets=()) for spot in range(1, 8)}
    console = Console(file=StringIO(), width=140)
    console.print(FeltView(EN).draw(spots, 140, 0))
    drawn = console.file.getvalue()  # type: ignore[attr-defined]
    assert "▶ 5 ◀" in drawn
    assert "Nord" in drawn
    assert " 4 " not in drawn
