"""An exercise: a situation, and the acts that the table asks for in it. One JSON object a line."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from firmware.core.poker_room.engine.terms import POKER_ROOM
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import decode_plain
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act, Role
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.refusal import InvalidValue, RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.rules.pack_files import program_games
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.script import PokerScript, TableScript
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.languages import LANGUAGES, STAND_IN, Language
from firmware.shell.words.os_words import os_failure
from sim.web.bench.script_seating import seating_of
from sim.web.messages.messages_in import (
    CallName,
    DrawCard,
    InjectFault,
    LayChips,
    MakeCall,
    MoveDoor,
    RaiseClaim,
    SwitchPower,
    TakeChips,
)

SHIPPED_EXERCISES: Final = Path(__file__).parent / "shipped"
EXERCISE_GLOB: Final = "*.jsonl"
EXERCISE_GAMES: Final = (*program_games(), POKER_ROOM)
ExerciseKind = Literal[
    "deal",
    "read",
    "pay",
    "commission",
    "decide",
    "late",
    "card",
    "claim",
    "result",
    "fault",
    "power",
]
"""The subject of an exercise."""
Happening = InjectFault | MoveDoor | SwitchPower | LayChips | TakeChips | DrawCard | RaiseClaim
"""A page's request that the exercise itself issues at the trainee's table."""


WordsByLanguage = dict[Language, str]
"""Words by language; the stand-in's are said in a language that has none."""


class ExpectedAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An act that the table asks for, a call, or something that happens by itself before the next.

    Of an ask only the fields that are given count; `nth` and `hand` are those of a card that is due
    too. `key` is the decision that the exercise demands.
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
    call: CallName | None = None
    """What the trainee calls aloud, before the next act."""

    def __post_init__(self) -> None:
        """Raise ValueError unless it is one of the three."""
        kinds = (self.do, self.happens, self.call)
        if sum(kind is not None for kind in kinds) != 1:
            raise InvalidValue(Text("school.one_of_both"))

    def is_about(self, stack: Stack) -> bool:
        """Return whether it may be about these chips."""
        place, bettor = stack
        expected_values = (self.spot, place.spot), (self.on, place.on), (self.bettor, bettor)
        return all(expected is None or expected == value for expected, value in expected_values)

    def is_called_by(self, request: MakeCall) -> bool:
        """Return whether a trainee's call is this one."""
        expected_values = (self.spot, request.spot), (self.on, request.bet_name)
        return self.call == request.call and all(
            expected is None or called is None or expected == called
            for expected, called in expected_values
        )

    def is_prompted(self, status: Status) -> bool:
        """Return whether the table asks for it."""
        prompted = prompt_fields(status)
        return all(
            value is None or prompted.get(name) == value
            for name in ("do", "spot", "on", "bettor", "hand", "nth", "part", "fault")
            if (value := getattr(self, name)) is not None
        )


def prompt_fields(status: Status) -> Mapping[str, Any]:
    """Return the prompt as fields that differ between any two steps of a round.

    For a card that is due they include the hand, for a decision the open choices, for a throw the
    values shown of the round so far.
    """
    fields = msgspec.structs.asdict(status.ask)
    match status.ask.do:
        case Act.DEAL_CARD if status.due is not None:
            fields |= {"spot": status.due.spot, "hand": status.due.hand, "nth": status.due.nth}
        case Act.TAKE_DECISION:
            fields["choices"] = [(choice.spot, choice.hand, choice.do) for choice in status.choices]
        case Act.CONFIRM_UNSEEN:  # the same act: what was not paid is marked at its payment
            fields |= {"do": Act.CONFIRM_PAID, "of": Role.DEALER}
        case Act.BRING_RESULT:
            fields["told"] = status.game_values
    if status.room is not None:
        fields |= {"stage": status.room.stage, "board": status.room.board, "cards": status.dealt}
    return fields


class ExamTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How strictly an exercise is marked."""

    blind: bool = False
    """Whether chips are paid and taken without the table's help, until the trainee is done."""
    limit_s: Annotated[int, msgspec.Meta(ge=1, le=36_000)] | None = None
    """The time for all acts; those after it are marked `late`."""
    chips: bool = False
    """Whether a payment in more chips than a house would use is wrong."""
    order: bool = False
    """Whether a payment or taking out of the table's order is wrong."""


OPEN_TERMS: Final = ExamTerms()


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation for one trainee.

    `cards` and `results` are the next ones of the shoe and the instrument while he deals; after
    them they are random.
    """

    id: str
    kind: ExerciseKind
    title: WordsByLanguage
    task: WordsByLanguage
    situation: TableScript
    acts: tuple[ExpectedAct, ...]
    cards: tuple[Card, ...] = ()
    results: tuple[tuple[str, ...], ...] = ()
    exam: ExamTerms = OPEN_TERMS

    def __post_init__(self) -> None:
        """Raise ValueError if there is nothing to do, no such table, or nothing to say."""
        for language in (LANGUAGES[0], STAND_IN):
            if language not in self.title or language not in self.task:
                raise InvalidValue(Text("decode.missing", {"name": language}))
        if not any(expected.do for expected in self.acts):
            raise InvalidValue(Text("school.no_acts"))
        if self.situation.game not in EXERCISE_GAMES:
            values = {"game": self.situation.game, "games": ", ".join(EXERCISE_GAMES)}
            raise InvalidValue(Text("script.no_game", values))
        try:
            seating_of(self.situation)
        except RulesError as error:
            raise InvalidValue(error.why) from None
        except RequestFailed as refusal:
            raise InvalidValue(refusal.why) from None


class PokerExercise(Exercise, frozen=True, forbid_unknown_fields=True):
    """An exercise at a poker table."""

    situation: PokerScript


class _SituationHead(msgspec.Struct, frozen=True):
    game: str = ""


class _ExerciseHead(msgspec.Struct, frozen=True):
    """An exercise as far as it says by which class it is read."""

    situation: _SituationHead = _SituationHead()


def words_in(words_by_language: WordsByLanguage, language: str) -> str:
    """Return an exercise's words in a language, or the stand-in's."""
    return words_by_language.get(language, words_by_language[STAND_IN])


_head_decoder: Final = msgspec.json.Decoder(_ExerciseHead)
_decoder: Final = msgspec.json.Decoder(Exercise, dec_hook=decode_plain)
_poker_decoder: Final = msgspec.json.Decoder(PokerExercise, dec_hook=decode_plain)


def decode_exercise(line: bytes) -> Exercise:
    """Return the exercise of a line. Raises ValueError, or RecursionError on too deep a one."""
    game = _head_decoder.decode(line).situation.game
    return (_poker_decoder if game == POKER_ROOM else _decoder).decode(line)


def exercises(paths: Iterable[Path] = ()) -> dict[str, Exercise]:
    """Return the shipped exercises, and those of files or folders, by their names.

    Raises RequestFailed, with file and line, on the first invalid one, or a repeated name.
    """
    exercises_by_name: dict[str, Exercise] = {}
    for path in (SHIPPED_EXERCISES, *paths):
        for file in _exercise_files(path):
            for location, exercise in _read_exercises(file):
                if exercise.id in exercises_by_name:
                    raise _exercise_error(location, Text("school.twice", {"name": exercise.id}))
                exercises_by_name[exercise.id] = exercise
    return exercises_by_name


def _exercise_files(path: Path) -> list[Path]:
    """Return a file, or those of a folder. Raises RequestFailed on a folder without any."""
    files = sorted(path.glob(EXERCISE_GLOB)) if path.is_dir() else [path]
    if not files:
        raise RequestFailed(Text("school.none", {"path": str(path)}))
    return files


def _read_exercises(path: Path) -> Iterator[tuple[str, Exercise]]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise RequestFailed(os_failure(error, str(path))) from None
    for number, line in enumerate(lines, start=1):
        if line.strip():
            location = f"{path}:{number}"
            try:
                yield location, decode_exercise(line)
            except (msgspec.DecodeError, ValueError, RecursionError) as error:
                reason = error.why if isinstance(error, InvalidValue) else decode_reason(error)
                raise _exercise_error(location, reason) from None


def _exercise_error(location: str, reason: Text) -> RequestFailed:
    return RequestFailed(Text("registry.at", {"place": location, "what": reason}))
