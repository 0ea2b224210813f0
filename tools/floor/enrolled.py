"""The keys of a floor on this machine, and their enrolments, signed by its two people."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from firmware.floor.roster.enrolment import (
    Enrolment,
    Role,
    SignedEnrolment,
    read_people,
    sign_enrolment,
)
from firmware.floor.roster.enrolment_file import read_roster
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.schema import migrate_database
from firmware.floor.store import open_database
from firmware.shell.trust.keys import create_key, public_octets, read_private_key, write_public_key

HOUSE = "house"
PEOPLE = ("anne", "luc")


def key_file(folder: Path, name: str) -> Path:
    """Return the file of the private key of a person, a table or a process, made if missing."""
    file = folder / "keys" / f"{name}.key"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        create_key(file)
    return file


def people_folder(folder: Path) -> Path:
    """Return the folder of the people's public keys, and of the enrolments."""
    people = folder / "keys" / "people"
    people.mkdir(parents=True, exist_ok=True)
    for person in PEOPLE:
        if not (people / f"{person}.pub").exists():
            public_key = public_octets(read_private_key(key_file(folder, person)))
            write_public_key(people / f"{person}.pub", public_key)
    return people


def floor_section(
    folder: Path, name: str, servers: list[str], house: str = HOUSE
) -> dict[str, Any]:
    """Return the section `[floor]` of a table, a bank or a tournament."""
    return {
        "house": house,
        "name": name,
        "servers": servers,
        "key": str(key_file(folder, name)),
        "people": str(people_folder(folder)),
    }


def enrol(
    folder: Path,
    name: str,
    role: Role = "table",
    device: bytes | None = None,
    house: str = HOUSE,
    key: Path | None = None,
) -> None:
    """Enrol a name's key, once: write its file, signed by both people. `key` is the private key's
    file, if it is not that of `key_file`.
    """
    file = people_folder(folder) / f"{name}.enrolment"
    if not file.exists():
        public_key = public_octets(read_private_key(key or key_file(folder, name))).hex()
        device_key = device.hex() if device else None
        enrolment = Enrolment(public_key, 1, role, name, house, device=device_key)
        persons = [read_private_key(key_file(folder, person)) for person in PEOPLE]
        signed = sign_enrolment(SignedEnrolment(enrolment), *persons)
        file.write_bytes(msgspec.json.encode(signed))


def enrol_services(folder: Path, services: Mapping[str, Role], house: str = HOUSE) -> None:
    for name, role in services.items():
        enrol(folder, name, role, house=house)


def admit_all(folder: Path, database_url: str) -> None:
    """Take the enrolments of the folder into the ledger's database."""
    database, roster = open_database(database_url), read_roster(people_folder(folder))
    migrate_database(database)
    store = RosterStore(database, read_people(people_folder(folder)))
    for signed in roster:
        store.add(signed)
    database.dispose()
