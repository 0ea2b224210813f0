"""Reads the words of a command line as a command's arguments."""

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from firmware.cli.args.meant import or_meant, see_help
from firmware.cli.args.naming import shown
from firmware.cli.args.signature import LANG, Apart, Argument, Command
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone

HELP: Final = ("-h", "--help")

Given = dict[str, list[str]]


def read(command: Command, line: Sequence[str]) -> dict[str, Any] | None:
    """Return the values by parameter, None if help is asked for.

    A command that takes all words that are left takes them as they are; `--lang` alone may stand
    among them. The beginning of an option is enough if no other begins so. Raises CannotBeDone.
    """
    words, loose, given = deque(line), list[str](), Given()
    rests = any(place.rest for place in command.places)
    while words and words[0] != "--":
        word = words.popleft()
        if not _is_option(word) or (rests and loose and not _is_language(word)):
            loose.append(word)
        elif word in HELP:
            return None
        else:
            name, value = _split(word)
            argument = _option(command, name)
            given[argument.name] = _taken(argument, command, value, words)
    if words and not (rests and loose):
        words.popleft()  # the `--` itself
    _place(command, [*loose, *words], given)
    for rule in command.apart:
        _check(rule, command, given)
    return {argument.name: _value(argument, command, given) for argument in command.arguments}


def _is_option(word: str) -> bool:
    """Return whether a word is an option, not a file, `-` or a number below 0."""
    return word[:1] == "-" and word != "-" and not word[1:].replace(".", "", 1).isdecimal()


def _is_language(word: str) -> bool:
    return _split(word)[0] == LANG.long


def _split(word: str) -> tuple[str, str | None]:
    """Return an option's name, and its value if it has one with it: `--lang=en`, `-oFILE`."""
    if not word.startswith("--"):
        return word[:2], word[2:] or None
    name, sign, value = word.partition("=")
    return name, value if sign else None


def _option(command: Command, name: str) -> Argument:
    by_name = {option.long: option for option in command.options}
    by_name |= {f"-{option.how.short}": option for option in command.options if option.how.short}
    begun = [name] if name in by_name else [long for long in by_name if long.startswith(name)]
    if len(begun) == 1:
        return by_name[begun[0]]
    if begun and name != "--":
        raise _wrong("ambiguous", given=name, names=", ".join(begun))
    raise _wrong("option", given=name, meant=or_meant(name, by_name, command.name))


def _taken(argument: Argument, command: Command, value: str | None, words: deque[str]) -> list[str]:
    """Return the values of an option: its own, or those that follow."""
    if argument.flag:
        if value is not None:
            raise _wrong("takes_none", name=argument.long, given=value)
        return []
    if value is not None:
        return [value]
    values: list[str] = []
    while words and not _is_option(words[0]) and (argument.many or not values):
        values.append(words.popleft())
    if not values and argument.how.alone is None:
        raise _wrong("no_value", command, name=shown(argument))
    return values or [str(argument.how.alone)]


def _place(command: Command, loose: list[str], given: Given) -> None:
    """Give the words that are no options to the places, in their order."""
    left = deque(loose)
    for place in command.places:
        count = len(left) if place.many or place.rest else min(1, len(left))
        if count:
            given[place.name] = [left.popleft() for _ in range(count)]
    if left:
        raise _wrong("surplus", command, given=left[0])


def _check(rule: Apart, command: Command, given: Given) -> None:
    those = [argument for argument in command.arguments if argument.name in rule.names]
    found = [argument for argument in those if argument.name in given]
    if len(found) > 1:
        raise _wrong("together", one=shown(found[0]), other=shown(found[1]))
    if rule.one and not found:
        raise _wrong("one_of", command, one=shown(those[0]), other=shown(those[1]))


def _value(argument: Argument, command: Command, given: Given) -> object:
    if argument.name not in given:
        if argument.needed:
            raise _wrong("missing", command, name=shown(argument))
        return () if argument.rest else argument.default
    if argument.flag:
        return True
    values = tuple(_read(argument, text) for text in given[argument.name])
    return values if argument.many or argument.rest else values[0]


def _read(argument: Argument, text: str) -> object:
    try:
        return argument.read(text)
    except (ValueError, KeyError):
        wanted: str | Text = ", ".join(map(str, argument.choices))
        wanted = wanted or Text(f"command.wanted.{argument.read.__name__}")
        raise _wrong("value", name=shown(argument), given=text, wanted=wanted) from None


def _wrong(key: str, command: Command | None = None, **values: str | Text) -> CannotBeDone:
    """Return the mistake, with a hint to the help of `command`, if it is known."""
    said: Values = values | ({"see": see_help(command.name)} if command else {})
    return CannotBeDone(Text(f"command.wrong.{key}", said))
