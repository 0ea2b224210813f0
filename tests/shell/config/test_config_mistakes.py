"""Every mistake of a configuration is refused with its place: of the file, or of the game."""

from pathlib import Path

import pytest

from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import load_config, parse_config
from firmware.shell.config.defaults import DEFAULT_TABLE, default_table
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.source import LARGEST_BYTES
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.quebec import game_rules, games_in_pack
from tests.kits.shell.config_text import (
    CHIPS,
    JOURNAL,
    LINES,
    VALID,
    WORDS,
    Change,
    changed,
    refusal,
)


def faults(*changes: Change) -> list[tuple[str, str]]:
    """Return key and reason of every fault, having said each in both languages."""
    error = refusal(changed(*changes))
    assert all(len(error.rendered_lines(words)) == len(error.faults) for words in WORDS)
    return [(fault.key, fault.reason.key.removeprefix("config.")) for fault in error.faults]


# what is wrong

SPOTS, SHOE, LIGHTS = "spots = 7", 'port = "/dev/croupier-shoe"', "addresses = [0x40, 0x41]"
PRESENCE = "addresses = [0x20, 0x21]"
PAYOUT = 'part = "ssd1306"\naddress = 0x3D'
SH1106 = 'part = "sh1106"\naddress = 0x3D'
HD44780 = 'part = "hd44780"\naddress = 0x27'
ANTENNAS = "[chips.antennas]\nplayer = {}\nbanker = [8,9,10,11,12,13,14]\n"
ANTENNAS += "tie = [15,16,17,18,19,20,21]\n[i2c]"
ALONE = [
    ('language = "fr"', 'language = "de"', "language", "among"),
    ('name = "Baccara 1"', 'name = ""', "table.name", "no_text"),
    ('name = "Baccara 1"', 'name = "a\\nb"', "table.name", "no_text"),
    ('name = "Baccara 1"', "name = 1", "table.name", "kind"),
    ('game = "baccarat"', 'game = "bacarat"', "table.game", "among"),
    (SPOTS, "spots = 0", "table.spots", "range"),
    (SPOTS, "spots = 15", "table.spots", "range"),
    (SPOTS, f"spots = {'9' * 30}", "table.spots", "range"),
    (SPOTS, "spots = true", "table.spots", "kind"),
    (SPOTS, "spots = 7.0", "table.spots", "kind"),
    (f"{SPOTS}\n", "", "table.spots", "missing"),
    ('"allow"', '"sometimes"', "table.late_entry", "among"),
    (CHIPS, f'{CHIPS}\npayments = "all"', "table.payments", "among"),
    (CHIPS, f"{CHIPS}\npayments = true", "table.payments", "kind"),
    (CHIPS, f"{CHIPS}\nimplausible_cents = 0", "table.implausible_cents", "range"),
    (CHIPS, f"{CHIPS}\nsmallest_chip_cents = 100", "table.smallest_chip_cents", "not_smallest"),
    (CHIPS, f"{CHIPS}\nsmallest_chip_cents = 0", "table.smallest_chip_cents", "range"),
    ("decks = 8", "decks = 8\nsmallest_chip = 50", "game.smallest_chip", "of_table"),
    ("decks = 8", 'decks = 8\nrounding = "player"', "game.rounding", "rounding_of_table"),
    (CHIPS, f'{CHIPS}\nrounding = "player"', "table.rounding", "rounds_to_chip"),
    (CHIPS, f'{CHIPS}\nsmallest_chip_cents = 50\nrounding = "house"', "table.rounding", "among"),
    (CHIPS, f"{CHIPS}\nimplausible_cents = 10000000000", "table.implausible_cents", "range"),
    (CHIPS, f'{CHIPS}\nimplausible_cents = "5"', "table.implausible_cents", "kind"),
    (CHIPS, "denominations_cents = []", "table.denominations_cents", "empty"),
    (CHIPS, "denominations_cents = [100, 500]", "table.denominations_cents", "falling"),
    (CHIPS, "denominations_cents = [100, 100]", "table.denominations_cents", "falling"),
    (CHIPS, "denominations_cents = [100, 0]", "table.denominations_cents", "falling"),
    (CHIPS, 'denominations_cents = [100, "5"]', "table.denominations_cents", "kind"),
    ("decks = 8", "decks = 5", "game.decks", "range"),
    ("decks = 8", "decks = 9", "game.decks", "range"),
    ('variant = "midi"', "variant = 1.5", "game.variant", "kind"),
    ('variant = "midi"', "variant = [2007-11-30]", "game.variant", "kind"),
    ('variant = "midi"', "variant.a.b.c.d.e = 1", "game.variant", "kind"),
    ('variant = "midi"', "variant = [[[[[1]]]]]", "game.variant", "kind"),
    ('variant = "midi"', "variant = 9223372036854775808", "game.variant", "kind"),
    ("[limits.tie]", "[limits.tye]", "limits.tye", "unknown_near"),
    ("min_cents = 500\n", "min_cents = 0\n", "limits.tie.min_cents", "range"),
    ("min_cents = 500\n", "min_cents = 50001\n", "limits.tie", "min_above_max"),
    ("min_cents = 500\n", "", "limits.tie.min_cents", "missing"),
    ("max_cents = 50000\n", "max_cents = 1_000_000_001\n", "limits.tie.max_cents", "range"),
    (JOURNAL, 'copies = ["journal/first"]', "journal.copies", "count"),
    (JOURNAL, 'copies = ["a", "b", "c"]', "journal.copies", "count"),
    (JOURNAL, 'copies = ["a", "./x/../a"]', "journal.copies", "taken"),
    (JOURNAL, 'copies = ["a", " "]', "journal.copies", "no_text"),
    (JOURNAL, f"{JOURNAL}\nsegment_mib = 0", "journal.segment_mib", "range"),
    (JOURNAL, f"{JOURNAL}\nsegment_mib = 65", "journal.segment_mib", "range"),
    (JOURNAL, f"{JOURNAL}\nkeep_mib = 63", "journal.keep_mib", "range"),
    (JOURNAL, f'{JOURNAL}\nkeep_mib = "all"', "journal.keep_mib", "kind"),
    (JOURNAL, f"{JOURNAL}\nsegment_kib = 8", "journal.segment_kib", "unknown_near"),
    ('socket = "croupier.sock"', 'socket = "journal/first"', "control.socket", "taken"),
    ('part = "angel-eye"', 'part = "angle-eye"', "shoe.part", "among"),
    (SHOE, 'port = "ttyUSB0"', "shoe.port", "path"),
    (SHOE, 'port = "/dev/croupier-chips"', "chips.port", "taken"),
    (SHOE, 'port = "socket://shoe.local:4001"', "shoe.port", "serial_server"),
    (SHOE, 'port = "rfc2217://10.0.0.5:4001"', "shoe.port", "serial_server"),
    (SHOE, 'port = "socket://8.8.8.8:4001"', "shoe.port", "public_server"),
    ("baud = 4800", "baud = 19200", "shoe.baud", "among"),
    ("baud = 4800", 'baud = "4800"', "shoe.baud", "kind"),
    ("copies = 2", "copies = 0", "shoe.copies", "range"),
    ("copies = 2", "copies = 4", "shoe.copies", "range"),
    ("commands = false", "commands = 0", "shoe.commands", "kind"),
    ("baud = 19200", "baud = 9600", "chips.baud", "among"),
    ('registry = "chips.csv"', 'registry = "journal/second"', "chips.registry", "taken"),
    ("[i2c]", ANTENNAS.format([1, 2]), "chips.antennas.player", "count"),
    ("[i2c]", ANTENNAS.format([0, 2, 3, 4, 5, 6, 7]), "chips.antennas.player", "range"),
    ("[i2c]", ANTENNAS.format([256, 2, 3, 4, 5, 6, 7]), "chips.antennas.player", "range"),
    ("[i2c]", ANTENNAS.format([9, 2, 3, 4, 5, 6, 7]), "chips.antennas.banker", "taken"),
    ("bus = 1", "bus = -1", "i2c.bus", "range"),
    (PRESENCE, "addresses = []", "presence.addresses", "empty"),
    (PRESENCE, "addresses = [0x20, 0x28]", "presence.addresses", "address"),
    (PRESENCE, "addresses = [0x20, 0x70]", "presence.addresses", "all_call"),
    (PRESENCE, "addresses = [0x20, 0x20]", "presence.addresses", "taken"),
    (PRESENCE, "addresses = [0x20, 0x22]", "keys.addresses", "taken"),
    (PRESENCE, "addresses = [0x20]", "presence.addresses", "few_inputs"),
    ("interrupt = 17", "interrupt = 28", "presence.interrupt", "range"),
    ("interrupt = 17", "interrupt = 1", "presence.interrupt", "range"),
    ("interrupt = 17", "interrupt = 2", "presence.interrupt", "taken"),
    ("interrupt = 17", "interrupt = 18", "sounder.pin", "taken"),
    ("addresses = [0x22]", "addresses = [0x1F]", "keys.addresses", "address"),
    ("clear = 10", "clear = 14", "keys.inputs.clear", "range"),
    ("clear = 10", "clear = 11", "keys.inputs.key_switch", "taken"),
    ("door_shoe = 13\n", "", "keys.inputs.door_shoe", "missing"),
    (LIGHTS, "addresses = [0x40]", "lights.addresses", "few_channels"),
    (LIGHTS, "addresses = [0x40, 0x70]", "lights.addresses", "all_call"),
    (LIGHTS, "addresses = [0x40, 0x57]", "lights.addresses", "clock_eeprom"),
    (LIGHTS, "addresses = [0x40, 0x68]", "lights.addresses", "clock"),
    ("bus = 1", 'bus = 1\nclock = "ds1307"', "i2c.clock", "among"),
    (LIGHTS, f'{LIGHTS}\ncolour_order = "rgbw"', "lights.colour_order", "among"),
    (LIGHTS, f'{LIGHTS}\ncolour_order = "BGR"', "lights.colour_order", "among"),
    (LIGHTS, f"{LIGHTS}\ncolour_order = 1", "lights.colour_order", "kind"),
    (LIGHTS, "addresses = [0x40, 0x78]", "lights.addresses", "address"),
    (LIGHTS, "addresses = [0x40, 0x73]", "figures.address", "taken"),
    ("address = 0x3D", "address = 0x3C", "payout_display.address", "taken"),
    ("address = 0x3D", "address = 0x3E", "payout_display.address", "address"),
    (PAYOUT, f"{PAYOUT}\ncolumn_offset = 0", "payout_display.column_offset", "unknown"),
    (PAYOUT, f"{SH1106}\ncolumn_offset = 5", "payout_display.column_offset", "range"),
    (PAYOUT, f"{SH1106}\ncolumn_offset = -1", "payout_display.column_offset", "range"),
    (PAYOUT, f"{PAYOUT}\nflip_x = 1", "payout_display.flip_x", "kind"),
    (PAYOUT, f"{SH1106}\nflip_z = true", "payout_display.flip_z", "unknown_near"),
    (PAYOUT, f"{HD44780}\nflip_x = true", "payout_display.flip_x", "unknown"),
    (PAYOUT, f'{SH1106}\ncolumn_offset = "2"', "payout_display.column_offset", "kind"),
    (PAYOUT, f"{SH1106}\ncolumn_ofset = 0", "payout_display.column_ofset", "unknown_near"),
    (PAYOUT, f'{HD44780}\npins = ["RS", "RW", "E", "BL"]', "payout_display.pins", "backpack"),
    (PAYOUT, f"{HD44780}\npins = {['RS'] * 8}", "payout_display.pins", "backpack"),
    (PAYOUT, f"{HD44780}\npins = [0]", "payout_display.pins", "kind"),
    (PAYOUT, f"{HD44780}\npins = []", "payout_display.pins", "empty"),
    (PAYOUT, f'{HD44780}\nbacklight = "on"', "payout_display.backlight", "among"),
    (PAYOUT, f"{HD44780}\ncolumn_offset = 0", "payout_display.column_offset", "unknown"),
    ("address = 0x73", "address = 0x70", "figures.address", "all_call"),
    ("address = 0x73", "address = 0x6F", "figures.address", "address"),
    ("pin = 18", "pin = 27", "sounder.pin", "taken"),
    ("pin = 18\n", "pin = 18\nvolume = 3\n", "sounder.volume", "unknown"),
    ("[control]", "[contrl]", "contrl", "unknown_near"),
    ("baud = 4800", "buad = 4800", "shoe.buad", "unknown_near"),
    (SPOTS, "spots = 7\nspot = 7", "table.spot", "unknown_near"),
    ("[i2c]\nbus = 1\n", "", "i2c", "missing"),
    ("[i2c]\nbus = 1\n", "[[i2c]]\nbus = 1\n", "i2c", "kind"),
]


@each("old, new, key, why", ALONE)
def test_one_mistake_is_one_fault(old: str, new: str, key: str, why: str) -> None:
    assert faults((old, new)) == [(key, why)]


@each("line, offset", [("", 2), ("column_offset = 0", 0), ("column_offset = 4", 4)])
def test_column_offset_may_be_left_out(line: str, offset: int) -> None:
    wiring = parse_config(changed((PAYOUT, f"{SH1106}\n{line}"))).wiring
    assert wiring.payout_display.module["column_offset"] == offset
    assert "column_offset" not in wiring.dealer_display.module


@each(
    "line, second",
    [
        ("", (3, 4, 5)),
        ('colour_order = "rgb"', (3, 4, 5)),
        ('colour_order = "rbg"', (3, 5, 4)),
        ('colour_order = "grb"', (4, 3, 5)),
        ('colour_order = "brg"', (4, 5, 3)),
        ('colour_order = "gbr"', (5, 3, 4)),
        ('colour_order = "bgr"', (5, 4, 3)),
    ],
)
def test_colour_order_is_the_modules(line: str, second: tuple[int, int, int]) -> None:
    """The channels of red, green and blue of spot 2; the keys' are the same in any order."""
    lights = parse_config(changed((LIGHTS, f"{LIGHTS}\n{line}"))).wiring.lights
    assert lights.spots[2] == second
    assert min(lights.keys.values()) == 3 * len(lights.spots)


def test_serial_server_is_one_parts() -> None:
    server = 'port = "socket://192.168.127.254:4001"'
    assert parse_config(changed((SHOE, server))).wiring.serial_parts()["shoe"].port in server
    chips = 'port = "/dev/croupier-chips"'
    assert faults((SHOE, server), (chips, server)) == [("chips.port", "taken")]


def test_bet_without_limits_is_refused() -> None:
    start, end = VALID.index("[limits.player]"), VALID.index("[journal]")
    error = refusal(f"{VALID[:start]}[limits]\n{VALID[end:]}")
    assert [fault.key for fault in error.faults] == ["limits"]


BEE_TEK = ('part = "angel-eye"', 'part = "bee-tek"\nrepeat_ms = 400\nevery_card = {}')
ANGEL_EYE_KEYS = [("baud = 4800", ""), ("copies = 2", ""), ("commands = false", "")]


@each("value, why", [('"burnt"', "among"), ('"Drawn"', "among"), ('""', "among"), ("true", "kind")])
def test_bee_tek_takes_a_card_in_two_ways(value: str, why: str) -> None:
    old, new = BEE_TEK
    found = faults((old, new.format(value)), *ANGEL_EYE_KEYS)
    assert ("shoe.every_card", why) in found
    found = faults((old, new.format('"drawn"')), *ANGEL_EYE_KEYS)
    assert "shoe.every_card" not in dict(found)


@each("game", ["blackjack", "casino-war", "three-card-poker"])
def test_shoe_that_follows_baccara_fits_no_other_game(game: str) -> None:
    assert ("shoe.part", "baccarat_shoe") in faults(('game = "baccarat"', f'game = "{game}"'))


@each(
    "i2c, address", [('clock = "ds3231"', 0x57), ('clock = "none"', 0x57), ('clock = "none"', 0x68)]
)
def test_address_is_free_without_its_clock_chip(i2c: str, address: int) -> None:
    lights = f"addresses = [0x40, {address:#x}]"
    wiring = parse_config(changed(("bus = 1", f"bus = 1\n{i2c}"), (LIGHTS, lights))).wiring
    assert wiring.lights.addresses == (0x40, address)


def test_bare_clock_still_has_its_address() -> None:
    lights = (LIGHTS, "addresses = [0x40, 0x68]")
    assert faults(("bus = 1", 'bus = 1\nclock = "ds3231"'), lights) == [
        ("lights.addresses", "clock")
    ]


def test_clock_is_on_the_header_s_bus_alone() -> None:
    source = changed(("bus = 1", "bus = 3"), (LIGHTS, "addresses = [0x57, 0x68]"))
    assert parse_config(source).wiring.clock == "none"


def test_pin_of_another_bus_is_free() -> None:
    source = changed(("bus = 1", "bus = 3"), ("interrupt = 17", "interrupt = 2"))
    assert parse_config(source).wiring.presence.interrupt == 2


FIVE = [
    (SPOTS, "spots = 70"),
    ("min_cents = 500\n", "min_cents = 60000\n"),
    ("baud = 4800", "buad = 4800"),
    ("address = 0x73", "address = 0x70"),
    ("pin = 18", "pin = 17"),
]
SAID = {
    "fr": [
        "table.spots : 70 : il faut de 1 à 14",
        "limits.tie : minimum 600,00 $ au-dessus du maximum 500,00 $",
        "shoe.buad : clé inconnue, sans doute baud",
        "figures.address : 0x70 est l'appel général des PCA9685 (ALLCALL),"
        " prendre une autre adresse",
        "sounder.pin : la broche 17 sert déjà à presence.interrupt",
    ],
    "en": [
        "table.spots: 70: must be from 1 to 14",
        "limits.tie: minimum $600.00 above maximum $500.00",
        "shoe.buad: unknown key, baud is meant",
        "figures.address: 0x70 is the call to all PCA9685s (ALLCALL), choose another address",
        "sounder.pin: pin 17 already serves presence.interrupt",
    ],
}


@pytest.mark.parametrize("words", WORDS, ids=languages_with("configuration"))
def test_five_mistakes_are_five_faults(words: Words) -> None:
    error = refusal(changed(*FIVE))
    lines = [line.replace("\u00a0", " ") for line in error.rendered_lines(words)]
    assert lines == SAID[words.language]


def test_empty_file_lacks_every_table() -> None:
    error = refusal("")
    missing = {fault.key for fault in error.faults}
    assert {fault.reason.key for fault in error.faults} == {"config.missing"}
    tables = {line.strip("[]\n") for line in LINES if line[0] == "[" and "." not in line}
    assert missing == (tables | {"limits"}) - {"figures", "presence"}


# what is no configuration at all


@each(
    "source, why, values",
    [
        ("a = 1\nb 2\n", "syntax", {"line": 2, "column": 3}),
        ("a = 1\nb = [1,\n", "syntax", {"line": 3, "column": 1}),
        ("a = 1\na = 2\n", "syntax", {"line": 2, "column": 6}),
        (f"a = {'9' * 5000}", "beyond", {}),
        (f"a = {'[' * 20000}", "beyond", {}),
    ],
)
def test_invalid_toml_names_its_place(source: str, why: str, values: dict[str, int]) -> None:
    (fault,) = refusal(source).faults
    assert (fault.key, fault.reason.key, fault.reason.values) == ("", f"config.{why}", values)
    assert all(fault.rendered(words) for words in WORDS)


def refused_file(path: Path) -> tuple[str, dict[str, object]]:
    with pytest.raises(ConfigError) as refused:
        load_config(path)
    (fault,) = refused.value.faults
    assert all(fault.rendered(words) for words in WORDS)
    return fault.reason.key.removeprefix("config."), dict(fault.reason.values)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    assert refused_file(tmp_path / "none.toml") == ("no_file", {})


def test_unreadable_file_is_refused(tmp_path: Path) -> None:
    assert refused_file(tmp_path) == ("unreadable", {"reason": Text("errno.EISDIR")})


def test_file_not_in_utf8_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('language = "fr"\nname = "é"\n'.encode("latin-1"))
    assert refused_file(path) == ("not_utf8", {"line": 2})


@pytest.mark.parametrize("size", [LARGEST_BYTES, LARGEST_BYTES + 1])
def test_oversized_file_is_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "large.toml"
    path.write_text(VALID + "#" * (size - len(VALID.encode())), encoding="utf-8")
    if size > LARGEST_BYTES:
        assert refused_file(path) == ("too_large", {"most": LARGEST_BYTES})
    else:
        assert load_config(path) == load_config(DEFAULT_TABLE)


# what the regulation forbids of a game


@each("game", games_in_pack)
def test_usual_table_may_have_most_spots(game: str) -> None:
    most = game_rules(game).seats_at({}).most
    assert default_table(game, spots=most).table.spots == most


def test_free_amounts_are_never_keyed() -> None:
    """Only a reader sees it (66, 67.70, 67.79)."""

    def is_refused(game: str) -> bool:
        other = ('game = "baccarat"', f'game = "{game}"'), ('amounts = "read"', 'amounts = "keyed"')
        return "config.free_amounts" in {
            fault.reason.key for fault in refusal(changed(*other)).faults
        }

    others = set(games_in_pack()) - {"baccarat"}
    assert set(filter(is_refused, others)) == {"red-dog", "four-card-poker", "crazy-four-poker"}


def test_122_low_wheel_return_named_exactly() -> None:
    with pytest.raises(ConfigError) as refused:
        default_table("wheel-of-fortune", segments={"a": [20, 1], "b": [2, 3]})
    (line,) = refused.value.rendered_lines(Words.load("fr"))
    assert "Partie b" in line
    assert "4/11 (36,36\u00a0%)" in line
    assert "article 122" in line


@pytest.mark.parametrize("parts", [8, 61])
def test_117_wheel_has_9_to_60_parts(parts: int) -> None:
    with pytest.raises(ConfigError) as refused:
        default_table("wheel-of-fortune", segments={"a": [parts, 1]})
    assert "article 117" in refused.value.rendered_lines(Words.load("en"))[0]


def test_85_low_keno_return_named_exactly() -> None:
    with pytest.raises(ConfigError) as refused:
        default_table("keno", paytable={"1": {"1": 3}, "2": {"2": 10}})
    (line,) = refused.value.rendered_lines(Words.load("en"))
    assert "950/1580" in line or "95/158 (60.12%)" in line
    assert "article 85" in line


@each("segments", [5, {}, {"a": 1}, {"a": [1]}, {"a": [1, 0]}, {"a": ["1", 2]}])
def test_invalid_wheel_parts_are_one_fault(segments: object) -> None:
    with pytest.raises(ConfigError) as refused:
        default_table("wheel-of-fortune", segments=segments)
    assert [fault.key for fault in refused.value.faults] == ["game.segments"]
