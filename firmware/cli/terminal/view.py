"""The view of a table on its terminal: a picture redrawn in place, or plain lines."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import Protocol, TextIO

from firmware.cli.terminal.output_queue import OutputQueue
from firmware.cli.terminal.plain_view import PlainView
from firmware.cli.terminal.typed_keys import TypedLines, WordActions, apply_words
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words


class TableView(Protocol):
    """A view of the table. Rulings come before the status that they led to."""

    def take_rulings(self, rulings: Sequence[Ruling]) -> None:
        """Take new rulings."""
        ...

    def show(self, status: Status) -> None:
        """Take the table's status."""
        ...

    def close(self) -> None:
        """Restore the terminal."""
        ...


@contextmanager
def open_view(
    words: Words,
    *,
    plain: bool,
    output_stream: TextIO | None = None,
    press_key: Callable[[Key], None] | None = None,
    draw_card: Callable[[Card], None] | None = None,
) -> Iterator[TableView]:
    """Open the view that fits the stream, standard output if none is given.

    The stream must have a descriptor. With `press_key` a picture takes digits for the lit keys, and
    plain lines, with `draw_card` too, take keys and cards by their names.
    """
    output_stream = output_stream or sys.stdout
    is_picture = not plain and _is_terminal(output_stream)
    with ExitStack() as exit_stack:
        table_view = exit_stack.enter_context(
            closing(_make_view(words, output_stream, press_key, plain=not is_picture))
        )
        if press_key and draw_card and isinstance(table_view, PlainView):
            word_actions = WordActions(press_key, draw_card, table_view.refuse_word)
            typed_lines = TypedLines(partial(apply_words, word_actions=word_actions))
            exit_stack.enter_context(closing(typed_lines))
        yield table_view


def _is_terminal(output_stream: TextIO) -> bool:
    return output_stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _make_view(
    words: Words, output_stream: TextIO, press_key: Callable[[Key], None] | None, *, plain: bool
) -> TableView:
    if plain:
        return PlainView(words, OutputQueue(output_stream))
    from firmware.cli.terminal.live_view import LiveView

    return LiveView(words, output_stream, press_key)
