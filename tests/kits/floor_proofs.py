"""The certificates of a floor's ends, and what each may do at the engine, as the guide has it."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from firmware.floor.certificates import CertificateAuthority
from firmware.shell.config.settings import Certificates
from tests.kits.paths import ROOT

UNTIL: Final = datetime.now(UTC) + timedelta(days=1)
_GUIDE: Final = (ROOT / "docs" / "floor.md").read_text(encoding="utf-8")
_SERVICES: Final = re.findall(r'(?m)^  \{ user: "CN=(?:ledger|keeper|pit|room)".*$', _GUIDE)
_TABLE: Final = re.findall(r'(?ms)^  \{ user: "CN=table-7".*?^    subscribe.*?$', _GUIDE)


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
    """Return a server's configuration that knows its clients by their certificates."""
    rights = [*_SERVICES, *(_TABLE[0].replace("table-7", table) for table in tables)]
    users = "\n".join(rights)
    return (
        f"tls {{ {_files(own)}, verify_and_map: true }}\nauthorization {{ users = [\n{users}\n] }}"
    )


def between_servers(own: Certificates) -> str:
    """Return what a server's `cluster` needs to know the other servers."""
    return f"tls {{ {_files(own)}, verify: true }}"


def _files(own: Certificates) -> str:
    return f'cert_file: "{own.certificate}", key_file: "{own.key}", ca_file: "{own.ca}"'
