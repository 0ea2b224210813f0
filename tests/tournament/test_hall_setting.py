"""The file of a hall: every mistake is named with its place."""

from pathlib import Path

import pytest

from firmware.shell.config.faults import ConfigError
from firmware.shell.words.words import Words
from firmware.tournament.config import load_config
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.tournament.hall_machine import ROOM_TOML

WHOLE = """
tournament = "lions-2026"
game = "holdem-tournament"

[options]
entry_cents = 5000
levels = [{ seconds = 1200, blinds = [25, 50] }, { seconds = 600, break = true },
          { seconds = 1200, blinds = [50, 100], ante = 10 }]
rebuy = { cents = 5000, chips = 10000, until_level = 2 }

[tables]
north = 1
south = 2

[floor]
house = "house"
name = "hall"
key = "floor.key"
people = "people"
servers = ["nats://127.0.0.1:4222"]
"""


def faults(tmp_path: Path, text: str) -> list[str]:
    file = tmp_path / "room.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as found:
        load_config(file)
    return found.value.rendered_lines(Words.load("en"))


def test_complete_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text(WHOLE)
    setting = load_config(file)
    assert setting.terms.holdem
    assert setting.tables == {"north": 1, "south": 2}
    assert setting.floor is not None
    assert [period.rest for period in setting.terms.levels] == [False, True, False]


@each("role, notices", [("tournament", 0), ("room", 1)])
def test_former_role_name_is_read_with_new_name(role: str, notices: int, tmp_path: Path) -> None:
    file = tmp_path / "tournament.toml"
    file.write_text(ROOM_TOML)
    plain = load_config(file)
    file.write_text(f'{ROOM_TOML}role = "{role}"\n')
    config = load_config(file)
    assert config.terms == plain.terms
    assert [notice.values["name"] for notice in config.notices] == ["tournament"] * notices


def test_title_may_have_spaces_and_defaults_to_name(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text(WHOLE)
    assert load_config(file).heading == "lions-2026"
    file.write_text(f"title = \"Tournoi d'été, à l'école\"\n{WHOLE}")
    setting = load_config(file)
    assert (setting.tournament, setting.heading) == ("lions-2026", "Tournoi d'été, à l'école")
    assert faults(tmp_path, f'title = ""\n{WHOLE}') == ['title: "": must be a text']


def test_guide_s_example_is_valid() -> None:
    setting = load_config(EXAMPLES / "tournament" / "tournament.toml")
    assert setting.tournament == "lions-2026"
    assert setting.terms.managers_for(10) == setting.terms.managers


def test_124_tournament_may_be_of_any_house_game(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    text = WHOLE.replace("holdem-tournament", "tournament").replace("rebuy", 'of = "blackjack"\n#')
    file.write_text(text)
    assert load_config(file).terms.of == "blackjack"


@each(
    "old, new, place",
    [
        ('tournament = "lions-2026"', "", "tournament: missing"),
        ('"lions-2026"', '"a b"', "tournament"),
        ('"holdem-tournament"', '"bridge"', "game"),
        ("entry_cents = 5000", "", "options"),
        ("entry_cents = 5000", "entry_cents = 6000", "options.rebuy: Entry and rebuy"),
        ("entry_cents = 5000", "entry_cents = 5000\nprize_unit = 0", "prize_unit"),
        ("blinds = [25, 50]", "blinds = [50, 25]", "options"),
        ("[options]", "[option]", "options"),
        ("south = 2", "south = 1", "tables.south"),
        ("south = 2", "south = 0", "tables.south"),
        ("south", '"so uth"', "tables.so uth"),
        ('["nats://127.0.0.1:4222"]', '["nats://10.0.0.1:4222"]', "floor.servers"),
        ("[floor]", "[flor]", "flor"),
        ("[tables]", "[tables", "line"),
    ],
)
def test_mistake_is_named_with_place(tmp_path: Path, old: str, new: str, place: str) -> None:
    assert place in "\n".join(faults(tmp_path, WHOLE.replace(old, new, 1)))


def test_a_game_that_is_unknown_hides_no_other_mistake(tmp_path: Path) -> None:
    text = WHOLE.replace('"holdem-tournament"', '"holdem"').replace("entry_cents", "entry_cent")
    assert [line.partition(":")[0] for line in faults(tmp_path, f"{text}\n[printer]\n")] == [
        *("game", "options.entry_cent", "options.entry_cents"),
        *("printer.part", "printer.port", "printer.baud"),
    ]


@each(
    "old, new",
    [
        ("blinds = [50, 100]", "blinds = [100, 50]"),
        ("seconds = 600, break", "second = 600, break"),
        ("seconds = 600, break", "seconds = 600, brake"),
    ],
)
def test_of_the_levels_the_wrong_one_is_named(tmp_path: Path, old: str, new: str) -> None:
    (line,) = faults(tmp_path, WHOLE.replace(old, new))
    assert new.partition(" ")[0] in line
    assert '"blinds":[25,50]' not in line


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        load_config(tmp_path / "none.toml")
