"""The chip registry: the worth and the owner of each tag."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from drivers.tags.mistakes import RegistryError, mistake, not_text, unfit
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import Unfit

HEADER: Final = "uid,cents,owner"
ON_A_LAYOUT: Final = "uid,cents,owner,spot"
"""The header of a registry for a layout, with each chip's spot; a colour chip has no cents (70)."""
MOST: Final = Cents(100_000_000)
_OWNER_MOST: Final = 32
SPOTS_MOST: Final = 99
_HEAD: Final = Text("registry.head_of_chips", {"head": HEADER, "other": ON_A_LAYOUT})


class Chip(NamedTuple):
    """A chip's value and its bettor; None is the player seated at the spot.

    On a layout that all players share, `spot` is its player's. A colour chip has no value here: its
    player sets its worth at the table (70).
    """

    cents: Cents
    owner: str | None = None
    spot: int | None = None


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

    For a layout the line is `uid,cents,owner,spot`, and the cents of a colour chip are empty.

    Raises OSError, or RegistryError with every mistake of the file.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise RegistryError([not_text(path, error)]) from None
    chips: dict[bytes, Chip] = {}
    faults: list[Text] = []
    if lines[:1] not in ([HEADER], [ON_A_LAYOUT]):
        faults.append(mistake(path, _HEAD, 1))
    columns = lines[0].split(",") if lines else []
    for number, line in enumerate(lines[1:], start=2):
        try:
            uid, chip = _parse(line, columns)
        except Unfit as error:
            faults.append(mistake(path, error.why, number))
            continue
        if uid in chips:
            again = Text("registry.again", {"uid": uid.hex().upper()})
            faults.append(mistake(path, again, number))
        chips[uid] = chip
    if faults:
        raise RegistryError(faults)
    return ChipRegistry(chips)


def _parse(line: str, columns: Sequence[str]) -> tuple[bytes, Chip]:
    fields = line.split(",")
    if len(fields) != len(columns):
        raise unfit("columns", given=line, columns=",".join(columns))
    uid, cents, owner, *spot = fields
    colour = bool(spot) and not cents
    chip = Chip(NOTHING if colour else _cents(cents), _owner(owner) if owner else None)
    return _uid(uid), chip._replace(spot=_spot(spot[0])) if spot else chip


def _spot(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= SPOTS_MOST):
        raise unfit("spot", given=text, most=str(SPOTS_MOST))
    return int(text)


def _uid(text: str) -> bytes:
    digits = "0123456789ABCDEF"
    if len(text) != 16 or text[:2] != "E0" or not all(digit in digits for digit in text):
        raise unfit("chip_uid", given=text)
    return bytes.fromhex(text)


def _cents(text: str) -> Cents:
    if not (text.isascii() and text.isdigit() and text[0] != "0" and int(text) <= MOST):
        raise unfit("cents", given=text, most=str(MOST))
    return Cents(int(text))


def _owner(text: str) -> str:
    if not text.isprintable() or text != text.strip() or len(text) > _OWNER_MOST:
        raise unfit("owner", given=text, most=str(_OWNER_MOST))
    return text
