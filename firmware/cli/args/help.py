"""Explains the command line, in words."""

import shutil
from collections.abc import Iterable, Iterator
from textwrap import fill, wrap
from typing import Annotated, Final

from firmware.cli.args.commands import COMMANDS, SECTIONS, below, find
from firmware.cli.args.commands import command as named
from firmware.cli.args.naming import value_name
from firmware.cli.args.signature import Argument, Command, How
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words

WIDEST: Final = 100
GAP: Final = 2
LEFT: Final = 26
"""The maximum width of the left column; the explanation of a longer entry is below it."""


def _first_words() -> tuple[str, ...]:
    return tuple(below(""))


def explain(
    words: Words, *command: Annotated[str, How(value="command", among=_first_words)]
) -> int:
    """Print a command's arguments, or the list of commands."""
    name, rest = "", command
    while rest:
        name, rest = find(name, rest)
    print(page(name, words) if name in COMMANDS else overview(name, words))  # noqa: T201
    return 0


def overview(group: str, words: Words) -> str:
    """Return the commands of a group, or all."""
    names = [name for name in COMMANDS if name.startswith(f"{group} ".lstrip())]
    usage = f"croupier {group}".rstrip() + " " + words.say(Text("command.value.command"))
    left = _left(names)
    listed = []
    for name in names:
        if not group and name in SECTIONS:
            listed += ["", words.say(Text(f"command.section.{SECTIONS[name]}"))]
        listed += _table([(name, summary(name, words))], left)
    return "\n".join(
        [
            _usage(usage, words),
            *([""] if group else []),
            *listed,
            "",
            *_wrapped(words.say(Text("command.more")), ""),
        ]
    )


def page(name: str, words: Words) -> str:
    """Return a command's purpose and arguments."""
    found = named(name)
    return "\n".join(
        [
            _usage(" ".join([f"croupier {name}", *pieces(found, words)]), words),
            "",
            *_wrapped(summary(name, words), ""),
            "",
            *_table(rows(found, words)),
        ]
    )


def summary(name: str, words: Words) -> str:
    """Return a command's purpose in one line."""
    return words.say(Text(f"command.{name.replace(' ', '.')}.is"))


def pieces(found: Command, words: Words) -> list[str]:
    """Return the arguments as they are put in; no piece is to be broken."""
    written = []
    apart = {name: rule for rule in found.apart for name in rule.names}
    for argument in [*found.options, *found.places]:
        rule = apart.get(argument.name)
        if rule and argument.name != rule.names[0]:
            continue
        among = [a for a in found.arguments if rule and a.name in rule.names] or [argument]
        piece = " | ".join(_put(one, words) for one in among)
        must = rule.one if rule else argument.needed
        one_of = f"({piece})" if len(among) > 1 else piece
        written.append((one_of if must else f"[{piece}]").replace(" ", NO_BREAK))
    return written


def rows(found: Command, words: Words) -> list[tuple[str, str]]:
    """Return every argument with its meaning."""
    return [
        (_short(argument) + _put(argument, words), explained(found, argument, words))
        for argument in (*found.places, *found.options)
    ]


def explained(found: Command, argument: Argument, words: Words) -> str:
    """Return an argument's meaning and its default."""
    own = f"command.{found.name.replace(' ', '.')}.{argument.key}"
    text = words.say(Text(own if words.knows(own) else f"command.any.{argument.key}"))
    if argument.needed or argument.rest or argument.default in (None, False, ()):
        return text
    return words.say(Text("command.default", {"text": text, "value": str(argument.default)}))


def _short(argument: Argument) -> str:
    return f"-{argument.how.short}, " if argument.how.short else ""


def _put(argument: Argument, words: Words) -> str:
    """Return an argument as it is put in: `--config FILE`, `--json`, `[FILE]…`."""
    if argument.flag:
        return argument.long
    value = _said(value_name(argument), words)
    value += "…" if argument.many or argument.rest else ""
    value = value if argument.how.alone is None else f"[{value}]"
    return f"{argument.long} {value}" if argument.option else value


def _said(name: str | Text, words: Words) -> str:
    return words.say(name) if isinstance(name, Text) else name


def _usage(line: str, words: Words) -> str:
    head = words.say(Text("command.usage")) + " "
    return fill(
        line,
        _width(),
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    ).replace(NO_BREAK, " ")


def _left(names: Iterable[str]) -> int:
    """Return the width of the column of these names."""
    return GAP + min(LEFT, max(map(len, names))) + GAP


def _table(explained: Iterable[tuple[str, str]], left: int = 0) -> Iterator[str]:
    explained = list(explained)
    left = left or _left(name for name, _ in explained)
    for name, text in explained:
        first, *more = wrap(text, _width() - left)
        head = " " * GAP + name
        if len(head) + GAP > left:
            yield head
            head = ""
        yield head.ljust(left) + first
        yield from (" " * left + line for line in more)


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(text, _width(), subsequent_indent=indent)


def _width() -> int:
    return min(shutil.get_terminal_size((WIDEST, 0)).columns, WIDEST)
