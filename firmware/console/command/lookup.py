"""Looking up a command: by unique prefixes of its words."""

import shlex
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from firmware.console.command.command import Command, Commands, Context
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone

AS_JSON: Final = "--json"


class Unknown(CannotBeDone):
    """There is no such command, or it takes other words."""


class Line(NamedTuple):
    """A command and the words it is given."""

    command: Command
    words: tuple[str, ...]
    as_json: bool


def split(line: str) -> list[str]:
    """Return the words of a line. Raises Unknown if a quotation has no end."""
    try:
        return shlex.split(line)
    except ValueError:
        raise Unknown(Text("console.no_quote")) from None


def find(commands: Commands, words: Sequence[str]) -> Line:
    """Return the one command that `words` abbreviate, with its arguments. Raises Unknown."""
    as_json = len(words) > 1 and words[-1] == AS_JSON
    given = tuple(words[:-1] if as_json else words)
    command, used = meant(commands, given)
    rest = given[used:]
    _check_words(command, rest)
    return Line(command, rest, as_json)


def complete(commands: Commands, context: Context, before: str) -> list[str]:
    """Return the completions of the last word of `before`."""
    *words, begun = before.split() if before[-1:].strip() else [*before.split(), ""]
    return sorted(word for word in _offered(commands, context, words) if word.startswith(begun))


def meant(commands: Commands, given: Sequence[str]) -> tuple[Command, int]:
    """Return the command that `given` begins with, and of how many words. Raises Unknown."""
    first = _one(given[0], {name.split()[0] for name in commands}, commands)
    seconds = {name.partition(" ")[2] for name in commands if name.startswith(f"{first} ")}
    if len(given) > 1 and (begun := _begun(given[1], seconds)):
        return commands[f"{first} {_one(given[1], begun, commands)}"], 2
    if first in commands:
        return commands[first], 1
    near = ", ".join(sorted(f"{first} {second}" for second in seconds))
    raise Unknown(Text("console.say_more", {"names": near}))


def _one(word: str, among: Iterable[str], commands: Commands) -> str:
    begun = _begun(word, among)
    if len(begun) == 1:
        return begun.pop()
    if begun:
        raise Unknown(Text("console.ambiguous", {"word": word, "names": ", ".join(sorted(begun))}))
    near = get_close_matches(word, [*among, *commands], 3)
    if near:
        raise Unknown(
            Text("console.unknown_near", {"word": word, "names": ", ".join(dict.fromkeys(near))})
        )
    raise Unknown(Text("console.unknown", {"word": word}))


def _begun(word: str, among: Iterable[str]) -> set[str]:
    """Return the words with the prefix `word`; only `word` itself if it is one of them."""
    return {word} if word in among else {name for name in among if name.startswith(word)}


def _check_words(command: Command, words: Sequence[str]) -> None:
    least = sum(take.required for take in command.takes)
    no_end = any(take.rest for take in command.takes)
    if len(words) < least:
        raise Unknown(Text("console.too_few", {"name": command.name}))
    if len(words) > len(command.takes) and not no_end:
        raise Unknown(Text("console.too_many", {"name": command.name}))


def _offered(commands: Commands, context: Context, words: Sequence[str]) -> Iterable[str]:
    if not words:
        return {name.split()[0] for name in commands}
    try:
        command, used = meant(commands, words)
    except Unknown:
        command, used = None, len(words)
    offered = {name.split()[1] for name in commands if len(words) == 1 and _under(name, words[0])}
    place = len(words) - used
    if command is not None and command.takes:
        take = command.takes[min(place, len(command.takes) - 1)]
        if place < len(command.takes) or take.rest:
            offered |= set(_choices(take.choices, context))
    return offered


def _under(name: str, first: str) -> bool:
    return " " in name and name.split()[0].startswith(first)


def _choices(choices: object, context: Context) -> Sequence[str]:
    if not callable(choices):
        return ()
    try:
        return tuple(choices(context))
    except CannotBeDone:
        return ()
