"""A house whose people have enrolled the keys of its floor."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from msgspec.structs import replace
from sqlalchemy import Connection

from firmware.floor.envelope import Sender
from firmware.floor.roster.enrolment import Enrolment, Role, SignedEnrolment, sign_enrolment
from firmware.floor.roster.roster import Roster
from firmware.floor.store import JOURNAL_PLACE_TABLE, JOURNAL_TABLE, insert_missing
from firmware.shell.config.settings import Certificates, FloorSetting
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.trust.keys import public_octets, write_public_key

PROPERTY = "montreal"
BEGAN = "2026-11-27T10:00:00+00:00"


class House:
    """Two people, and the enrolments that both have signed."""

    def __init__(self) -> None:
        self.people = (Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate())
        self.roster = Roster(self.people_keys)
        self._keys: dict[str, Ed25519PrivateKey] = {}

    @property
    def people_keys(self) -> frozenset[str]:
        return frozenset(public_octets(person).hex() for person in self.people)

    def floor_setting(
        self, folder: Path, name: str, *servers: str, certificates: Certificates | None = None
    ) -> FloorSetting:
        """Return the place of an enrolled name, with its files in a folder."""
        people, key_file = self.people_folder(folder / "people"), folder / f"{name}.key"
        pem = self.key(name).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        write_atomically(key_file, pem, 0o600)
        return FloorSetting(PROPERTY, name, servers, key_file, people, certificates=certificates)

    def people_folder(self, folder: Path) -> Path:
        """Write the people's public keys, and what they have enrolled, into a folder; return it."""
        folder.mkdir(parents=True, exist_ok=True)
        for signed in self.roster:
            enrolment_file = folder / f"{signed.enrolment.key[:8]}.enrolment"
            enrolment_file.write_bytes(msgspec.json.encode(signed))
        for person in self.people:
            public_key = public_octets(person)
            write_public_key(folder / f"{public_key.hex()[:8]}.pub", public_key)
        return folder

    def key(self, name: str) -> Ed25519PrivateKey:
        return self._keys.setdefault(name, Ed25519PrivateKey.generate())

    def sender(self, name: str) -> Sender:
        return Sender(name, self.key(name))

    def enrol(
        self, name: str, role: Role = "table", pit: str = "main", **changes: object
    ) -> Sender:
        """Enrol a name, or change its enrolment; return its sender."""
        self.roster.admit(self.signed(name, role, pit, **changes))
        return self.sender(name)

    def signed(
        self, name: str, role: Role = "table", pit: str = "main", **changes: object
    ) -> SignedEnrolment:
        """Return the next enrolment of a name's key, signed by both."""
        key = public_octets(self.key(name)).hex()
        known = self.roster.enrolment(key)
        number = 1 if known is None else known.number + 1
        enrolment = replace(Enrolment(key, number, role, name, PROPERTY, pit), **changes)
        return sign_enrolment(SignedEnrolment(enrolment), *self.people)


def register(connection: Connection, table: str, journal: str) -> None:
    """Have a ledger's database know a table's journal."""
    place = {"property": PROPERTY, "pit": "main", "name": table, "position": ""}
    began = {"journal": journal, "since": BEGAN, "enrolled_ms": 0, "enrolment": 1}
    insert_missing(connection, JOURNAL_TABLE, [{"journal": journal, "began_at": BEGAN}])
    insert_missing(connection, JOURNAL_PLACE_TABLE, [{**place, **began}])


def house_of(names: Iterable[str]) -> House:
    """Return a house with these tables, a ledger and a keeper."""
    house = House()
    for name in names:
        house.enrol(name)
    house.enrol("ledger", "ledger")
    house.enrol("keeper", "keeper")
    return house
