"""The certificates of a floor, and what each may do at the engine, as `floor users` writes it."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from firmware.floor.certificates import CertificateAuthority
from firmware.floor.engine_users import users_configuration
from firmware.floor.roster.enrolment import Enrolment, Role
from firmware.shell.config.settings import Certificates
from tests.kits.floor_wire import HOUSE

UNTIL: Final = datetime.now(UTC) + timedelta(days=90)
SERVICES: Final[dict[str, Role]] = {
    "ledger": "ledger",
    "keeper": "keeper",
    "pit": "pit",
    "room": "tournament",
}
JACKPOT: Final = "grand"


class Proofs:
    """One authority, and a certificate for each name, made at the first time."""

    def __init__(self, folder: Path) -> None:
        self._authority = CertificateAuthority(folder)
        self._made: dict[str, Certificates] = {}

    def of(self, name: str, host: str = "127.0.0.1") -> Certificates:
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = self._authority.issue_certificate(name, (host,), UNTIL)
        return made


def guarded(own: Certificates, tables: Iterable[str]) -> str:
    """Return a server's configuration that knows its clients by their certificates, each table in
    an account of its own.
    """
    roles: dict[str, Role] = SERVICES | dict.fromkeys(tables, "table")
    enrolments = [Enrolment("ab" * 32, 1, role, name, HOUSE) for name, role in roles.items()]
    users = users_configuration(enrolments, [JACKPOT])
    return f"tls {{ {_files(own)}, verify_and_map: true }}\n{users}"


def between_servers(own: Certificates) -> str:
    """Return what a server's `cluster` needs to know the other servers."""
    return f"tls {{ {_files(own)}, verify: true }}"


def _files(own: Certificates) -> str:
    return f'cert_file: "{own.certificate}", key_file: "{own.key}", ca_file: "{own.ca}"'
