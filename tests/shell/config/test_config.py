"""The configuration: a right one loads, and every mistake of a wrong one is
reported with its key.
"""

from dataclasses import replace
from pathlib import Path

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.game.limits import BetLimits
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.shell.config.config import load, parse
from firmware.shell.config.defaults import DEFAULT_TABLE, default_document, default_table
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.sections import ALWAYS
from firmware.shell.config.settings import Config, JournalSetting, LotSetting
from firmware.shell.config.source import LARGEST_BYTES
from firmware.shell.rules.rules import game_rules, games
from firmware.shell.words.words import LANGUAGES, Words
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES, ROOT

EXAMPLE, MANUAL = EXAMPLES / "baccarat.toml", ROOT / "docs" / "configuration.md"
VALID = DEFAULT_TABLE.read_text(encoding="utf-8")
LINES = VALID.splitlines(keepends=True)
WORDS = [Words.load(language) for language in LANGUAGES]

Change = tuple[str, str]


def changed(*changes: Change) -> str:
    source = VALID
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


def refusal(source: str) -> ConfigError:
    with pytest.raises(ConfigError) as refused:
        parse(source)
    return refused.value


def faults(*changes: Change) -> list[tuple[str, str]]:
    """Return key and reason of every fault, having said each in both languages."""
    error = refusal(changed(*changes))
    assert all(len(error.lines(words)) == len(error.faults) for words in WORDS)
    return [(fault.key, fault.what.key.removeprefix("config.")) for fault in error.faults]


def test_a_change_that_changes_nothing_is_seen() -> None:
    with pytest.raises(AssertionError):
        changed(("no such line", ""))


def test_limits_are_made_of_the_smallest_chip() -> None:
    limits = VALID.replace(CHIPS, f"{CHIPS}\nsmallest_chip_cents = 50")
    odd = limits.replace("[limits.tie]\nmin_cents = 500", "[limits.tie]\nmin_cents = 525")
    (fault,) = refusal(odd).faults
    assert (fault.key, fault.what.key) == ("limits.tie.min_cents", "config.not_of_chip")
    assert parse(limits).game_options["smallest_chip"] == 50


# what is right


@pytest.fixture(scope="module")
def config() -> Config:
    return load(DEFAULT_TABLE)


def test_the_example_is_the_default_table_on_other_ports_and_files(config: Config) -> None:
    example = load(EXAMPLE)
    ports = {section: part.port for section, part in config.wiring.ports().items()}
    wiring = example.wiring.moved(ports)
    wiring = replace(wiring, chips=replace(wiring.chips, registry=config.wiring.chips.registry))
    rest = {"journal": config.journal, "control": config.control}
    assert replace(example, wiring=wiring, **rest) == config
    assert example != config


def test_what_a_round_plausibly_pays_is_ten_million_dollars_unless_it_is_set(
    config: Config,
) -> None:
    assert config.table.implausible == 9_999_999_999
    set_otherwise = parse(changed((CHIPS, f"{CHIPS}\nimplausible_cents = 100000000")))
    assert set_otherwise.table.implausible == 100_000_000


def test_money_and_options_are_read_as_written(config: Config) -> None:
    assert config.limits["tie"] == BetLimits(500, 50000)
    assert list(config.limits) == ["player", "banker", "tie"]
    assert config.table.denominations[0] == 500000
    assert config.game_options == {"decks": 8, "variant": "midi"}


def test_the_journal_s_sizes_may_be_set_and_have_usual_values(config: Config) -> None:
    copies = (Path("journal/first"), Path("journal/second"))
    assert config.journal == JournalSetting(copies, segment_bytes=1 << 20, keep_bytes=4096 << 20)
    set_to = changed((JOURNAL, f"{JOURNAL}\nsegment_mib = 2\nkeep_mib = 64"))
    assert parse(set_to).journal == JournalSetting(copies, 2 << 20, 64 << 20)


def test_a_table_trusts_the_maker_that_it_names_and_otherwise_nobody(config: Config) -> None:
    assert config.trust is None
    source = EXAMPLE.read_text()
    named = parse(f'{source}\n[trust]\nmaker = "/etc/croupier/maker.pub"\n')
    assert named == replace(parse(source), trust=Path("/etc/croupier/maker.pub"))
    refused = refusal(f"{source}\n[trust]\n")
    assert [fault.key for fault in refused.faults] == ["trust.maker"]


LOT = {"name": "grand", "keeper": "keeper.pub", "people": "people"}


def linked(game: str, **options: object) -> str:
    """Return the file of a table that shares a lot."""
    return tomlkit.dumps({**default_document(game, **options), "lot": LOT})


def test_a_table_that_shares_a_lot_names_it_its_keeper_and_who_signs_its_terms() -> None:
    config = parse(linked("caribbean-stud"))
    assert config.lot == LotSetting("grand", Path("keeper.pub"), Path("people"))
    assert config.game_options["progressive_link"] == "grand"


@each(
    "game, options, key",
    [
        ("casino-war", {}, "game"),
        ("caribbean-stud", {"progressive_meter": 5}, "game"),
        ("caribbean-stud", {"progressive_link": "other"}, "game.progressive_link"),
    ],
)
def test_a_lot_is_shared_at_games_that_have_one_and_is_no_other_beside(
    game: str, options: dict[str, object], key: str
) -> None:
    assert [fault.key for fault in refusal(linked(game, **options)).faults] == [key]


def test_sensors_lie_spot_by_spot_in_the_order_of_the_limits(config: Config) -> None:
    places = config.wiring.presence.places
    assert len(places) == 21
    assert places[0x20, 0] == Place(1, "player")
    assert places[0x20, 5] == Place(2, "tie")
    assert places[0x20, 13] == Place(5, "banker")
    assert places[0x21, 0] == Place(5, "tie")
    assert places[0x21, 6] == Place(7, "tie")


def test_antennas_count_on_from_one_in_the_same_order(config: Config) -> None:
    assert list(config.wiring.chips.antennas) == list(range(1, 22))
    assert list(config.wiring.chips.antennas.values()) == list(
        config.wiring.presence.places.values()
    )


def test_antennas_are_where_the_file_says() -> None:
    lists = {"player": [21, *range(1, 7)], "banker": range(7, 14), "tie": range(14, 21)}
    table = "".join(f"{bet} = {list(numbers)}\n" for bet, numbers in lists.items())
    antennas = parse(changed(("[i2c]", f"[chips.antennas]\n{table}[i2c]"))).wiring.chips.antennas
    assert antennas[21] == Place(1, "player")
    assert antennas[1] == Place(2, "player")
    assert antennas[20] == Place(7, "tie")
    assert len(antennas) == 21


def test_every_key_switch_and_door_has_its_input(config: Config) -> None:
    panel = config.wiring.keys
    assert set(panel.keys.values()) == set(ALWAYS)
    assert panel.doors == {(0x22, 12): Door.LOGIC, (0x22, 13): Door.SHOE}
    assert panel.key_switch == (0x22, 11)


def test_a_panel_of_dice_may_do_without_the_key_for_changed_dice() -> None:
    source = (EXAMPLES / "craps.toml").read_text(encoding="utf-8")
    without = parse(source.replace("dice_changed = 13\n", "")).wiring
    assert parse(source).wiring.keys.keys.items() - without.keys.keys.items() == {
        ((0x20, 13), Key.DICE_CHANGED)
    }
    assert Key.DICE_CHANGED not in without.lights.keys
    needed = refusal(source.replace("no_result = 9\n", ""))
    assert [fault.key for fault in needed.faults] == ["keys.inputs.no_result"]
    held = source.replace("dice_changed = 13\n", "").replace(
        'no_result = "undo"', 'no_result = "undo"\nworking = "dice_changed"'
    )
    assert parse(held).wiring.keys.long[Key.WORKING] is Key.DICE_CHANGED


def test_channels_are_three_a_spot_and_then_one_a_key(config: Config) -> None:
    assert config.wiring.lights.spots[1] == (0, 1, 2)
    assert config.wiring.lights.spots[7] == (18, 19, 20)
    assert sorted(config.wiring.lights.keys.values()) == list(range(21, 32))


def test_the_language_is_french_unless_it_is_said() -> None:
    assert parse(changed(('language = "fr"\n', ""))).language == "fr"
    assert parse(changed(('language = "fr"', 'language = "en"'))).language == "en"


def test_options_are_judged_by_the_game_and_handed_on() -> None:
    source = changed(('variant = "midi"', 'variant = "grand"'))
    allowed = {"decks": 8, "variant": "grand"}
    assert parse(source).game_options == allowed
    for refused in ("pays = {tie = [8, 1]}", "fast = true", 'variant = "punto"'):
        with pytest.raises(ConfigError) as error:
            parse(changed(('variant = "midi"', refused)))
        assert [fault.key for fault in error.value.faults] == ["game"]


def test_the_manual_has_every_key() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    names = {line.split(" = ")[0] for line in LINES if " = " in line}
    tables = {line.strip() for line in LINES if line.startswith("[") and "limits" not in line}
    assert [key for key in sorted(names | tables) if f"`{key}`" not in manual] == []


# what is wrong

SPOTS, SHOE, LIGHTS = "spots = 7", 'port = "/dev/croupier-shoe"', "addresses = [0x40, 0x41]"
CHIPS = "denominations_cents = [500000, 100000, 50000, 10000, 2500, 500, 100, 50]"
JOURNAL = 'copies = ["journal/first", "journal/second"]'
PRESENCE = "addresses = [0x20, 0x21]"
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
    (CHIPS, f"{CHIPS}\nimplausible_cents = 0", "table.implausible_cents", "range"),
    (CHIPS, f"{CHIPS}\nsmallest_chip_cents = 100", "table.smallest_chip_cents", "not_smallest"),
    (CHIPS, f"{CHIPS}\nsmallest_chip_cents = 0", "table.smallest_chip_cents", "range"),
    ("decks = 8", "decks = 8\nsmallest_chip = 50", "game.smallest_chip", "of_table"),
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
    (LIGHTS, "addresses = [0x40, 0x78]", "lights.addresses", "address"),
    (LIGHTS, "addresses = [0x40, 0x73]", "figures.address", "taken"),
    ("address = 0x3D", "address = 0x3C", "payout_display.address", "taken"),
    ("address = 0x3D", "address = 0x3E", "payout_display.address", "address"),
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


def test_a_bet_without_limits_is_no_table() -> None:
    start, end = VALID.index("[limits.player]"), VALID.index("[journal]")
    error = refusal(f"{VALID[:start]}[limits]\n{VALID[end:]}")
    assert [fault.key for fault in error.faults] == ["limits"]


def test_a_pin_of_the_bus_is_free_where_the_bus_is_another() -> None:
    source = changed(("bus = 1", "bus = 3"), ("interrupt = 17", "interrupt = 2"))
    assert parse(source).wiring.presence.interrupt == 2


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


@pytest.mark.parametrize("words", WORDS, ids=LANGUAGES)
def test_five_mistakes_are_five_faults_in_the_order_of_the_file(words: Words) -> None:
    error = refusal(changed(*FIVE))
    lines = [line.replace("\u00a0", " ") for line in error.lines(words)]
    assert lines == SAID[words.language]


def test_an_empty_file_lacks_every_table_and_nothing_else() -> None:
    error = refusal("")
    missing = {fault.key for fault in error.faults}
    assert {fault.what.key for fault in error.faults} == {"config.missing"}
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
def test_what_is_no_toml_is_refused_with_its_place(
    source: str, why: str, values: dict[str, int]
) -> None:
    (fault,) = refusal(source).faults
    assert (fault.key, fault.what.key, fault.what.values) == ("", f"config.{why}", values)
    assert all(fault.line(words) for words in WORDS)


def refused_file(path: Path) -> tuple[str, dict[str, object]]:
    with pytest.raises(ConfigError) as refused:
        load(path)
    (fault,) = refused.value.faults
    assert all(fault.line(words) for words in WORDS)
    return fault.what.key.removeprefix("config."), dict(fault.what.values)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert refused_file(tmp_path / "none.toml") == ("no_file", {})


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert refused_file(tmp_path) == ("unreadable", {"reason": Text("errno.EISDIR")})


def test_a_file_that_is_not_utf8_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('language = "fr"\nname = "é"\n'.encode("latin-1"))
    assert refused_file(path) == ("not_utf8", {"line": 2})


@pytest.mark.parametrize("size", [LARGEST_BYTES, LARGEST_BYTES + 1])
def test_a_file_is_refused_when_it_is_too_large(tmp_path: Path, size: int) -> None:
    path = tmp_path / "large.toml"
    path.write_text(VALID + "#" * (size - len(VALID.encode())), encoding="utf-8")
    if size > LARGEST_BYTES:
        assert refused_file(path) == ("too_large", {"most": LARGEST_BYTES})
    else:
        assert load(path) == load(DEFAULT_TABLE)


# whatever is written

VALUES = st.sampled_from(
    [
        *("-1", "0", "1", "0x70", "0x20", "17", "9" * 30, f"0x{'F' * 5000}", "1.5", "nan", "inf"),
        *('""', '" "', '"/dev/x"', '"\\u0000"', '"fr"', "true", "false", "2007-11-30", "12:30:00"),
        *("[]", "[[]]", "[0x20]", "[0x40, 0x41]", '["a", "b"]', "[true]", "{}", "{a = 1}"),
    ]
)
ASSIGNMENTS = [number for number, line in enumerate(LINES) if " = " in line]


def check(source: str) -> None:
    """Load or refuse: anything else escapes. What is refused can be said."""
    said = [["loaded"]]
    try:
        parse(source)
    except ConfigError as error:
        said = [error.lines(words) for words in WORDS]
    assert all(said)


@given(number=st.sampled_from(ASSIGNMENTS), value=VALUES)
def test_any_value_anywhere_loads_or_is_refused(number: int, value: str) -> None:
    name, _ = LINES[number].split(" = ")
    check("".join([*LINES[:number], f"{name} = {value}\n", *LINES[number + 1 :]]))


@given(at=st.integers(0, len(VALID)), length=st.integers(0, 12), text=st.text(max_size=8))
def test_any_slip_of_the_pen_loads_or_is_refused(at: int, length: int, text: str) -> None:
    check(VALID[:at] + text + VALID[at + length :])


@given(st.permutations(range(len(LINES))), st.integers(0, len(LINES)))
def test_any_shuffled_lines_load_or_are_refused(order: list[int], kept: int) -> None:
    check("".join(LINES[number] for number in order[:kept]))


NESTED = "a." * examples(2_000, 9_000)


@pytest.mark.parametrize("source", [f"{NESTED}a = 1", f"[game]\n{NESTED}a = 1"])
def test_a_nesting_beyond_measure_is_refused(source: str) -> None:
    check(source)


# what the regulation forbids of a game


@each("game", games)
def test_a_game_s_usual_table_can_have_as_many_spots_as_the_game_may(game: str) -> None:
    most = game_rules(game).seats_at({}).most
    assert default_table(game, spots=most).table.spots == most


def test_no_amount_is_keyed_that_a_player_chooses_in_mid_round() -> None:
    """Only a reader sees it (66, 67.70, 67.79)."""

    def is_refused(game: str) -> bool:
        other = ('game = "baccarat"', f'game = "{game}"'), ('amounts = "read"', 'amounts = "keyed"')
        return "config.free_amounts" in {
            fault.what.key for fault in refusal(changed(*other)).faults
        }

    others = set(games()) - {"baccarat"}
    assert set(filter(is_refused, others)) == {"red-dog", "four-card-poker", "crazy-four-poker"}


def test_122_a_wheel_that_returns_too_little_is_refused_with_its_exact_return() -> None:
    with pytest.raises(ConfigError) as refused:
        default_table("wheel-of-fortune", segments={"a": [20, 1], "b": [2, 3]})
    (line,) = refused.value.lines(Words.load("fr"))
    assert "Partie b" in line
    assert "4/11 (36,36\u00a0%)" in line
    assert "article 122" in line


@pytest.mark.parametrize("parts", [8, 61])
def test_117_a_wheel_has_9_to_60_parts(parts: int) -> None:
    with pytest.raises(ConfigError) as refused:
        default_table("wheel-of-fortune", segments={"a": [parts, 1]})
    assert "article 117" in refused.value.lines(Words.load("en"))[0]


def test_85_a_keno_that_returns_too_little_is_refused_with_its_exact_return() -> None:
    with pytest.raises(ConfigError) as refused:
        default_table("keno", paytable={"1": {"1": 3}, "2": {"2": 10}})
    (line,) = refused.value.lines(Words.load("en"))
    assert "950/1580" in line or "95/158 (60.12%)" in line
    assert "article 85" in line


@each("segments", [5, {}, {"a": 1}, {"a": [1]}, {"a": [1, 0]}, {"a": ["1", 2]}])
def test_a_wheel_whose_parts_are_none_is_one_fault(segments: object) -> None:
    with pytest.raises(ConfigError) as refused:
        default_table("wheel-of-fortune", segments=segments)
    assert [fault.key for fault in refused.value.faults] == ["game"]
