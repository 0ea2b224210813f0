"""A file of round scripts, each line by its own kind."""

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from firmware.core.games import slot_machine
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, POKER_ROOM
from firmware.core.tournament.terms import ANY_GAME
from firmware.core.vocabulary.events import decode_plain
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue, RequestFailed
from firmware.shell.script import BankScript, PokerScript, TableScript, TournamentScript
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.os_words import os_failure

AnyScript = TableScript | TournamentScript | BankScript

POKER_GAMES: Final = (POKER_ROOM, HOLDEM_TOURNAMENT)
"""The games that players play against each other."""
TABLELESS_GAMES: Final = (ANY_GAME, slot_machine.GAME)
"""The games that need no table: tournaments and slot machines."""


class ScriptError(RequestFailed):
    """A file that is no script; `why` gives the file, the line and the reason."""


def read_scripts(path: Path, games: Collection[str]) -> Iterator[tuple[int, AnyScript]]:
    """Yield each script with its line number. Raises ScriptError on the first malformed line."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RequestFailed(os_failure(error, str(path))) from None
    yield from scripts_in_text(content, str(path), games)


def scripts_in_text(
    content: bytes, name: str, games: Collection[str]
) -> Iterator[tuple[int, AnyScript]]:
    """Yield each script of a text of that name. Raises ScriptError on the first malformed line."""
    lines = content.splitlines()
    if not any(map(bytes.strip, lines)):
        raise _script_error(name, 1, Text("script.none"))
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield number, _decode_script(line, games)
            except SCRIPT_ERRORS as error:
                raise _script_error(name, number, _reason_text(error)) from None


SCRIPT_ERRORS: Final = (msgspec.DecodeError, ValueError, RecursionError)


class _ScriptHead(msgspec.Struct, frozen=True):
    game: str
    options: dict[str, Any] = {}

    @property
    def script_class(self) -> type[AnyScript]:
        """Whose script it is; of a hold'em tournament there are the room's and its tables'."""
        of_table = self.options.get("role") == "table"
        if self.game == ANY_GAME or (self.game == HOLDEM_TOURNAMENT and not of_table):
            return TournamentScript
        if self.game == slot_machine.GAME:
            return BankScript
        return PokerScript if self.game in POKER_GAMES else TableScript


_game_decoder = msgspec.json.Decoder(_ScriptHead)
_script_decoders: Final[dict[type[AnyScript], msgspec.json.Decoder[AnyScript]]] = {
    kind: msgspec.json.Decoder(kind, dec_hook=decode_plain)
    for kind in (TableScript, PokerScript, TournamentScript, BankScript)
}


def _decode_script(line: bytes, games: Collection[str]) -> AnyScript:
    """Return the script of a line. Raises one of SCRIPT_ERRORS."""
    # some editors write a byte order mark, which JSON forbids: said by its name
    if line.startswith(b"\xef\xbb\xbf"):
        raise InvalidValue(Text("script.byte_order_mark"))
    script = _script_decoders[_game_decoder.decode(line).script_class].decode(line)
    # msgspec takes the last of two equal names; a script must not have two
    json.loads(line, object_pairs_hook=_require_unique)
    if script.game not in games:
        raise InvalidValue(Text("script.no_game", {"game": script.game, "games": ", ".join(games)}))
    return script


def _require_unique(pairs: list[tuple[str, object]]) -> None:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise InvalidValue(Text("script.twice", {"name": name}))


def _reason_text(error: Exception) -> Text:
    return error.why if isinstance(error, InvalidValue) else decode_reason(error)


def _script_error(name: str, line: int, reason: Text) -> ScriptError:
    return ScriptError(Text("registry.at", {"place": f"{name}:{line}", "what": reason}))
