"""An exercise: a situation, and the acts that the table asks for in it. One JSON object a line."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import from_plain
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone, Unfit
from firmware.core.vocabulary.status import Status
from firmware.shell.rules.rules import RulesError, games
from firmware.shell.script import Script
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.os_words import os_failure
from sim.web.bench.script_seating import seating_of
from sim.web.messages.messages_in import Break, Draw, MoveDoor, Power, Put, Take

SHIPPED: Final = Path(__file__).parent / "shipped"
ENDING: Final = "*.jsonl"
Kind = Literal[
    "deal", "read", "pay", "commission", "decide", "late", "card", "result", "fault", "power"
]
"""The subject of an exercise."""
Happening = Break | MoveDoor | Power | Put | Take | Draw
"""What may befall the trainee's table, as a page's request has it."""


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words in both languages."""

    fr: str
    en: str


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An act that the table asks for, or something that happens by itself before the next one.

    Of an ask only the fields that are given count; `nth` and `hand` are those of a card that is due
    too. `key` is the decision that the trainee is told to key.
    """

    do: Act | None = None
    spot: int | None = None
    on: str | None = None
    bettor: str | None = None
    hand: int | str | None = None
    nth: int | None = None
    part: str | None = None
    fault: str | None = None
    key: Key | None = None
    happens: Happening | None = None

    def __post_init__(self) -> None:
        """Raise ValueError unless it is one of both."""
        if (self.do is None) is (self.happens is None):
            raise Unfit(Text("school.one_of_both"))

    def is_asked(self, seen: Status) -> bool:
        """Return whether the table asks for it."""
        asked = asked_by(seen)
        return all(
            value is None or asked.get(name) == value
            for name in ("do", "spot", "on", "bettor", "hand", "nth", "part", "fault")
            if (value := getattr(self, name)) is not None
        )


def asked_by(seen: Status) -> Mapping[str, Any]:
    """Return what a table asks for: no two steps of a round are alike in it.

    Of a card that is due it has the hand, of a decision what may be decided, of a throw what is
    told of the round so far.
    """
    asked = msgspec.structs.asdict(seen.ask)
    match seen.ask.do:
        case Act.DEAL if seen.due is not None:
            asked |= {"spot": seen.due.spot, "hand": seen.due.hand, "nth": seen.due.nth}
        case Act.DECIDE:
            asked["choices"] = [(one.spot, one.hand, one.do) for one in seen.choices]
        case Act.BRING_RESULT:
            asked["told"] = seen.told
    return asked


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation for one trainee.

    `cards` and `results` are what the shoe, and the wheel, dice or balls, bring next while he
    deals; after them chance goes on.
    """

    id: str
    kind: Kind
    title: Said
    task: Said
    situation: Script
    acts: tuple[Expected, ...]
    cards: tuple[Card, ...] = ()
    results: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError if there is nothing to do, or no such table."""
        if not any(act.do for act in self.acts):
            raise Unfit(Text("school.no_acts"))
        if self.situation.game not in games():
            values = {"game": self.situation.game, "games": ", ".join(games())}
            raise Unfit(Text("script.no_game", values))
        try:
            seating_of(self.situation)
        except RulesError as error:
            raise Unfit(error.why) from None
        except CannotBeDone as unfit:
            raise Unfit(unfit.why) from None


_decoder: Final = msgspec.json.Decoder(Exercise, dec_hook=from_plain)


def exercises(paths: Iterable[Path] = ()) -> dict[str, Exercise]:
    """Return the shipped exercises, and those of files or folders, by their names.

    Raises CannotBeDone, with file and line, on the first that is none, or whose name is taken.
    """
    found: dict[str, Exercise] = {}
    for path in (SHIPPED, *paths):
        for file in _files(path):
            for place, exercise in _read(file):
                if exercise.id in found:
                    raise _wrong(place, Text("school.twice", {"name": exercise.id}))
                found[exercise.id] = exercise
    return found


def _files(path: Path) -> list[Path]:
    """Return a file, or those of a folder. Raises CannotBeDone on a folder without any."""
    files = sorted(path.glob(ENDING)) if path.is_dir() else [path]
    if not files:
        raise CannotBeDone(Text("school.none", {"path": str(path)}))
    return files


def _read(path: Path) -> Iterator[tuple[str, Exercise]]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise CannotBeDone(os_failure(error, str(path))) from None
    for number, line in enumerate(lines, start=1):
        if line.strip():
            place = f"{path}:{number}"
            try:
                yield place, _decoder.decode(line)
            except (msgspec.DecodeError, ValueError, RecursionError) as error:
                why = error.why if isinstance(error, Unfit) else decode_reason(error)
                raise _wrong(place, why) from None


def _wrong(place: str, what: Text) -> CannotBeDone:
    return CannotBeDone(Text("registry.at", {"place": place, "what": what}))
