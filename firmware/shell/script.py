"""The round script: the acts of people and parts at a table, one JSON object a line."""

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from firmware.core.games import slot_bank
from firmware.core.games.poker_room.terms import ROOM, TOURNAMENT
from firmware.core.games.tournament.terms import ANY
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import from_plain
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone, Unfit
from firmware.shell.hall_script import BankStep, OneThing, TournamentStep
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.os_words import os_failure


class ScriptError(CannotBeDone):
    """A file that is no script; `why` gives the file, the line and the reason."""


class At(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One bettor's chips at one place."""

    spot: int
    on: str
    bettor: str | None = None


class BetStep(At, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Chips placed."""

    cents: int
    working: bool | UnsetType = UNSET

    @property
    def is_working(self) -> bool:
        """Whether it sets when the bet works, as at craps."""
        return self.working is not UNSET


class ResolveStep(At, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A late bet settled by the supervisor."""

    do: Literal["return"]


class DecideStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's decision; `cents` if he lays chips for it, `low` the cards of his low hand."""

    spot: int
    do: str
    hand: int | None = None
    cents: int | None = None
    low: tuple[Card, ...] | None = None
    bettor: str | None = None


class TicketStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket of Keno; the numbers are the player's, or so many that are picked for him."""

    spot: int
    cents: int
    numbers: tuple[int, ...] | None = None
    quick_pick: int | None = None
    draws: int = 1
    paid: bool = True


class SpotStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who is to be the bank of the round, or to throw the dice."""

    spot: int


class EnterStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card entered by hand."""

    card: Card


Press = Literal["no_more_bets", "confirm", "undo", "void", "dice_changed"]


class Step(OneThing, frozen=True, forbid_unknown_fields=True):
    """One thing that is done; exactly one field is set, `revolutions` aside."""

    bet: BetStep | UnsetType = UNSET
    take: At | UnsetType = UNSET
    press: Press | UnsetType = UNSET
    card: Card | UnsetType = UNSET
    cards: tuple[Card, ...] | UnsetType = UNSET
    cut: bool | UnsetType = UNSET
    shuffle: bool | UnsetType = UNSET
    resolve: ResolveStep | UnsetType = UNSET
    enter: EnterStep | UnsetType = UNSET
    decide: DecideStep | UnsetType = UNSET
    bank: SpotStep | UnsetType = UNSET
    shooter: SpotStep | UnsetType = UNSET
    number: str | UnsetType = UNSET
    dice: list[int] | UnsetType = UNSET
    no_roll: bool | UnsetType = UNSET
    tiles: list[str] | UnsetType = UNSET
    balls: list[int] | UnsetType = UNSET
    segment: str | UnsetType = UNSET
    ticket: TicketStep | UnsetType = UNSET
    revolutions: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError unless the step does one thing."""
        super().__post_init__()
        if self.revolutions is not UNSET and self.kind not in ("number", "segment"):
            raise Unfit(Text("script.revolutions"))
        if False in (self.cut, self.shuffle, self.no_roll):
            raise Unfit(Text("script.true", {"name": self.kind}))

    @property
    def things(self) -> int:
        """How many things are done; revolutions belong to another."""
        return super().things - (self.revolutions is not UNSET)


GIVEN: Final[Mapping[str, dict[str, Any]]] = {"pai-gow-poker": {"generator": "keyed"}}
"""The options of a table at which a script says what was drawn (48.1)."""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table's evening, from a full shoe on."""

    game: str
    steps: tuple[Step, ...]
    id: str | int | None = None
    options: dict[str, Any] = {}
    limits: dict[str, tuple[int, int]] = {}
    spots: int | None = None
    """As many as the table has, if not given."""

    @property
    def settings(self) -> dict[str, Any]:
        """The options of its table, which draws nothing that the script says itself."""
        return GIVEN.get(self.game, {}) | self.options


class SeatedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player at the poker table with his chips."""

    spot: int
    cents: int


class HandStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a player's hand."""

    spot: int
    cards: tuple[Card, ...]


class ExposeStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that was seen by all."""

    card: Card
    spot: int | None = None


class LevelStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament's level, as its room has announced it."""

    blinds: tuple[int, int]
    ante: int = 0
    number: int | None = None
    seconds: int | None = None


RoomPress = Literal[Press, "post", "misdeal", "take_back", "clock"]


class RoomStep(Step, frozen=True, forbid_unknown_fields=True):
    """One thing that is done at a poker table."""

    take: SeatedStep | UnsetType = UNSET  # type: ignore[assignment]
    press: RoomPress | UnsetType = UNSET  # type: ignore[assignment]
    seat: SeatedStep | UnsetType = UNSET
    leave: SpotStep | UnsetType = UNSET
    sit_out: SpotStep | UnsetType = UNSET
    sit_in: SpotStep | UnsetType = UNSET
    button: int | UnsetType = UNSET
    wait: int | UnsetType = UNSET
    level: LevelStep | UnsetType = UNSET
    deal: int | UnsetType = UNSET
    hole: HandStep | UnsetType = UNSET
    muck: SpotStep | UnsetType = UNSET
    burn: bool | UnsetType = UNSET
    show: HandStep | UnsetType = UNSET
    expose: ExposeStep | UnsetType = UNSET


class RoomScript(Script, frozen=True, forbid_unknown_fields=True):
    """A poker table's evening."""

    steps: tuple[RoomStep, ...]


class TournamentScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The room of a tournament, from the sale of entries on."""

    game: str
    steps: tuple[TournamentStep, ...]
    id: str | int | None = None
    options: dict[str, Any] = {}


class BankScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens at a bank of slot machines."""

    game: str
    steps: tuple[BankStep, ...]
    id: str | int | None = None
    options: dict[str, Any] = {}


AnyScript = Script | TournamentScript | BankScript

ROOM_GAMES: Final = (ROOM, TOURNAMENT)
"""The games that players play against each other."""
HALL_GAMES: Final = (ANY, slot_bank.GAME)
"""What is played without a table of ours."""


def read_scripts(path: Path, games: Collection[str]) -> Iterator[tuple[int, AnyScript]]:
    """Yield each script with its line. Raises ScriptError on the first that is none."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise CannotBeDone(os_failure(error, str(path))) from None
    yield from scripts_in(text, str(path), games)


def scripts_in(text: bytes, name: str, games: Collection[str]) -> Iterator[tuple[int, AnyScript]]:
    """Yield each script of a text of that name. Raises ScriptError on the first that is none."""
    lines = text.splitlines()
    if not any(map(bytes.strip, lines)):
        raise _wrong(name, 1, Text("script.none"))
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield number, _script(line, games)
            except NO_SCRIPT as error:
                raise _wrong(name, number, _reason(error)) from None


NO_SCRIPT: Final = (msgspec.DecodeError, ValueError, RecursionError)


class _Head(msgspec.Struct, frozen=True):
    game: str
    options: dict[str, Any] = {}

    @property
    def kind(self) -> type[AnyScript]:
        """Whose script it is; of a hold'em tournament there are the room's and its tables'."""
        of_table = self.options.get("role") == "table"
        if self.game == ANY or (self.game == TOURNAMENT and not of_table):
            return TournamentScript
        if self.game == slot_bank.GAME:
            return BankScript
        return RoomScript if self.game in ROOM_GAMES else Script


_head_decoder = msgspec.json.Decoder(_Head)
_decoders: Final[dict[type[AnyScript], msgspec.json.Decoder[AnyScript]]] = {
    kind: msgspec.json.Decoder(kind, dec_hook=from_plain)
    for kind in (Script, RoomScript, TournamentScript, BankScript)
}


def _script(line: bytes, games: Collection[str]) -> AnyScript:
    """Raise one of NO_SCRIPT if the line is none."""
    if line.startswith(b"\xef\xbb\xbf"):
        raise Unfit(Text("script.byte_order_mark"))
    script = _decoders[_head_decoder.decode(line).kind].decode(line)
    json.loads(line, object_pairs_hook=_once)
    if script.game not in games:
        raise Unfit(Text("script.no_game", {"game": script.game, "games": ", ".join(games)}))
    return script


def _once(pairs: list[tuple[str, object]]) -> None:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise Unfit(Text("script.twice", {"name": name}))


def _reason(error: Exception) -> Text:
    return error.why if isinstance(error, Unfit) else decode_reason(error)


def _wrong(name: str, line: int, what: Text) -> ScriptError:
    return ScriptError(Text("registry.at", {"place": f"{name}:{line}", "what": what}))
