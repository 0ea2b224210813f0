"""Every mistake that a file can have, planted in one file of each kind: all are named at once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from firmware.shell.config.config import load_config as load_table
from firmware.shell.config.faults import ConfigError
from firmware.shell.words.languages import languages_with
from firmware.shell.words.templates import read_file_templates
from firmware.shell.words.words import Words
from firmware.slots.config import load_config as load_bank
from firmware.tournament.config import load_config as load_tournament
from tests.kits.shell.config_text import CHIPS, JOURNAL, changed

FLOOR: Final = """
[floor]
house = "a house"
key = "copy"
people = "people"
servers = ["http://x", "nats://10.0.0.5"]
"""
FLOOR_MISTAKES: Final = [
    ("floor.house", "config.no_token"),
    ("floor.name", "config.missing"),
    ("floor.servers", "config.no_server"),
    ("floor.servers", "config.open_server"),
]

MACHINE: Final = 'denomination = 25\ncoins = 3\npay_table = "A"\nreturn = 9012\nodds = 1000\n'
BANK: Final = f"""
name = ""
port = "socket://10.0.0.5:4001"
shut_down = "yes"
copies = ["copy"]
colour = 1

[progressive]
machines = [1, 2, 2, 9]
base = -1
permille = 0
group = 256
level = 33
leevl = 1

[machine.1]
{MACHINE}
[machine.2]
denomination = 7
coins = 0
pay_table = "É"
return = 90.12
odds = 0
deviation = nan
[machine.3]
denomination = "25"
coin = 3
pay_table = ""
return = "9012"
deviation = true
[machine.3.games.0]
[machine.3.games.2]
pay_table = "TOOLONG"
return = 8299
[machine.128]
"""
BANK_MISTAKES: Final = [
    ("name", "config.no_text"),
    ("port", "slots.config.nine_bits"),
    ("shut_down", "config.kind"),
    ("copies", "config.count"),
    ("colour", "config.unknown"),
    ("progressive.machines", "slots.config.once"),
    ("progressive.machines", "bank.no_machine"),
    ("progressive.base", "slots.config.base"),
    ("progressive.permille", "config.range"),
    ("progressive.group", "config.range"),
    ("progressive.level", "config.range"),
    ("progressive.leevl", "config.unknown_near"),
    ("machine.2.denomination", "config.among"),
    ("machine.2.coins", "config.range"),
    ("machine.2.pay_table", "slots.config.pay_table"),
    ("machine.2.return", "slots.config.return"),
    ("machine.2.odds", "config.range"),
    ("machine.2.deviation", "slots.config.deviation"),
    ("machine.3.denomination", "config.kind"),
    ("machine.3.coin", "config.unknown_near"),
    ("machine.3.pay_table", "config.no_text"),
    ("machine.3.return", "config.kind"),
    ("machine.3.deviation", "config.kind"),
    ("machine.3.games.0", "slots.config.numbers"),
    ("machine.3.games.2.pay_table", "slots.config.pay_table"),
    ("machine.3.games.2.return", "slots.config.return"),
    ("machine.128", "slots.config.numbers"),
    # the key of the floor has the name of a copy of the journal
    ("floor.key", "config.taken"),
    *FLOOR_MISTAKES,
]

LEVELS: Final = "levels = [{ seconds = 0, blinds = [25, 50] }]"
TOURNAMENT: Final = """
tournament = "a b"
title = ""
licence = 5
tooo_few = "none"

[journal]
copies = ["copy"]

[tables]
north = 1
south = 1
"we st" = 0

[printer]
part = "star"

[options]
{options}
"""
TOURNAMENT_MISTAKES: Final = [
    ("tournament", "config.no_token"),
    ("title", "config.no_text"),
    ("licence", "config.kind"),
    ("tooo_few", "config.unknown_near"),
    ("journal.copies", "config.count"),
    ("tables.south", "config.taken"),
    ("tables.we st", "config.range"),
    ("tables.we st", "config.no_token"),
    ("printer.part", "config.among"),
    ("printer.port", "config.missing"),
    ("printer.baud", "config.missing"),
    ("floor.key", "config.taken"),
    *FLOOR_MISTAKES,
]
HOLDEM: Final = f"""
entry_cents = 0
{LEVELS}
rebuy = {{ cents = 0, chips = 1 }}
chips = "many"
seats = 11
managers = -1
staff = [1]
prize_percent = 86
prizes = [60, 40]
prize_unit = 0
expenses_cents = -1
begins = "25:00"
ends = "20:60"
published_days = 3
role = "tabel"
colour = 1
holdem = "yes"
"""
UNKNOWN_OPTIONS: Final = [
    ("options.colour", "config.unknown"),
    ("options.holdem", "config.unknown_near"),
]
HOLDEM_MISTAKES: Final = [
    "entry_cents",
    *("levels", "rebuy", "chips", "seats", "managers", "staff", "prize_percent", "prizes"),
    *("prize_unit", "expenses_cents", "begins", "ends", "published_days", "role"),
]
"""The options that are refused; a refused one is compared with no other."""
ANY_GAME: Final = """
levels = 3
of = "bridge"
prize_percent = 29
published_days = 6
"""
ANY_GAME_MISTAKES: Final = ["entry_cents", "levels", "of", "prize_percent", "published_days"]


OPTIONS: Final = 'variant = "punto"\nspeed = 3\npays = { tie = [8, 1] }\n'
TABLE: Final = [
    ('language = "fr"', 'language = "de"', "language", "config.among"),
    ('name = "Baccara 1"', 'name = ""', "table.name", "config.no_text"),
    ("spots = 7", "spots = 70\nspot = 7", "table.spots", "config.range"),
    ("spots = 7", "spots = 70\nspot = 7", "table.spot", "config.unknown_near"),
    (CHIPS, "denominations_cents = [100, 500]", "table.denominations_cents", "config.falling"),
    ('"allow"', "3", "table.late_entry", "config.kind"),
    *(
        ('variant = "midi"', f"{OPTIONS}smallest_chip = 50", f"game.{option}", reason)
        for option, reason in (
            ("variant", "config.option"),
            ("speed", "config.option"),
            ("pays", "config.option"),
            ("smallest_chip", "config.of_table"),
        )
    ),
    ("min_cents = 500\n", "min_cents = 60000\n", "limits.tie", "config.min_above_max"),
    (JOURNAL, 'copies = ["copy"]', "journal.copies", "config.count"),
    ("bus = 1", "bus = -1", "i2c.bus", "config.range"),
    ("baud = 4800", "buad = 4800", "shoe.buad", "config.unknown_near"),
    ("addresses = [0x20, 0x21]", "addresses = []", "presence.addresses", "config.empty"),
    ("addresses = [0x22]", "addresses = [0x1F]", "keys.addresses", "config.address"),
    ("door_shoe = 13\n", "", "keys.inputs.door_shoe", "config.missing"),
    ("address = 0x73", "address = 0x70", "figures.address", "config.all_call"),
    ("pin = 18\n", "pin = 17\nvolume = 3\n", "sounder.pin", "config.taken"),
    ("pin = 18\n", "pin = 17\nvolume = 3\n", "sounder.volume", "config.unknown"),
]
"""What is changed, and the key and the reason of a mistake in it."""


def faults(load: Callable[[Path], Any], text: str, folder: Path) -> list[tuple[str, str]]:
    """Return key and reason of every fault, having said each in both languages."""
    path = folder / "file.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load(path)
    for language in languages_with("configuration"):
        lines = refused.value.rendered_lines(Words.load(language))
        assert len({*lines}) == len(refused.value.faults)
    return sorted((fault.key, fault.reason.key) for fault in refused.value.faults)


def test_table_mistakes_named_at_once(tmp_path: Path) -> None:
    text = changed(*{(old, new) for old, new, *_ in TABLE})
    expected = [(key, reason) for _, _, key, reason in TABLE] + [("floor.key", "config.taken")]
    assert faults(load_table, text + FLOOR, tmp_path) == sorted([*expected, *FLOOR_MISTAKES])


def test_bank_mistakes_named_at_once(tmp_path: Path) -> None:
    assert faults(load_bank, BANK + FLOOR, tmp_path) == sorted(BANK_MISTAKES)


def test_every_bank_mistake_is_covered() -> None:
    # machines that differ are compared only if they were read, and none of 64 were counted
    elsewhere = {"slots.config.unequal", "slots.config.many"}
    own = {key for key in read_file_templates("en", "slots") if key.startswith("slots.config.")}
    assert own - {reason for _, reason in BANK_MISTAKES} == elsewhere


@pytest.mark.parametrize(
    ("game", "options", "refused"),
    [("holdem-tournament", HOLDEM, HOLDEM_MISTAKES), ("tournament", ANY_GAME, ANY_GAME_MISTAKES)],
)
def test_tournament_mistakes_are_named(
    game: str, options: str, refused: list[str], tmp_path: Path
) -> None:
    text = f'game = "{game}"\n{TOURNAMENT.format(options=options)}{FLOOR}'
    expected = [(f"options.{option}", "config.option") for option in refused]
    expected += UNKNOWN_OPTIONS if options is HOLDEM else []
    assert faults(load_tournament, text, tmp_path) == sorted([*TOURNAMENT_MISTAKES, *expected])
