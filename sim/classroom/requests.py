"""The requests of the trainer's page: one JSON object a message of its WebSocket."""

from typing import Annotated, Literal

import msgspec

TableNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]
FaultKind = Literal["late", "unread", "power", "part", "claim"]


class TrainerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    """A request; its answer has its `ref`."""

    ref: int = 0


class Enter(TrainerRequest, frozen=True, kw_only=True, tag="enter"):
    """Show the trainer's secret: nothing else is answered before."""

    secret: Annotated[str, msgspec.Meta(max_length=256)]


class Beat(TrainerRequest, frozen=True, kw_only=True, tag="look"):
    """The sign of life of `shared/socket.js`."""

    inside: bool = False
    visible: bool = True


class Freeze(TrainerRequest, frozen=True, kw_only=True, rename={"is_frozen": "on"}, tag="freeze"):
    """Freeze a table, or let it continue; without a number all of them."""

    table: TableNumber | None = None
    is_frozen: bool


class GiveExercise(TrainerRequest, frozen=True, kw_only=True, tag="exercise"):
    """Begin an exercise of the trainee's list at his table; without a number at all tables."""

    table: TableNumber | None = None
    step: Literal["same", "next"] = "next"


class GiveFault(TrainerRequest, frozen=True, kw_only=True, rename={"is_active": "on"}, tag="fault"):
    """Throw a fault into a table, or end it."""

    table: TableNumber
    kind: FaultKind
    is_active: bool = True


class RestartTable(TrainerRequest, frozen=True, kw_only=True, tag="restart"):
    """Start a table again that has ended; one that runs ends first."""

    table: TableNumber


class ShowOnWall(TrainerRequest, frozen=True, kw_only=True, tag="wall"):
    """Lay the hand of a table out on the wall's table, from its beginning."""

    table: TableNumber


class StepOnWall(TrainerRequest, frozen=True, tag="wall_step"):
    """Play the next step of the hand on the wall."""


AnyTrainerRequest = (
    Enter | Beat | Freeze | GiveExercise | GiveFault | RestartTable | ShowOnWall | StepOnWall
)
