"""A file of round scripts, each line by its own kind."""

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from firmware.core.games import slot_bank
from firmware.core.poker_room.engine.terms import ROOM, TOURNAMENT
from firmware.core.tournament.terms import ANY
from firmware.core.vocabulary.events import from_plain
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone, Unfit
from firmware.shell.script import BankScript, RoomScript, Script, TournamentScript
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.os_words import os_failure

AnyScript = Script | TournamentScript | BankScript

ROOM_GAMES: Final = (ROOM, TOURNAMENT)
"""The games that players play against each other."""
HALL_GAMES: Final = (ANY, slot_bank.GAME)
"""What is played without a table of ours."""


class ScriptError(CannotBeDone):
    """A file that is no script; `why` gives the file, the line and the reason."""


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
