"""Runs the command that a command line asks for."""

from collections.abc import Sequence

from firmware.cli.args.commands import COMMANDS, command, find
from firmware.cli.args.errors import answered
from firmware.cli.args.help import explain
from firmware.cli.args.language import language
from firmware.cli.args.parser import read
from firmware.cli.args.signature import LANG, WORDS, Language, call, read_signature
from firmware.shell.words.words import Words


def run(line: Sequence[str]) -> int:
    """Run `line`, or print why it failed; return the exit status."""
    spoken = language(line)
    return answered("", spoken, lambda: _run(line, spoken))


def _run(line: Sequence[str], spoken: Language) -> int:
    name, rest, lang = "", line, None
    while name not in COMMANDS:
        given = read(read_signature(name, _group), rest)
        if given is None:
            return explain(Words.load(spoken), *name.split())
        lang = given[LANG.name] or lang
        name, rest = find(name, given["command"])
    return answered(name, spoken, lambda: _one(name, rest, lang, spoken))


def _one(name: str, line: Sequence[str], lang: Language | None, spoken: Language) -> int:
    found = command(name)
    given = read(found, line)
    if given is None:
        return explain(Words.load(spoken), *name.split())
    given[LANG.name] = given[LANG.name] or lang
    if found.speaks:
        given[WORDS] = Words.load(spoken)
    return call(found.function, given)


def _group(*command: str) -> int:
    """Have the signature of `croupier`, and of a command that has others below it."""
    raise NotImplementedError(command)
