"""What people do and report in the room of a tournament."""

from collections.abc import Mapping

import msgspec


class Act(msgspec.Struct, frozen=True, tag=True, tag_field="act"):
    """One act in the room."""


class Register(Act, frozen=True):
    """A player buys his entry."""

    player: str
    cents: int
    age: int | None = None


class Draw(Act, frozen=True):
    """The players, in the order in which they were drawn."""

    players: tuple[str, ...]


class Start(Act, frozen=True):
    """The sale ends, and the clock begins."""


class Pause(Act, frozen=True):
    """The clock stops."""


class Resume(Act, frozen=True):
    """The clock goes on."""


class Wait(Act, frozen=True):
    """Seconds pass."""

    seconds: int


class BuyAgain(Act, frozen=True):
    """A player buys chips once more."""

    player: str
    cents: int


class ReportButton(Act, frozen=True):
    """A table reports its button."""

    table: int
    spot: int


class Lost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who lost his last chips in a game, and what he had at its beginning."""

    player: str
    stack: int


class ReportOut(Act, frozen=True):
    """Who is out: by one game, or hand for hand by the games of all tables."""

    lost: tuple[Lost, ...]


class ReportStacks(Act, frozen=True):
    """What each player who is left has, when the time is over."""

    stacks: Mapping[str, int]


class ColourUp(Act, frozen=True):
    """Chips of one value are exchanged for those of another; `counts` are each player's."""

    of: int
    to: int
    counts: Mapping[str, int]


class Void(Act, frozen=True):
    """The tournament is cancelled."""


class Undo(Act, frozen=True):
    """The last act of a person is taken back."""


AnyHallAct = (
    Register
    | Draw
    | Start
    | Pause
    | Resume
    | Wait
    | BuyAgain
    | ReportButton
    | ReportOut
    | ReportStacks
    | ColourUp
    | Void
    | Undo
)
