"""How the section of the floor is read: where a table's uplink sends what it has recorded."""

import re
from typing import Final
from urllib.parse import urlsplit

from firmware.shell.config.reader import Reader, shown
from firmware.shell.config.settings import Certificates, FloorSetting

TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""A name that may be part of a subject."""
EXAMPLE: Final = "nats://127.0.0.1:4222"
SCHEMES: Final = ("nats", "tls")
HERE: Final = ("127.0.0.1", "localhost", "::1")


def read_floor(top: Reader) -> FloorSetting | None:
    """Read where the floor is; None if the section is left out."""
    if not top.has("floor"):
        return None
    with top.table("floor") as floor:
        certificates = _certificates(floor) if floor.has("certificate") else None
        servers = floor.texts("servers")
        for server in servers:
            _check(floor, server, secret=certificates is not None)
        return FloorSetting(
            _token(floor, "house"), _token(floor, "name"), tuple(servers), certificates
        )


def _certificates(floor: Reader) -> Certificates:
    return Certificates(floor.file("ca"), floor.file("certificate"), floor.file("key"))


def _token(floor: Reader, name: str) -> str:
    value = floor.text(name)
    if value and not TOKEN.fullmatch(value):
        floor.fault(name, "no_token", value=shown(value))
    return value


def _check(floor: Reader, server: str, *, secret: bool) -> None:
    """A server of another machine is reached with certificates only."""
    try:
        parts = urlsplit(server)
        host = parts.hostname if parts.port != 0 and parts.scheme in SCHEMES else None
    except ValueError:
        host = None
    if not host:
        floor.fault("servers", "no_server", value=shown(server), example=EXAMPLE)
    elif not secret and host not in HERE:
        floor.fault("servers", "open_server", value=shown(server))
