"""Types of arguments that several commands take: their parser, their name and their words."""

from pathlib import Path
from typing import Annotated, Literal

from firmware.cli.args.errors import did_you_mean
from firmware.cli.args.signature import Option
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed


def parse_count(typed_text: str) -> int:
    """Return a whole number above 0."""
    number = int(typed_text)
    if number < 1:
        raise ValueError(typed_text)
    return number


def parse_game(typed_text: str) -> str:
    """Return the word of a game. Raises RequestFailed if there is no such game."""
    return _known_game(all_game_words(), typed_text)


def parse_served_game(typed_text: str) -> str:
    """Return the word of a game, those among players included. Raises RequestFailed."""
    return _known_game(served_game_words(), typed_text)


def _known_game(game_words: tuple[str, ...], typed_text: str) -> str:
    if typed_text in game_words:
        return typed_text
    games_text = Text("command.games", {"games": ", ".join(game_words)})
    placeholders: TextValues = {
        "given": typed_text,
        "meant": did_you_mean(typed_text, game_words) or games_text,
    }
    raise RequestFailed(Text("command.wrong.game", placeholders))


def all_game_words() -> tuple[str, ...]:
    """Return the words of all games."""
    from firmware.shell.rules.pack_files import program_games

    return program_games()


def served_game_words() -> tuple[str, ...]:
    """Return the words of all games that a table can serve."""
    from firmware.shell.rules.rule_pack import POKER_GAMES

    return (*all_game_words(), *POKER_GAMES)


PositiveCount = Annotated[int, Option(parse=parse_count, expected_key="command.wanted.count")]
FolderPath = Annotated[Path, Option(value_key="command.value.folder")]
GameWord = Annotated[
    str,
    Option(parse=parse_game, value_key="command.value.game", completions=all_game_words),
]
ServedGameWord = Annotated[
    str,
    Option(parse=parse_served_game, value_key="command.value.game", completions=served_game_words),
]
WagerGrouping = Literal["bet", "day", "hour"]
PlainName = Annotated[str, Option(value_key="command.value.name")]
SocketPath = Annotated[Path, Option(value_key="command.value.socket")]
