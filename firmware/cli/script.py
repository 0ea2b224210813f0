"""The round script: what people and things do at the table, one JSON object a line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from firmware.core.cards import Card
from firmware.core.events import from_plain


class ScriptError(Exception):
    """A file that is no script; the message gives the file, the line and the reason."""


class At(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One bettor's chips at one place."""

    spot: int
    on: str
    bettor: str | None = None


class BetStep(At, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Chips placed."""

    cents: int


class ResolveStep(At, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A late bet settled by the supervisor."""

    do: Literal["return"]


class EnterStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card entered by hand."""

    card: Card


Press = Literal["no_more_bets", "confirm", "undo", "void"]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is done; exactly one field is set, `revolutions` aside."""

    bet: BetStep | UnsetType = UNSET
    take: At | UnsetType = UNSET
    press: Press | UnsetType = UNSET
    card: Card | UnsetType = UNSET
    cards: tuple[Card, ...] | UnsetType = UNSET
    cut: Literal[True] | UnsetType = UNSET
    shuffle: Literal[True] | UnsetType = UNSET
    resolve: ResolveStep | UnsetType = UNSET
    enter: EnterStep | UnsetType = UNSET
    decide: dict[str, Any] | UnsetType = UNSET
    bank: dict[str, Any] | UnsetType = UNSET
    number: str | UnsetType = UNSET
    dice: list[int] | UnsetType = UNSET
    no_roll: bool | UnsetType = UNSET
    tiles: list[str] | UnsetType = UNSET
    balls: list[int] | UnsetType = UNSET
    segment: str | UnsetType = UNSET
    ticket: dict[str, Any] | UnsetType = UNSET
    revolutions: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError unless the step does one thing."""
        if len(self._set()) != 1:
            raise ValueError("a step does exactly one thing")

    def _set(self) -> list[str]:
        names = self.__struct_fields__
        return [n for n in names if getattr(self, n) is not UNSET and n != "revolutions"]

    @property
    def kind(self) -> str:
        """The name of what is done."""
        return self._set()[0]


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table's evening, from a full shoe on."""

    game: str
    steps: tuple[Step, ...]
    id: str | int | None = None
    options: dict[str, Any] = {}
    limits: dict[str, tuple[int, int]] = {}
    spots: int = 7


_decoder = msgspec.json.Decoder(Script, dec_hook=from_plain)


def read_scripts(path: Path) -> Iterator[tuple[int, Script]]:
    """Yield each script with its line. Raises ScriptError on the first that is none."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise ScriptError(f"{path}: {error.strerror}") from None
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, _decode(f"{path}:{number}", line)


def _decode(where: str, line: bytes) -> Script:
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ScriptError(f"{where}: {error}") from None
