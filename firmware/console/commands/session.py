"""The commands of the session itself: help, login, logout, lang, exit."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.text import Text as Ink

from firmware.console.command.command import Command, Context, Takes
from firmware.console.command.lookup import meant
from firmware.console.command.outcome import line
from firmware.console.command.own_session import OwnSession
from firmware.console.text.clean import said
from firmware.console.text.drawing import Mark, Told, indented, row
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.technician.requests import Person, Role
from firmware.shell.words.words import LANGUAGES, Words

LIVE_KEY: Final = "console.help_live"


class Group(msgspec.Struct, frozen=True):
    """Commands of one group: the permitted ones, and those of other roles."""

    name: str
    commands: tuple[str, ...]
    others: tuple[str, ...]


class Overview(msgspec.Struct, frozen=True):
    """All commands."""

    groups: tuple[Group, ...]


class Explained(msgspec.Struct, frozen=True):
    """One command."""

    name: str
    usage: str
    does: str
    roles: tuple[Role, ...] | None
    live: bool


class Here(msgspec.Struct, frozen=True):
    """The person logged in now; none after a logout."""

    person: Person | None


class Spoken(msgspec.Struct, frozen=True):
    """The language of this session."""

    language: str


def session_commands(session: OwnSession) -> tuple[Command, ...]:
    """Return the commands that act on a session."""

    def help_(context: Context, words: Sequence[str]) -> Overview | Explained:
        if words:
            return _explained(context.words, meant(session.commands, words)[0])
        return Overview(tuple(_group(name, session) for name in session.groups))

    def log_in(_context: Context, words: Sequence[str]) -> Here:
        return Here(session.log_in(words[0]))

    def log_out(_context: Context, _words: Sequence[str]) -> Here:
        session.log_out()
        return Here(None)

    def speak(_context: Context, words: Sequence[str]) -> Spoken:
        if words[0] not in LANGUAGES:
            raise CannotBeDone(
                Text("console.no_language", {"name": words[0], "names": ", ".join(LANGUAGES)})
            )
        session.speak(words[0])
        return Spoken(words[0])

    def leave(_context: Context, _words: Sequence[str]) -> Here:
        session.log_out()
        session.left = True
        return Here(None)

    return (
        Command("help", help_, _tell_help, (_command(session),)),
        Command("login", log_in, _tell_here, (Takes("name"),)),
        Command("logout", log_out, _tell_here),
        Command("lang", speak, _tell_spoken, (Takes("language", choices=lambda _: LANGUAGES),)),
        Command("exit", leave, _tell_left),
    )


def _command(session: OwnSession) -> Takes:
    return Takes("command", required=False, rest=True, choices=lambda _: tuple(session.commands))


def _group(name: str, session: OwnSession) -> Group:
    person = session.person
    may = {
        command.name: command.roles is None or (person is not None and person.role in command.roles)
        for command in session.groups[name]
    }
    return Group(
        name,
        tuple(command for command, allowed in may.items() if allowed),
        tuple(command for command, allowed in may.items() if not allowed),
    )


def _explained(words: Words, command: Command) -> Explained:
    return Explained(
        command.name,
        " ".join([command.name, *(_take(words, take) for take in command.takes)]),
        said(words, f"console.help.{command.name.replace(' ', '_')}"),
        tuple(sorted(command.roles)) if command.roles is not None else None,
        command.live,
    )


def _take(words: Words, take: Takes) -> str:
    name = said(words, f"console.takes.{take.name}").upper() + ("…" if take.rest else "")
    return name if take.required else f"[{name}]"


# output


def _tell_help(context: Context, found: Overview | Explained) -> Told:
    if isinstance(found, Explained):
        return _tell_explained(context.words, found)
    return _tell_overview(context.words, found)


def _tell_overview(words: Words, overview: Overview) -> Iterator[Ink]:
    for group in overview.groups:
        names = [*group.commands, *(f"({name})" for name in group.others)]
        kept_whole = (name.replace(" ", "\N{NO-BREAK SPACE}") for name in names)
        yield row(Mark.PLAIN, said(words, f"console.group.{group.name}"), ", ".join(kept_whole))
    if any(group.others for group in overview.groups):
        yield indented(said(words, "console.help_others"))
    yield indented(said(words, "console.help_more"))


def _tell_explained(words: Words, found: Explained) -> Iterator[Ink]:
    yield line(Mark.HEAD, found.usage)
    yield indented(found.does)
    if found.live:
        yield indented(said(words, LIVE_KEY))
    if found.roles is not None:
        roles = ", ".join(said(words, f"console.people.{role}") for role in found.roles)
        yield indented(said(words, "console.help_roles", roles=roles))


def _tell_here(context: Context, here: Here) -> Iterator[Ink]:
    words, person = context.words, here.person
    if person is None:
        yield line(Mark.GOOD, said(words, "console.logged_out"))
        return
    role = Text(f"console.people.{person.role}")
    yield line(Mark.GOOD, said(words, "console.logged_in", name=person.name, role=role))


def _tell_spoken(context: Context, _spoken: Spoken) -> Iterator[Ink]:
    yield line(Mark.GOOD, said(context.words, "console.spoken"))


def _tell_left(context: Context, _here: Here) -> Iterator[Ink]:
    yield Ink(said(context.words, "console.left"))
