"""The kinds of values that several commands take."""

from pathlib import Path
from typing import Annotated, Literal

from firmware.cli.args.meant import meant
from firmware.cli.args.signature import How
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone


def count(text: str) -> int:
    """Return a whole number above 0."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def game(text: str) -> str:
    """Return the word of a game. Raises CannotBeDone if there is no such game."""
    return _among(games(), text)


def ruled_game(text: str) -> str:
    """Return the word of a game, those among players included. Raises CannotBeDone."""
    return _among(ruled_games(), text)


def _among(known: tuple[str, ...], text: str) -> str:
    if text in known:
        return text
    names = Text("command.games", {"games": ", ".join(known)})
    values: Values = {"given": text, "meant": meant(text, known) or names}
    raise CannotBeDone(Text("command.wrong.game", values))


def games() -> tuple[str, ...]:
    """Return the words of all games."""
    from firmware.shell.rules import rules

    return rules.games()


def ruled_games() -> tuple[str, ...]:
    """Return the words of all games that a table can serve."""
    from firmware.shell.rules import rules

    return rules.served_games()


Count = Annotated[int, How(read=count)]
Folder = Annotated[Path, How(value="folder")]
Game = Annotated[str, How(read=game, value="game", among=games)]
RuledGame = Annotated[str, How(read=ruled_game, value="game", among=ruled_games)]
Grouping = Literal["bet", "day", "hour"]
Name = Annotated[str, How(value="name")]
Socket = Annotated[Path, How(value="socket")]
