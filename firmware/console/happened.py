"""Events in words, as the journal's tail has them and the recall of a round has not."""

from typing import Final

from firmware.console.clean import said
from firmware.console.commands.part_reading import part_name
from firmware.core.betting import where
from firmware.core.events import (
    ChipsSwept,
    CutCardSeen,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    MetersReset,
    NoResultSeen,
    PresenceSeen,
    StackRead,
    TestBegun,
    TestEnded,
    TimeUp,
)
from firmware.core.panel import Text, Values
from firmware.shell.recall.steps import OVERRIDES, TOLD
from firmware.shell.words import Words

PLAIN: Final[dict[type[Event], str]] = {
    ChipsSwept: "console.happened.swept",
    CutCardSeen: "console.happened.cut_card",
    TimeUp: "console.happened.time_up",
    TestBegun: "console.happened.test_begun",
    TestEnded: "console.happened.test_ended",
    MetersReset: "console.happened.meters_reset",
}


def happened(words: Words, event: Event) -> str | None:
    """Return what happened; None of what the recall tells. One without words tells its name."""
    recalled = isinstance(event, TOLD) or (isinstance(event, KeyPressed) and event.key in OVERRIDES)
    return None if recalled else _words(words, event)


def _words(words: Words, event: Event) -> str:
    match event:
        case KeyPressed(key):
            return _say(words, "key", key=key.value)
        case FaultRaised(part, code, values):
            given = ", ".join(f"{name} {value}" for name, value in values.items())
            return _say(words, "fault", part=part_name(words, part), code=code, given=given or "-")
        case FaultEnded(part, code):
            return _say(words, "fault_over", part=part_name(words, part), code=code)
        case PresenceSeen(place, covered):
            return _say(words, "covered" if covered else "freed", **where(place))
        case StackRead():
            return _stack(words, event)
        case NoResultSeen(reason):
            return said(words, f"no_result.{reason}")
    return said(words, PLAIN.get(type(event), "console.happened.other"), name=type(event).__name__)


def _stack(words: Words, stack: StackRead) -> str:
    place: Values = {**where(stack.place), "cents": stack.cents, "colours": stack.colours}
    told = _say(words, "colours" if stack.colours else "stack", **place)
    return told if stack.bettor is None else _say(words, "behind", words=told, bettor=stack.bettor)


def _say(words: Words, key: str, /, **values: str | int | Text) -> str:
    return said(words, f"console.happened.{key}", **values)
