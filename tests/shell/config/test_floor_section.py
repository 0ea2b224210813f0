"""The section of the floor: names that fit a subject, and no other machine without certificates."""

from pathlib import Path

import pytest

from firmware.shell.config.config import parse_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.settings import Certificates, FloorSetting

USUAL = DEFAULT_TABLE.read_text(encoding="utf-8")
PEOPLE = 'people = "people"\n'
KEY = 'key = "t7.key"\n'
NAMES = f'house = "montreal"\nname = "table-7"\n{PEOPLE}'
PEM = f'ca = "ca.pem"\ncertificate = "t7.pem"\n{KEY}'


def with_floor(section: str) -> str:
    return f"{USUAL}\n[floor]\n{section}"


def faults(section: str) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        parse_config(with_floor(section))
    return [f"{fault.key} {fault.reason.key}" for fault in refused.value.faults]


def test_table_without_section_has_no_floor() -> None:
    assert parse_config(USUAL).floor is None


def test_one_machine_needs_no_certificate() -> None:
    floor = parse_config(with_floor(f'{NAMES}{KEY}servers = ["nats://127.0.0.1:4222"]')).floor
    assert floor == FloorSetting(
        "montreal", "table-7", ("nats://127.0.0.1:4222",), Path("t7.key"), Path("people")
    )


def test_pit_named_if_there_are_several() -> None:
    section = f'{NAMES}{KEY}pit = "nord"\nservers = ["nats://127.0.0.1:4222"]'
    floor = parse_config(with_floor(section)).floor
    assert floor
    assert floor.pit == "nord"


def test_remote_servers_need_certificates() -> None:
    section = f'{NAMES}{PEM}servers = ["tls://floor-1:4222", "tls://floor-2"]'
    floor = parse_config(with_floor(section)).floor
    assert floor
    assert isinstance(floor.certificates, Certificates)
    assert floor.servers == ("tls://floor-1:4222", "tls://floor-2")


@pytest.mark.parametrize(
    ("section", "found"),
    [
        (f'{NAMES}servers = ["nats://floor-1:4222"]', "floor.servers config.open_server"),
        (f'{NAMES}servers = ["floor-1"]', "floor.servers config.no_server"),
        (f'{NAMES}servers = ["nats://[::1"]', "floor.servers config.no_server"),
        (f"{NAMES}servers = []", "floor.servers config.empty"),
        (f'{NAMES}servers = ["nats://localhost"]', "floor.key config.missing"),
        (f'{KEY}pit = "p"\nservers = ["nats://localhost"]', "floor.people config.missing"),
        (f'{NAMES}{KEY}pit = "a.b"\nservers = ["nats://localhost"]', "floor.pit config.no_token"),
        (
            'house = "m"\nname = "table 7"\nservers = ["nats://localhost"]',
            "floor.name config.no_token",
        ),
        (
            'house = "a.b"\nname = "t"\nservers = ["nats://localhost"]',
            "floor.house config.no_token",
        ),
        (f'{NAMES}certificate = "c"\nservers = ["nats://localhost"]', "floor.ca config.missing"),
    ],
)
def test_mistake_is_named(section: str, found: str) -> None:
    assert found in faults(section)
