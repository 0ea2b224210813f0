"""A trainee's tile on the trainer's page: the act at his table, and its duration."""

import time
from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from sim.classroom.school_views import DrillView, ExamView, Topics

TableState = Literal["starting", "served", "off", "silent", "ended"]
Pace = Literal["calm", "slow", "stuck"]
SLOW_S: Final = 20
STUCK_S: Final = 60
"""The durations of an act at which its trainee is slow, and stuck."""


class CurrentAct(msgspec.Struct, frozen=True):
    """The act that a table asks for."""

    do: str
    spot: int | None = None
    on: str | None = None


class Tile(msgspec.Struct, frozen=True):
    """One table. `exercise` is empty without one; `title` is by language."""

    number: int
    name: str
    state: TableState
    address: str | None = None
    """Host and port of the table's page."""
    game: str = ""
    exercise: str = ""
    title: Mapping[str, str] = {}
    position: int = 0
    """How far he is in his list."""
    lessons: int = 0
    exam: ExamView | None = None
    drill: DrillView | None = None
    acts: int = 0
    done: int = 0
    is_over: bool = False
    is_laying: bool = False
    act: CurrentAct | None = None
    waited_s: int = 0
    pace: Pace = "calm"
    right: int = 0
    wrong: int = 0
    """The acts of today, those of the exercise under way included."""
    frozen: bool = False
    claim: int | None = None
    broken: tuple[str, ...] = ()
    """The parts that are broken now."""


class ActClock:
    """Notes since when the present act is under way."""

    def __init__(self) -> None:
        self._act: object = None
        self._since = time.monotonic()

    def waited_s(self, act: object) -> int:
        """Return how long this has been the present act, in whole seconds."""
        now = time.monotonic()
        if act != self._act:
            self._act, self._since = act, now
        return int(now - self._since)


def current_act(topics: Topics) -> CurrentAct | None:
    """Return the act of the exercise, else the table's own prompt; None without either."""
    lesson = (topics.get("school") or {}).get("lesson")
    if lesson:
        prompted = [mark for mark in lesson["marks"] if mark["state"] == "asked"]
        if lesson["over"] or not lesson["begun"]:
            return None
        if prompted:
            mark = prompted[0]
            return CurrentAct(mark["do"], mark.get("spot"), mark.get("on"))
    status = (topics.get("status") or {}).get("status")
    if not status:
        return None
    ask = status["ask"]
    return CurrentAct(ask["do"], ask.get("spot"), ask.get("on"))


def pace_of(waited_s: int, *, may_wait: bool) -> Pace:
    """Return the pace of a trainee; one without an act to do is calm."""
    if may_wait:
        return "calm"
    return "stuck" if waited_s >= STUCK_S else "slow" if waited_s >= SLOW_S else "calm"
