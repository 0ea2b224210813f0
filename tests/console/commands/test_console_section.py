"""The `[console]` of a configuration: off if left out, read in spite of mistakes elsewhere."""

from pathlib import Path

import pytest

from firmware.shell.config.config import load_console, parse_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.settings import ConsoleSetting
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tests.kits.paths import ROOT

USUAL = DEFAULT_TABLE.read_text(encoding="utf-8")
PORT = "/dev/ttyGS0"
MANUAL = ROOT / "docs" / "en" / "configuration.md"


def faults(section: str) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        parse_config(USUAL + section)
    assert all(
        refused.value.rendered_lines(Words.load(language)) for language in languages_with("console")
    )
    return [f"{fault.key} {fault.reason.key}" for fault in refused.value.faults]


def test_no_port_is_served_by_default() -> None:
    assert parse_config(USUAL).console is None


def test_section_has_port_and_idle_time() -> None:
    section = f'\n[console]\nport = "{PORT}"\n'
    assert parse_config(USUAL + section).console == ConsoleSetting(PORT, 10)
    assert parse_config(f"{USUAL}{section}idle_minutes = 3\n").console == ConsoleSetting(PORT, 3)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("", "console.port config.missing"),
        ('port = "ttyGS0"', "console.port config.path"),
        ('port = "socket://10.0.0.5:4001"', "console.port config.console_server"),
        ('port = "rfc2217://10.0.0.5:4001"', "console.port config.console_server"),
        (f'port = "{PORT}"\nidle_minutes = 0', "console.idle_minutes config.range"),
        (f'port = "{PORT}"\nidle_minutes = 61', "console.idle_minutes config.range"),
        (f'port = "{PORT}"\nbaud = 9600', "console.baud config.unknown"),
    ],
)
def test_faulty_section_is_reported(lines: str, fault: str) -> None:
    assert faults(f"\n[console]\n{lines}\n") == [fault]


def test_port_belongs_to_no_part() -> None:
    assert len(faults('\n[console]\nport = "/dev/croupier-shoe"\n')) == 1


def test_other_fault_leaves_the_console(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f'[table]\nspots = "many"\n[console]\nport = "{PORT}"\n')
    assert load_console(path) == ConsoleSetting(PORT, 10)
    path.write_text("[console]\n")
    with pytest.raises(ConfigError):
        load_console(path)


def test_manual_names_its_keys() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    for key in ("`[console]`", "`idle_minutes`"):
        assert key in manual
