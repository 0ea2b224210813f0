"""The steps of scripts without a table: a tournament, and a bank of slot machines."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import astuple

from firmware.core.tournament import acts
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue


class SingleActStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is done; exactly one field is set."""

    def __post_init__(self) -> None:
        """Raise ValueError unless the step does one thing."""
        if self.act_count != 1:
            raise InvalidValue(Text("script.one_thing"))

    @property
    def act_count(self) -> int:
        """How many things are done."""
        return len(self.__struct_fields__) - astuple(self).count(UNSET)

    @property
    def kind(self) -> str:
        """The name of the act."""
        values = zip(self.__struct_fields__, astuple(self), strict=True)
        return next(name for name, value in values if value is not UNSET)


class RegisterStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry that is paid."""

    player: str
    cents: int
    age: int | None = None


class RebuyStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips bought once more."""

    player: str
    cents: int


class ButtonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's button."""

    table: int
    spot: int


class ColourStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips of one value for those of another."""

    of: int = msgspec.field(name="from")
    to: int
    counts: dict[str, int]


class RightStep(SingleActStep, frozen=True, forbid_unknown_fields=True):
    """An act as it should have been."""

    register: RegisterStep | UnsetType = UNSET
    rebuy: RebuyStep | UnsetType = UNSET
    button: ButtonStep | UnsetType = UNSET
    out: tuple[acts.EliminatedPlayer, ...] | UnsetType = UNSET
    stacks: dict[str, int] | UnsetType = UNSET
    colour_up: ColourStep | UnsetType = UNSET


class CorrectStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The correction of an earlier act by two persons; without `to` it is withdrawn. `act` counts
    the entries, rebuys, buttons, eliminations, stacks and exchanges that were not refused.
    """

    act: int
    by: tuple[str, str]
    why: str
    to: RightStep | None = None


class TournamentStep(SingleActStep, frozen=True, forbid_unknown_fields=True):
    """One thing that is done in the room of a tournament."""

    register: RegisterStep | UnsetType = UNSET
    draw: tuple[str, ...] | UnsetType = UNSET
    press: Literal["start", "pause", "resume", "void"] | UnsetType = UNSET
    wait: int | UnsetType = UNSET
    rebuy: RebuyStep | UnsetType = UNSET
    button: ButtonStep | UnsetType = UNSET
    out: tuple[acts.EliminatedPlayer, ...] | UnsetType = UNSET
    stacks: dict[str, int] | UnsetType = UNSET
    colour_up: ColourStep | UnsetType = UNSET
    correct: CorrectStep | UnsetType = UNSET


class SlotPlayStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stake played at a slot machine."""

    machine: int
    cents: int


class SlotResultStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result that the machine shows: an amount, the jackpot, or both."""

    machine: int
    cents: int = 0
    jackpot: bool = False


class SlotDefectStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The machine is defective: by itself (95), or because the player disturbed it (94)."""

    machine: int
    by: Literal["machine", "player"]


class BankStep(SingleActStep, frozen=True, forbid_unknown_fields=True):
    """One act at a bank of slot machines."""

    play: SlotPlayStep | UnsetType = UNSET
    result: SlotResultStep | UnsetType = UNSET
    defect: SlotDefectStep | UnsetType = UNSET
