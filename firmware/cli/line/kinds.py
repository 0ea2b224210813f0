"""The kinds of values that several commands take."""

from pathlib import Path
from typing import Annotated

from firmware.cli.line.meant import meant
from firmware.cli.line.signature import How
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
    if text in games():
        return text
    names = Text("command.games", {"games": ", ".join(games())})
    values: Values = {"given": text, "meant": meant(text, games()) or names}
    raise CannotBeDone(Text("command.wrong.game", values))


def games() -> tuple[str, ...]:
    """Return the words of all games."""
    from firmware.shell.rules import rules

    return rules.games()


Count = Annotated[int, How(read=count)]
Folder = Annotated[Path, How(value="folder")]
Game = Annotated[str, How(read=game, value="game", among=games)]
Name = Annotated[str, How(value="name")]
Socket = Annotated[Path, How(value="socket")]
