"""Reads the `floor` section: the NATS servers to which the uplink sends the journal's facts."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from firmware.shell.config.reader import SectionReader
from firmware.shell.config.settings import DEFAULT_PIT, Certificates, FloorSetting
from firmware.shell.config.values import displayed_value

SUBJECT_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""A name that may be part of a subject."""
EXAMPLE_SERVER: Final = "nats://127.0.0.1:4222"
SERVER_SCHEMES: Final = ("nats", "tls")
LOCAL_HOSTS: Final = ("127.0.0.1", "localhost", "::1")


def read_floor(document: SectionReader) -> FloorSetting | None:
    """Read where the floor is; None if the section is left out."""
    if not document.has("floor"):
        return None
    with document.table("floor") as floor:
        key, people = floor.file("key"), Path(floor.text("people"))
        certificates = _read_certificates(floor, key) if floor.has("certificate") else None
        servers = floor.texts("servers")
        for server in servers:
            _check_server(floor, server, has_certificates=certificates is not None)
        return FloorSetting(
            house=_read_token(floor, "house"),
            name=_read_token(floor, "name"),
            servers=tuple(servers),
            key=key,
            people=people,
            pit=_read_token(floor, "pit") if floor.has("pit") else DEFAULT_PIT,
            certificates=certificates,
        )


def _read_certificates(floor: SectionReader, key: Path) -> Certificates:
    return Certificates(floor.file("ca"), floor.file("certificate"), key)


def _read_token(floor: SectionReader, name: str) -> str:
    value = floor.text(name)
    if value and not SUBJECT_TOKEN.fullmatch(value):
        floor.add_fault(name, "config.no_token", value=displayed_value(value))
    return value


def _check_server(floor: SectionReader, server: str, *, has_certificates: bool) -> None:
    """A server of another machine is reached with certificates only."""
    try:
        parts = urlsplit(server)
        hostname = parts.hostname if parts.port != 0 and parts.scheme in SERVER_SCHEMES else None
    except ValueError:
        hostname = None
    if not hostname:
        floor.add_fault(
            "servers", "config.no_server", value=displayed_value(server), example=EXAMPLE_SERVER
        )
    # facts in clear may stay on this machine, not on a network
    elif not has_certificates and hostname not in LOCAL_HOSTS:
        floor.add_fault("servers", "config.open_server", value=displayed_value(server))
