"""The configuration: shown, and changed through a candidate that the session holds."""

import json
import tomllib
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.command.given_file import read_given_file
from firmware.console.command.outcome import done_notes, marked_line, marked_texts
from firmware.console.command.prompts import confirm, request_answer
from firmware.console.text.clean_text import clean_text, clean_words
from firmware.console.text.drawing import StatusMark, hanging_text
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config_change.candidate import KeyChange, key_changes, with_value
from firmware.shell.technician.answers import ActDone, ConfigComparison, CurrentConfig
from firmware.shell.technician.requests import (
    ALLOWED_ROLES,
    ApplyConfiguration,
    CompareConfiguration,
    Configuration,
    RevertConfiguration,
    SealConfiguration,
)

LINE_INDENT: Final = 3


# the current configuration


def _show_config(context: CommandContext, arguments: Sequence[str]) -> CurrentConfig:
    current_config = request_answer(context, Configuration(), CurrentConfig)
    return (
        msgspec.structs.replace(
            current_config, text=_lines_under_key(current_config.text, arguments[0])
        )
        if arguments
        else current_config
    )


def _lines_under_key(config_text: str, config_key: str) -> str:
    """Return the values under a key, a line each. Raises RequestFailed if there are none."""
    changed_keys = (
        change
        for change in key_changes("", config_text)
        if f"{change.key}.".startswith(f"{config_key}.")
    )
    value_lines = [f"{change.key} = {change.after}" for change in changed_keys]
    if not value_lines:
        raise RequestFailed(Text("console.config.no_key", {"name": config_key}))
    return "\n".join(value_lines)


def _render_config(context: CommandContext, current_config: CurrentConfig) -> Iterator[StyledText]:
    for config_line in current_config.text.splitlines():
        yield hanging_text(StyledText(clean_text(config_line)), LINE_INDENT)
    yield marked_line(StatusMark.HEAD, clean_text(current_config.path))
    seal_mark, seal_key = _seal_state(current_config)
    yield marked_line(seal_mark, clean_words(context.words, seal_key))
    yield from marked_texts(context, StatusMark.BAD, current_config.wrong)
    if current_config.before:
        yield marked_line(StatusMark.PLAIN, clean_words(context.words, "console.config.before"))
    if context.candidate is not None:
        yield marked_line(StatusMark.WARN, clean_words(context.words, "console.config.held"))


def _seal_state(current_config: CurrentConfig) -> tuple[StatusMark, str]:
    if current_config.wrong:
        return StatusMark.BAD, "console.config.not_sealed"
    if current_config.sealed:
        return StatusMark.GOOD, "console.config.sealed"
    return StatusMark.PLAIN, "console.config.no_seal"


# the candidate


class ConfigCandidate(msgspec.Struct, frozen=True):
    """The candidate's text; None if it was dropped."""

    text: str | None


def _require_candidate(context: CommandContext) -> str:
    """Return the candidate's text. Raises RequestFailed without a candidate."""
    if context.candidate is None:
        raise RequestFailed(Text("console.config.no_candidate"))
    return context.candidate


def _set_value(context: CommandContext, arguments: Sequence[str]) -> ConfigCandidate:
    config_text = context.candidate
    if config_text is None:
        config_text = request_answer(context, Configuration(), CurrentConfig).text
    return _store_candidate(
        context, _text_with_value(config_text, arguments[0], " ".join(arguments[1:]))
    )


def _text_with_value(config_text: str, config_key: str, value: str) -> str:
    """Set a value; one that is not TOML is set as a string. Raises RequestFailed."""
    try:
        tomllib.loads(f"value = {value}")
    except ValueError:  # a JSON string is a TOML basic string
        value = json.dumps(value, ensure_ascii=False)
    return with_value(config_text, config_key, value)


def _load_candidate(context: CommandContext, arguments: Sequence[str]) -> ConfigCandidate:
    return _store_candidate(context, read_given_file(arguments[0]))


def _store_candidate(context: CommandContext, config_text: str) -> ConfigCandidate:
    context.candidate = config_text
    return ConfigCandidate(config_text)


def _drop_candidate(context: CommandContext, _arguments: Sequence[str]) -> ConfigCandidate:
    _require_candidate(context)
    context.candidate = None
    return ConfigCandidate(None)


def _render_candidate(
    context: CommandContext, config_candidate: ConfigCandidate
) -> Iterator[StyledText]:
    was_dropped = config_candidate.text is None
    candidate_key = "console.config.dropped" if was_dropped else "console.config.next"
    yield marked_line(StatusMark.PLAIN, clean_words(context.words, candidate_key))


# its check


def _check_candidate(context: CommandContext, _arguments: Sequence[str]) -> ConfigComparison:
    """Check the candidate, or, without one, the current configuration."""
    config_text = context.candidate
    if config_text is None:
        config_text = request_answer(context, Configuration(), CurrentConfig).text
    return request_answer(context, CompareConfiguration(text=config_text), ConfigComparison)


def _compare_candidate(context: CommandContext, _arguments: Sequence[str]) -> ConfigComparison:
    return request_answer(
        context, CompareConfiguration(text=_require_candidate(context)), ConfigComparison
    )


def _render_comparison(
    context: CommandContext, comparison: ConfigComparison
) -> Iterator[StyledText]:
    if not comparison.changes:
        yield marked_line(StatusMark.PLAIN, clean_words(context.words, "console.config.no_change"))
    yield from _render_check(context, comparison)


def _render_check(context: CommandContext, comparison: ConfigComparison) -> Iterator[StyledText]:
    """Yield changes and mistakes; only a candidate is reported as unchanged."""
    words = context.words
    for change in comparison.changes:
        yield from _change_lines(change)
    yield from marked_texts(context, StatusMark.BAD, comparison.faults)
    if not comparison.faults:
        yield marked_line(StatusMark.GOOD, clean_words(words, "console.config.sound"))


def _change_lines(change: KeyChange) -> Iterator[StyledText]:
    """Yield a key's current value and its new one."""
    if change.before is not None:
        yield hanging_text(
            StyledText(clean_text(f"- {change.key} = {change.before}"), "red"), LINE_INDENT
        )
    if change.after is not None:
        yield hanging_text(
            StyledText(clean_text(f"+ {change.key} = {change.after}"), "green"), LINE_INDENT
        )


# changes that restart the service


def _apply_candidate(context: CommandContext, _arguments: Sequence[str]) -> ActDone:
    config_text = _require_candidate(context)
    comparison = request_answer(context, CompareConfiguration(text=config_text), ConfigComparison)
    context.show(_render_comparison(context, comparison))
    if comparison.faults:
        raise RequestFailed(Text("console.config.not_sound"))
    if not comparison.changes:
        raise RequestFailed(Text("console.config.no_change"))
    confirm(context, "console.config.apply")
    done_answer = request_answer(context, ApplyConfiguration(text=config_text), ActDone)
    context.candidate = None
    return done_answer


def _undo_change(context: CommandContext, _arguments: Sequence[str]) -> ActDone:
    confirm(context, "console.config.undo")
    return request_answer(context, RevertConfiguration(), ActDone)


def _seal_config(context: CommandContext, _arguments: Sequence[str]) -> ActDone:
    current_config = request_answer(context, Configuration(), CurrentConfig)
    if current_config.wrong:
        context.show(marked_texts(context, StatusMark.BAD, current_config.wrong))
        confirm(context, "console.config.seal")
    return request_answer(context, SealConfiguration(), ActDone)


KEY_PARAMETER: Final = (Parameter("key", required=False),)
VALUE_PARAMETERS: Final = (Parameter("key"), Parameter("value", takes_rest=True))
COMPARE_ROLES: Final = ALLOWED_ROLES[CompareConfiguration]

COMMANDS: Final = (
    Command(
        "config show", _show_config, _render_config, KEY_PARAMETER, ALLOWED_ROLES[Configuration]
    ),
    Command("config check", _check_candidate, _render_check, roles=COMPARE_ROLES),
    Command("config set", _set_value, _render_candidate, VALUE_PARAMETERS, COMPARE_ROLES),
    Command("config load", _load_candidate, _render_candidate, (Parameter("path"),), COMPARE_ROLES),
    Command("config diff", _compare_candidate, _render_comparison, roles=COMPARE_ROLES),
    Command("config apply", _apply_candidate, done_notes, roles=ALLOWED_ROLES[ApplyConfiguration]),
    Command("config undo", _undo_change, done_notes, roles=ALLOWED_ROLES[RevertConfiguration]),
    Command("config drop", _drop_candidate, _render_candidate, roles=COMPARE_ROLES),
    Command("seal", _seal_config, done_notes, roles=ALLOWED_ROLES[SealConfiguration]),
)
