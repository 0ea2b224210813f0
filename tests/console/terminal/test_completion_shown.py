"""Completion prints words, never characters that a terminal obeys."""

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from firmware.console.terminal.screen import _WordCompleter


@pytest.mark.parametrize(
    "hostile", ["\u2028", "\ud7ff", "\x1b[2J", "\u202e", "e\u0301", "a\nb", "\x9b"]
)
def test_name_with_controls_not_offered(hostile: str) -> None:
    completer = _WordCompleter(lambda _: ["shoe", f"chips{hostile}", "écran"])
    offered = completer.get_completions(Document("test "), CompleteEvent(completion_requested=True))
    assert [one.text for one in offered] == ["shoe ", "écran "]
