"""The lot of `make floor`: its terms, and the keys of its keeper and of who signs them."""

from pathlib import Path
from typing import Final

from firmware.floor.jackpot.terms import add_signature, read_terms
from firmware.shell.trust.keys import create_key, public_octets, read_private_key, write_public_key

LOT: Final = "grand"
SHARING: Final = "caribbean-stud"
PEOPLE: Final = ("anne", "luc")
TERMS: Final = f"""lot = "{LOT}"
game = "{SHARING}"
progressive_table = 0
decks = 1
stake_cents = 100
rate = [29, 2]
reserve_rate = 3
begin_cents = 1000000
reset_cents = 500000
ceiling_cents = 10000000
from = 1
"""


def key(folder: Path, signer_name: str) -> Path:
    """Return the file of somebody's private key."""
    return folder / "keys" / f"{signer_name}.key"


def people(folder: Path) -> Path:
    """Return the folder of the public keys of who signs terms."""
    return folder / "keys" / "people"


def terms(folder: Path) -> Path:
    """Return the file of the signed terms."""
    return folder / "grand.terms"


def keeper(folder: Path) -> Path:
    """Return the file of the keeper's public key."""
    return folder / "keys" / "keeper.pub"


def set_up_lot(folder: Path) -> None:
    """Make the keys that are missing, and the terms, signed by two."""
    people(folder).mkdir(parents=True, exist_ok=True)
    _make(folder, "keeper", keeper(folder))
    plain = folder / "terms.toml"
    plain.write_text(TERMS, encoding="utf-8")
    for person in PEOPLE:
        _make(folder, person, people(folder) / f"{person}.pub")
        add_signature(read_terms(plain), terms(folder), read_private_key(key(folder, person)))


def _make(folder: Path, signer_name: str, public: Path) -> None:
    file = key(folder, signer_name)
    if not file.exists():
        create_key(file)
    if not public.exists():
        write_public_key(public, public_octets(read_private_key(file)))
