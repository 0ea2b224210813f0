"""The seating that a page asks for, or why there can't be such a table."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import cast

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.script import TableScript
from firmware.shell.script_file import ScriptError, scripts_in_text
from firmware.shell.words.os_words import os_failure


@contextmanager
def seating_errors() -> Iterator[None]:
    """Say in words why a table can't be seated. Raises RequestFailed."""
    try:
        yield
    except RulesError as error:
        raise RequestFailed(Text("web.no_table", {"why": error.why})) from None
    except OSError as error:
        raise RequestFailed(Text("web.no_table", {"why": os_failure(error)})) from None


def first_script(text: str, games: Collection[str]) -> TableScript:
    """Return the first script of a text. Raises RequestFailed."""
    try:
        _, script = next(scripts_in_text(text.encode(), "script", games))
    except ScriptError as error:
        raise RequestFailed(Text("web.no_script", {"why": error.why})) from None
    return cast("TableScript", script)  # its game has a table
