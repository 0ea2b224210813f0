"""The chip registry: which tag is worth how much, and whose it is."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from firmware.core.money import Cents

HEADER: Final = "uid,cents,owner"
MOST: Final = Cents(100_000_000)
_OWNER_MOST: Final = 32


class Chip(NamedTuple):
    """A chip's value, and the bettor whose it is; None for whoever sits at the spot."""

    cents: Cents
    owner: str | None = None


class ChipRegistry(Mapping[bytes, Chip]):
    """Chips by the 8 bytes of their UID, E0 first; a view of `chips`, which may grow."""

    def __init__(self, chips: Mapping[bytes, Chip]) -> None:
        self._chips = chips

    def __getitem__(self, uid: bytes) -> Chip:
        return self._chips[uid]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._chips)

    def __len__(self) -> int:
        return len(self._chips)


def load_chips(path: Path) -> ChipRegistry:
    """Read a registry: UTF-8, the line `uid,cents,owner`, then a chip a line; no owner is empty.

    Raises OSError, or ValueError with every fault of the file as `path:line: what is wrong`.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not UTF-8 at byte {error.start}") from error
    chips: dict[bytes, Chip] = {}
    faults: list[str] = []
    if lines[:1] != [HEADER]:
        faults.append(f"{path}:1: must be {HEADER!r}")
    for number, line in enumerate(lines[1:], start=2):
        try:
            uid, chip = _parse(line)
        except ValueError as error:
            faults.append(f"{path}:{number}: {error}")
            continue
        if uid in chips:
            faults.append(f"{path}:{number}: {uid.hex().upper()} stands there already")
        chips[uid] = chip
    if faults:
        raise ValueError("\n".join(faults))
    return ChipRegistry(chips)


def _parse(line: str) -> tuple[bytes, Chip]:
    fields = line.split(",")
    if len(fields) != 3:
        raise ValueError(f"{line!r} is not uid,cents,owner")
    uid, cents, owner = fields
    return _uid(uid), Chip(_cents(cents), _owner(owner) if owner else None)


def _uid(text: str) -> bytes:
    digits = "0123456789ABCDEF"
    if len(text) != 16 or text[:2] != "E0" or not all(digit in digits for digit in text):
        raise ValueError(f"{text!r} is no UID: 16 hexadecimal digits, E0 first, in capitals")
    return bytes.fromhex(text)


def _cents(text: str) -> Cents:
    if not (text.isascii() and text.isdigit() and text[0] != "0" and int(text) <= MOST):
        raise ValueError(f"{text!r} is no value: 1 to {MOST} cents")
    return Cents(int(text))


def _owner(text: str) -> str:
    if not text.isprintable() or text != text.strip() or len(text) > _OWNER_MOST:
        raise ValueError(f"{text!r} is no owner: at most {_OWNER_MOST} letters, no space around")
    return text
