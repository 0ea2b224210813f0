"""The chip registry: the worth and the owner of each tag."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from drivers.tags.registry_errors import RegistryError, located_mistake, not_text, unfit_field
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue

CHIP_HEADER: Final = "uid,cents,owner"
LAYOUT_HEADER: Final = "uid,cents,owner,spot"
"""The header of a registry for a layout, with each chip's spot; a colour chip has no cents (70)."""
MAX_CHIP_CENTS: Final = Cents(100_000_000)
_MAX_OWNER_LETTERS: Final = 32
MAX_SPOTS: Final = 99
_HEADER_MISTAKE: Final = Text(
    "registry.head_of_chips", {"head": CHIP_HEADER, "other": LAYOUT_HEADER}
)


class RegisteredChip(NamedTuple):
    """A chip's value and its bettor; None is the player seated at the spot.

    On a layout that all players share, `spot` is its player's. A colour chip has no value here: its
    player sets its worth at the table (70).
    """

    cents: Cents
    owner: str | None = None
    spot: int | None = None


class ChipRegistry(Mapping[bytes, RegisteredChip]):
    """Chips by the 8 bytes of their UID, E0 first; a view of `registered_chips`, which may grow."""

    def __init__(self, registered_chips: Mapping[bytes, RegisteredChip]) -> None:
        self._registered_chips = registered_chips

    def __getitem__(self, uid: bytes) -> RegisteredChip:
        return self._registered_chips[uid]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._registered_chips)

    def __len__(self) -> int:
        return len(self._registered_chips)


def load_chips(path: Path) -> ChipRegistry:
    """Read a registry: UTF-8, the line `uid,cents,owner`, then a chip a line; no owner is empty.

    For a layout the line is `uid,cents,owner,spot`, and the cents of a colour chip are empty.

    Raises OSError, or RegistryError with every mistake of the file.
    """
    try:
        # With or without a byte order mark: spreadsheets write one.
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise RegistryError([not_text(path, error)]) from None
    registered_chips: dict[bytes, RegisteredChip] = {}
    faults: list[Text] = []
    if lines[:1] not in ([CHIP_HEADER], [LAYOUT_HEADER]):
        faults.append(located_mistake(path, _HEADER_MISTAKE, 1))
    columns = lines[0].split(",") if lines else []
    for number, line in enumerate(lines[1:], start=2):
        try:
            uid, chip = _parse_chip_row(line, columns)
        except InvalidValue as error:
            faults.append(located_mistake(path, error.why, number))
            continue
        if uid in registered_chips:
            duplicate = Text("registry.again", {"uid": uid.hex().upper()})
            faults.append(located_mistake(path, duplicate, number))
        registered_chips[uid] = chip
    if faults:
        raise RegistryError(faults)
    return ChipRegistry(registered_chips)


def _parse_chip_row(line: str, columns: Sequence[str]) -> tuple[bytes, RegisteredChip]:
    fields = line.split(",")
    if len(fields) != len(columns):
        raise unfit_field("registry.columns", given=line, columns=",".join(columns))
    uid, cents, owner, *spot = fields
    colour = bool(spot) and not cents
    chip = RegisteredChip(
        NO_CENTS if colour else _parse_cents(cents), _parse_owner(owner) if owner else None
    )
    return _parse_chip_uid(uid), chip._replace(spot=_parse_spot(spot[0])) if spot else chip


def _parse_spot(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_SPOTS):
        raise unfit_field("registry.spot", given=text, most=str(MAX_SPOTS))
    return int(text)


def _parse_chip_uid(text: str) -> bytes:
    digits = "0123456789ABCDEF"
    # ISO/IEC 15693: eight bytes, E0 first.
    if len(text) != 16 or text[:2] != "E0" or not all(digit in digits for digit in text):
        raise unfit_field("registry.chip_uid", given=text)
    return bytes.fromhex(text)


def _parse_cents(text: str) -> Cents:
    if not (text.isascii() and text.isdigit() and text[0] != "0" and int(text) <= MAX_CHIP_CENTS):
        raise unfit_field("registry.cents", given=text, most=str(MAX_CHIP_CENTS))
    return Cents(int(text))


def _parse_owner(text: str) -> str:
    if not text.isprintable() or text != text.strip() or len(text) > _MAX_OWNER_LETTERS:
        raise unfit_field("registry.owner", given=text, most=str(_MAX_OWNER_LETTERS))
    return text
