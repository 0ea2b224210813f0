"""The commands of the session itself: help, login, logout, lang, exit."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
from rich.text import Text as StyledText

from firmware.console.access.roles import ROLE_LABELS, role_label
from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.command.help_keys import GROUP_KEYS, HELP_KEYS, PARAMETER_KEYS
from firmware.console.command.lookup import parameter_choices, resolve_command
from firmware.console.command.outcome import marked_line
from firmware.console.command.own_session import OwnSession
from firmware.console.text.clean_text import clean_words
from firmware.console.text.drawing import ConsoleOutput, StatusMark, indented_text, labelled_row
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.requests import Person, Role
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words

LIVE_HELP_KEY: Final = "console.help_live"
HELP_WORDS_KEY: Final = "console.help_words"
MOST_WORDS: Final = 16
"""How many words of a parameter the help of its command lists at the most."""


class CommandGroup(msgspec.Struct, frozen=True, rename={"forbidden_commands": "others"}):
    """The commands of a group: the permitted ones, and those of other roles."""

    name: str
    commands: tuple[str, ...]
    forbidden_commands: tuple[str, ...]


class CommandOverview(msgspec.Struct, frozen=True):
    """All commands."""

    groups: tuple[CommandGroup, ...]


class ExplainedCommand(msgspec.Struct, frozen=True):
    """One command."""

    name: str
    usage: str
    does: str
    roles: tuple[Role, ...] | None
    live: bool
    words: Mapping[str, tuple[str, ...]]
    """The words of a parameter that takes only a few, by its name in the usage."""


class LoginState(msgspec.Struct, frozen=True):
    """The person logged in; None after a logout."""

    person: Person | None


class SessionLanguage(msgspec.Struct, frozen=True):
    """The language of this session."""

    language: str


def session_commands(session: OwnSession) -> tuple[Command, ...]:
    """Return the commands that act on a session."""

    def log_in(_context: CommandContext, arguments: Sequence[str]) -> LoginState:
        return LoginState(session.log_in(arguments[0]))

    def log_out(_context: CommandContext, _arguments: Sequence[str]) -> LoginState:
        session.log_out()
        return LoginState(None)

    def change_language(_context: CommandContext, arguments: Sequence[str]) -> SessionLanguage:
        languages = languages_with("console")
        if arguments[0] not in languages:
            raise RequestFailed(
                Text("console.no_language", {"name": arguments[0], "names": ", ".join(languages)})
            )
        session.set_language(arguments[0])
        return SessionLanguage(arguments[0])

    def leave_session(_context: CommandContext, _arguments: Sequence[str]) -> LoginState:
        session.log_out()
        session.is_left = True
        return LoginState(None)

    return (
        Command(
            "help", partial(_look_up_help, session), _render_help, (_command_parameter(session),)
        ),
        Command("login", log_in, _render_login, (Parameter("name"),)),
        Command("logout", log_out, _render_login),
        Command(
            "lang",
            change_language,
            _render_language,
            (Parameter("language", choices=lambda _: languages_with("console")),),
        ),
        Command("exit", leave_session, _render_leave),
    )


def _look_up_help(
    session: OwnSession, context: CommandContext, arguments: Sequence[str]
) -> CommandOverview | ExplainedCommand:
    if arguments:
        command, _ = resolve_command(session.commands_by_name, arguments)
        listed = command.parameters if _is_allowed(command, session.person) else ()
        return _explain_command(context, command, listed)
    return CommandOverview(
        tuple(_command_group(group_name, session) for group_name in session.command_groups)
    )


def _command_parameter(session: OwnSession) -> Parameter:
    return Parameter(
        "command",
        required=False,
        takes_rest=True,
        choices=lambda _: tuple(session.commands_by_name),
    )


def _command_group(group_name: str, session: OwnSession) -> CommandGroup:
    allowed_by_name = {
        command.name: _is_allowed(command, session.person)
        for command in session.command_groups[group_name]
    }
    return CommandGroup(
        group_name,
        tuple(command for command, is_allowed in allowed_by_name.items() if is_allowed),
        tuple(command for command, is_allowed in allowed_by_name.items() if not is_allowed),
    )


def _is_allowed(command: Command, person: Person | None) -> bool:
    return command.roles is None or (person is not None and person.role in command.roles)


def _explain_command(
    context: CommandContext, command: Command, listed: Sequence[Parameter]
) -> ExplainedCommand:
    """`listed` are the parameters whose words the person may see."""
    words = context.words
    syntax = (_parameter_syntax(words, parameter) for parameter in command.parameters)
    return ExplainedCommand(
        command.name,
        " ".join([command.name, *syntax]),
        clean_words(words, HELP_KEYS[command.name]),
        tuple(sorted(command.roles)) if command.roles is not None else None,
        command.is_live,
        {
            _placeholder(words, parameter): choices
            for parameter in listed
            if 0 < len(choices := parameter_choices(parameter, context)) <= MOST_WORDS
        },
    )


def _parameter_syntax(words: Words, parameter: Parameter) -> str:
    placeholder = _placeholder(words, parameter) + ("…" if parameter.takes_rest else "")
    return placeholder if parameter.required else f"[{placeholder}]"


def _placeholder(words: Words, parameter: Parameter) -> str:
    return clean_words(words, PARAMETER_KEYS[parameter.name]).upper()


# output


def _render_help(
    context: CommandContext, help_answer: CommandOverview | ExplainedCommand
) -> ConsoleOutput:
    if isinstance(help_answer, ExplainedCommand):
        return _render_explained(context.words, help_answer)
    return _render_overview(context.words, help_answer)


def _render_overview(words: Words, overview: CommandOverview) -> Iterator[StyledText]:
    for command_group in overview.groups:
        shown_names = [
            *command_group.commands,
            *(f"({command_name})" for command_name in command_group.forbidden_commands),
        ]
        unbroken_names = (
            command_name.replace(" ", "\N{NO-BREAK SPACE}") for command_name in shown_names
        )
        yield labelled_row(
            StatusMark.PLAIN,
            clean_words(words, GROUP_KEYS[command_group.name]),
            ", ".join(unbroken_names),
        )
    if any(command_group.forbidden_commands for command_group in overview.groups):
        yield indented_text(clean_words(words, "console.help_others"))
    yield indented_text(clean_words(words, "console.help_more"))


def _render_explained(words: Words, explained_command: ExplainedCommand) -> Iterator[StyledText]:
    yield marked_line(StatusMark.HEAD, explained_command.usage)
    yield indented_text(explained_command.does)
    for placeholder, choices in explained_command.words.items():
        listed = ", ".join(choices)
        yield indented_text(clean_words(words, HELP_WORDS_KEY, name=placeholder, names=listed))
    if explained_command.live:
        yield indented_text(clean_words(words, LIVE_HELP_KEY))
    if explained_command.roles is not None:
        roles_text = ", ".join(
            clean_words(words, ROLE_LABELS[role]) for role in explained_command.roles
        )
        yield indented_text(clean_words(words, "console.help_roles", roles=roles_text))


def _render_login(context: CommandContext, login_state: LoginState) -> Iterator[StyledText]:
    words, person = context.words, login_state.person
    if person is None:
        yield marked_line(StatusMark.GOOD, clean_words(words, "console.logged_out"))
        return
    role_text = role_label(person.role)
    yield marked_line(
        StatusMark.GOOD, clean_words(words, "console.logged_in", name=person.name, role=role_text)
    )


def _render_language(
    context: CommandContext, _session_language: SessionLanguage
) -> Iterator[StyledText]:
    yield marked_line(StatusMark.GOOD, clean_words(context.words, "console.spoken"))


def _render_leave(context: CommandContext, _login_state: LoginState) -> Iterator[StyledText]:
    yield StyledText(clean_words(context.words, "console.left"))
