"""Who watches a table from its terminal: a picture that stays in place, or plain lines."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from typing import Protocol, TextIO

from firmware.cli.terminal.outlet import Outlet
from firmware.cli.terminal.plain import PlainView
from firmware.cli.terminal.typed import Hand, TypedKeys
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words


class View(Protocol):
    """Someone who watches. `heard` comes before the status that follows from it."""

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Take the rulings."""
        ...

    def show(self, status: Status) -> None:
        """Take the table's status."""
        ...

    def close(self) -> None:
        """Leave the terminal as it was found."""
        ...


@contextmanager
def open_view(
    words: Words,
    *,
    plain: bool,
    stream: TextIO | None = None,
    press: Callable[[Key], None] | None = None,
    draw: Callable[[Card], None] | None = None,
) -> Iterator[View]:
    """Give the view that fits the stream, standard output if none is given.

    The stream must have a descriptor. With `press` a picture takes digits for the lit keys, and
    plain lines, with `draw` too, take keys and cards by their names.
    """
    stream = stream or sys.stdout
    drawn = not plain and _is_terminal(stream)
    with ExitStack() as stack:
        view = stack.enter_context(closing(_view(words, stream, press, plain=not drawn)))
        if press and draw and isinstance(view, PlainView):
            hand = Hand(press, draw, view.refuse)
            stack.enter_context(closing(TypedKeys(hand)))
        yield view


def _is_terminal(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _view(
    words: Words, stream: TextIO, press: Callable[[Key], None] | None, *, plain: bool
) -> View:
    if plain:
        return PlainView(words, Outlet(stream))
    from firmware.cli.terminal.live import LiveView

    return LiveView(words, stream, press)
