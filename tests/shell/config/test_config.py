"""A right configuration loads, as it is written."""

from dataclasses import replace
from pathlib import Path

import pytest
import tomlkit

from firmware.core.game.limits import BetLimits
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.shell.config.config import load_config, parse_config
from firmware.shell.config.defaults import DEFAULT_TABLE, default_document
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.sections import STANDARD_KEYS
from firmware.shell.config.settings import Config, JackpotSetting, JournalSetting
from firmware.shell.words.templates import NO_BREAK
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES, ROOT
from tests.kits.shell.config_text import CHIPS, JOURNAL, LINES, VALID, WORDS, changed, refusal

EXAMPLE, MANUAL = EXAMPLES / "baccarat.toml", ROOT / "docs" / "en" / "configuration.md"


def test_change_without_effect_noticed() -> None:
    with pytest.raises(AssertionError):
        changed(("no such line", ""))


def test_limits_are_whole_chips() -> None:
    limits = VALID.replace(CHIPS, f"{CHIPS}\nsmallest_chip_cents = 50")
    odd = limits.replace("[limits.tie]\nmin_cents = 500", "[limits.tie]\nmin_cents = 525")
    (fault,) = refusal(odd).faults
    assert (fault.key, fault.reason.key) == ("limits.tie.min_cents", "config.not_of_chip")
    assert parse_config(limits).game_options["smallest_chip"] == 50


def test_table_may_round_for_the_player() -> None:
    rounded = changed((CHIPS, f'{CHIPS}\nsmallest_chip_cents = 50\nrounding = "player"'))
    config = parse_config(rounded)
    assert config.table.rounding == config.game_options["rounding"] == "player"
    assert "rounding" not in parse_config(VALID).game_options


def faults_of_limits(chips: str, least: int, most: int) -> list[tuple[str, str]]:
    limits = "[limits.banker]\nmin_cents = 1000\nmax_cents = 500000"
    text = changed(
        (CHIPS, chips), (limits, f"[limits.banker]\nmin_cents = {least}\nmax_cents = {most}")
    )
    try:
        parse_config(text)
    except ConfigError as error:
        return [
            (fault.key, WORDS[0].render(fault.reason).replace(NO_BREAK, " "))
            for fault in error.faults
        ]
    return []


DOLLARS = "denominations_cents = [10000, 500, 100]\nsmallest_chip_cents = 100"


def test_31_unpayable_limits_are_named() -> None:
    assert faults_of_limits(DOLLARS, 500, 1900) == [
        (
            "limits.banker",
            "Banque : de 5,00 $ à 19,00 $, aucun montant ne peut être misé, "
            "la mise se faisant par 20,00 $",
        )
    ]
    assert faults_of_limits(DOLLARS, 1900, 2100) == []
    assert faults_of_limits(f'{DOLLARS}\nrounding = "player"', 500, 1900) == []
    no_smallest_chip = DOLLARS.partition("\n")[0]
    assert faults_of_limits(no_smallest_chip, 500, 1900) == []


# what is right


@pytest.fixture(scope="module")
def config() -> Config:
    return load_config(DEFAULT_TABLE)


def test_example_has_other_ports_only(config: Config) -> None:
    example = load_config(EXAMPLE)
    ports = {section: part.port for section, part in config.wiring.serial_parts().items()}
    wiring = example.wiring.with_ports(ports)
    wiring = replace(wiring, chips=replace(wiring.chips, registry=config.wiring.chips.registry))
    rest = {"journal": config.journal, "control": config.control}
    assert replace(example, wiring=wiring, **rest) == config
    assert example != config


def test_implausible_payment_has_default(
    config: Config,
) -> None:
    assert config.table.implausible == 9_999_999_999
    set_otherwise = parse_config(changed((CHIPS, f"{CHIPS}\nimplausible_cents = 100000000")))
    assert set_otherwise.table.implausible == 100_000_000


def test_money_and_options_read_as_written(config: Config) -> None:
    assert config.limits["tie"] == BetLimits(500, 50000)
    assert list(config.limits) == ["player", "banker", "tie"]
    assert config.table.denominations[0] == 500000
    assert config.game_options == {"decks": 8, "variant": "midi"}


def test_journal_sizes_have_defaults(config: Config) -> None:
    copies = (Path("journal/first"), Path("journal/second"))
    assert config.journal == JournalSetting(copies, segment_bytes=1 << 20, keep_bytes=4096 << 20)
    set_to = changed((JOURNAL, f"{JOURNAL}\nsegment_mib = 2\nkeep_mib = 64"))
    assert parse_config(set_to).journal == JournalSetting(copies, 2 << 20, 64 << 20)


def test_trusts_only_the_named_maker(config: Config) -> None:
    assert config.trust is None
    source = EXAMPLE.read_text()
    named = parse_config(f'{source}\n[trust]\nmaker = "/etc/croupier/maker.pub"\n')
    assert named == replace(parse_config(source), trust=Path("/etc/croupier/maker.pub"))
    refused = refusal(f"{source}\n[trust]\n")
    assert [fault.key for fault in refused.faults] == ["trust.maker"]


JACKPOT = {"name": "grand", "keeper": "keeper.pub", "people": "people"}


def linked(game: str, section: str = "jackpot", **options: object) -> str:
    """Return the file of a table that shares a jackpot."""
    return tomlkit.dumps({**default_document(game, **options), section: JACKPOT})


def test_shared_jackpot_names_its_keeper() -> None:
    config = parse_config(linked("caribbean-stud"))
    assert config.jackpot == JackpotSetting("grand", Path("keeper.pub"), Path("people"))
    assert config.game_options["progressive_link"] == "grand"
    assert config.former_names == ()


def test_former_jackpot_name_is_read() -> None:
    config = parse_config(linked("caribbean-stud", "lot"))
    (text,) = config.former_names
    assert (text.key, dict(text.values)) == (
        "config.section_renamed",
        {"given": "lot", "name": "jackpot"},
    )
    assert replace(config, former_names=()) == parse_config(linked("caribbean-stud"))


def test_two_jackpot_names_are_refused() -> None:
    both = {**default_document("caribbean-stud"), "jackpot": JACKPOT, "lot": JACKPOT}
    assert [fault.key for fault in refusal(tomlkit.dumps(both)).faults] == ["lot"]


@each(
    "game, options, key",
    [
        ("casino-war", {}, "game"),
        ("caribbean-stud", {"progressive_meter": 5}, "game"),
        ("caribbean-stud", {"progressive_link": "other"}, "game.progressive_link"),
    ],
)
def test_only_one_jackpot_is_shared(game: str, options: dict[str, object], key: str) -> None:
    assert [fault.key for fault in refusal(linked(game, **options)).faults] == [key]


def test_sensors_lie_spot_by_spot(config: Config) -> None:
    places = config.wiring.presence.places
    assert len(places) == 21
    assert places[0x20, 0] == Place(1, "player")
    assert places[0x20, 5] == Place(2, "tie")
    assert places[0x20, 13] == Place(5, "banker")
    assert places[0x21, 0] == Place(5, "tie")
    assert places[0x21, 6] == Place(7, "tie")


def test_antennas_lie_spot_by_spot(config: Config) -> None:
    assert list(config.wiring.chips.antennas) == list(range(1, 22))
    assert list(config.wiring.chips.antennas.values()) == list(
        config.wiring.presence.places.values()
    )


def test_antennas_lie_as_the_file_says() -> None:
    lists = {"player": [21, *range(1, 7)], "banker": range(7, 14), "tie": range(14, 21)}
    table = "".join(f"{bet} = {list(numbers)}\n" for bet, numbers in lists.items())
    antennas = parse_config(
        changed(("[i2c]", f"[chips.antennas]\n{table}[i2c]"))
    ).wiring.chips.antennas
    assert antennas[21] == Place(1, "player")
    assert antennas[1] == Place(2, "player")
    assert antennas[20] == Place(7, "tie")
    assert len(antennas) == 21


def test_keys_switches_doors_have_inputs(config: Config) -> None:
    panel = config.wiring.keys
    assert set(panel.keys.values()) == set(STANDARD_KEYS)
    assert panel.doors == {(0x22, 12): Door.LOGIC, (0x22, 13): Door.SHOE}
    assert panel.key_switch == (0x22, 11)


def test_changed_dice_key_is_optional() -> None:
    source = (EXAMPLES / "craps.toml").read_text(encoding="utf-8")
    without = parse_config(source.replace("dice_changed = 13\n", "")).wiring
    assert parse_config(source).wiring.keys.keys.items() - without.keys.keys.items() == {
        ((0x20, 13), Key.DICE_CHANGED)
    }
    assert Key.DICE_CHANGED not in without.lights.keys
    needed = refusal(source.replace("no_result = 9\n", ""))
    assert [fault.key for fault in needed.faults] == ["keys.inputs.no_result"]
    held = source.replace("dice_changed = 13\n", "").replace(
        'no_result = "undo"', 'no_result = "undo"\nworking = "dice_changed"'
    )
    assert parse_config(held).wiring.keys.long[Key.TOGGLE_WORKING] is Key.DICE_CHANGED


def test_channels_are_three_a_spot(config: Config) -> None:
    assert config.wiring.lights.spots[1] == (0, 1, 2)
    assert config.wiring.lights.spots[7] == (18, 19, 20)
    assert sorted(set(config.wiring.lights.keys.values())) == list(range(21, 32))
    assert config.wiring.lights.keys[Key.TAKE_CARD_BACK] == config.wiring.lights.keys[Key.UNDO]


def test_default_language_is_french() -> None:
    assert parse_config(changed(('language = "fr"\n', ""))).language == "fr"
    assert parse_config(changed(('language = "fr"', 'language = "en"'))).language == "en"


def test_options_checked_by_the_game() -> None:
    source = changed(('variant = "midi"', 'variant = "grand"'))
    allowed = {"decks": 8, "variant": "grand"}
    assert parse_config(source).game_options == allowed
    refused = {"pays": "{tie = [8, 1]}", "fast": "true", "variant": '"punto"'}
    for name, value in refused.items():
        with pytest.raises(ConfigError) as error:
            parse_config(changed(('variant = "midi"', f"{name} = {value}")))
        assert [fault.key for fault in error.value.faults] == [f"game.{name}"]
    every = "\n".join(f"{name} = {value}" for name, value in refused.items())
    with pytest.raises(ConfigError) as error:
        parse_config(changed(('variant = "midi"', every)))
    assert [fault.key for fault in error.value.faults] == [f"game.{name}" for name in refused]


def test_manual_has_every_key() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    names = {line.split(" = ")[0] for line in LINES if " = " in line}
    tables = {line.strip() for line in LINES if line.startswith("[") and "limits" not in line}
    assert [key for key in sorted(names | tables) if f"`{key}`" not in manual] == []
