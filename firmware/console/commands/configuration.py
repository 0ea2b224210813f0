"""The configuration: shown, and changed by way of a candidate that the session holds."""

import json
import tomllib
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.text import Text as Ink

from firmware.console.command.command import Command, Context, Takes
from firmware.console.command.handed import handed
from firmware.console.command.outcome import line, told, told_done
from firmware.console.command.prompts import agreed, asked
from firmware.console.text.clean import clean, said
from firmware.console.text.drawing import Mark, hung
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config_change.candidate import Change, changes, with_value
from firmware.shell.technician.answers import Compared, Done, Set
from firmware.shell.technician.requests import (
    RIGHTS,
    Apply,
    Compare,
    Configuration,
    Revert,
    Seal,
)

INDENT: Final = 3


# the current configuration


def _show(context: Context, args: Sequence[str]) -> Set:
    found = asked(context, Configuration(), Set)
    return msgspec.structs.replace(found, text=_under(found.text, args[0])) if args else found


def _under(text: str, key: str) -> str:
    """Return the values under a key, a line each. Raises CannotBeDone if there are none."""
    named = (change for change in changes("", text) if f"{change.key}.".startswith(f"{key}."))
    lines = [f"{change.key} = {change.after}" for change in named]
    if not lines:
        raise CannotBeDone(Text("console.config.no_key", {"name": key}))
    return "\n".join(lines)


def _tell_set(context: Context, found: Set) -> Iterator[Ink]:
    for row in found.text.splitlines():
        yield hung(Ink(clean(row)), INDENT)
    yield line(Mark.HEAD, clean(found.path))
    mark, state = _seal_of(found)
    yield line(mark, said(context.words, f"console.config.{state}"))
    yield from told(context, Mark.BAD, found.wrong)
    if found.before:
        yield line(Mark.PLAIN, said(context.words, "console.config.before"))
    if context.candidate is not None:
        yield line(Mark.WARN, said(context.words, "console.config.held"))


def _seal_of(found: Set) -> tuple[Mark, str]:
    if found.wrong:
        return Mark.BAD, "not_sealed"
    return (Mark.GOOD, "sealed") if found.sealed else (Mark.PLAIN, "no_seal")


# the candidate


class Candidate(msgspec.Struct, frozen=True):
    """The candidate's text; None if it was dropped."""

    text: str | None


def _held(context: Context) -> str:
    """Return the candidate. Raises CannotBeDone if there is none."""
    if context.candidate is None:
        raise CannotBeDone(Text("console.config.no_candidate"))
    return context.candidate


def _set(context: Context, args: Sequence[str]) -> Candidate:
    text = context.candidate
    if text is None:
        text = asked(context, Configuration(), Set).text
    return _hold(context, _with(text, args[0], " ".join(args[1:])))


def _with(text: str, key: str, value: str) -> str:
    """Return a text with one value set; one that is not TOML is a string. Raises CannotBeDone."""
    try:
        tomllib.loads(f"value = {value}")
    except ValueError:
        value = json.dumps(value, ensure_ascii=False)
    return with_value(text, key, value)


def _load(context: Context, args: Sequence[str]) -> Candidate:
    return _hold(context, handed(args[0]))


def _hold(context: Context, text: str) -> Candidate:
    context.candidate = text
    return Candidate(text)


def _drop(context: Context, _args: Sequence[str]) -> Candidate:
    _held(context)
    context.candidate = None
    return Candidate(None)


def _tell_candidate(context: Context, found: Candidate) -> Iterator[Ink]:
    held = "dropped" if found.text is None else "next"
    yield line(Mark.PLAIN, said(context.words, f"console.config.{held}"))


# the candidate


def _check(context: Context, _args: Sequence[str]) -> Compared:
    """Check the candidate, or, without one, the current configuration."""
    text = context.candidate
    if text is None:
        text = asked(context, Configuration(), Set).text
    return asked(context, Compare(text=text), Compared)


def _diff(context: Context, _args: Sequence[str]) -> Compared:
    return asked(context, Compare(text=_held(context)), Compared)


def _tell_compared(context: Context, found: Compared) -> Iterator[Ink]:
    if not found.changes:
        yield line(Mark.PLAIN, said(context.words, "console.config.no_change"))
    yield from _tell_checked(context, found)


def _tell_checked(context: Context, found: Compared) -> Iterator[Ink]:
    """Yield changes and mistakes; only a candidate is reported as unchanged."""
    words = context.words
    for change in found.changes:
        yield from _change(change)
    yield from told(context, Mark.BAD, found.faults)
    if not found.faults:
        yield line(Mark.GOOD, said(words, "console.config.sound"))


def _change(change: Change) -> Iterator[Ink]:
    """Yield a key's current value and its new one."""
    if change.before is not None:
        yield hung(Ink(clean(f"- {change.key} = {change.before}"), "red"), INDENT)
    if change.after is not None:
        yield hung(Ink(clean(f"+ {change.key} = {change.after}"), "green"), INDENT)


# changes that restart the service


def _apply(context: Context, _args: Sequence[str]) -> Done:
    text = _held(context)
    compared = asked(context, Compare(text=text), Compared)
    context.show(_tell_compared(context, compared))
    if compared.faults:
        raise CannotBeDone(Text("console.config.not_sound"))
    if not compared.changes:
        raise CannotBeDone(Text("console.config.no_change"))
    agreed(context, "console.config.apply")
    done = asked(context, Apply(text=text), Done)
    context.candidate = None
    return done


def _undo(context: Context, _args: Sequence[str]) -> Done:
    agreed(context, "console.config.undo")
    return asked(context, Revert(), Done)


def _seal(context: Context, _args: Sequence[str]) -> Done:
    found = asked(context, Configuration(), Set)
    if found.wrong:
        context.show(told(context, Mark.BAD, found.wrong))
        agreed(context, "console.config.seal")
    return asked(context, Seal(), Done)


SHOWN: Final = (Takes("key", required=False),)
VALUE: Final = (Takes("key"), Takes("value", rest=True))
MAY: Final = RIGHTS[Compare]

COMMANDS: Final = (
    Command("config show", _show, _tell_set, SHOWN, RIGHTS[Configuration]),
    Command("config check", _check, _tell_checked, roles=MAY),
    Command("config set", _set, _tell_candidate, VALUE, MAY),
    Command("config load", _load, _tell_candidate, (Takes("path"),), MAY),
    Command("config diff", _diff, _tell_compared, roles=MAY),
    Command("config apply", _apply, told_done, roles=RIGHTS[Apply]),
    Command("config undo", _undo, told_done, roles=RIGHTS[Revert]),
    Command("config drop", _drop, _tell_candidate, roles=MAY),
    Command("seal", _seal, told_done, roles=RIGHTS[Seal]),
)
