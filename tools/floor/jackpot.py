"""The lot of `make floor`: its terms, and the keys of its keeper and of who signs them."""

from pathlib import Path
from typing import Final

from firmware.floor.jackpot.terms import add_signature, read_terms
from firmware.shell.trust.keys import public_octets, read_private_key, write_public_key
from tools.floor.enrolled import PEOPLE, key_file, people_folder

LOT: Final = "grand"
SHARING: Final = "caribbean-stud"
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


def terms(folder: Path) -> Path:
    """Return the file of the signed terms."""
    return folder / "grand.terms"


def keeper(folder: Path) -> Path:
    """Return the file of the keeper's public key."""
    return folder / "keys" / f"{LOT}.pub"


def set_up_lot(folder: Path) -> None:
    """Make the keys that are missing, and the terms, signed by two."""
    people_folder(folder)
    lot_key = public_octets(read_private_key(key_file(folder, LOT)))
    if not keeper(folder).exists():
        write_public_key(keeper(folder), lot_key)
    plain = folder / "terms.toml"
    plain.write_text(TERMS, encoding="utf-8")
    for person in PEOPLE:
        person_key = read_private_key(key_file(folder, person))
        add_signature(read_terms(plain), terms(folder), person_key)
