"""Keys typed as words, line by line, where a table is shown as plain lines.

A word is a key by its name (`call`, `sit_down`), an amount in digits, or a card by its name (`7H`),
which is drawn past the reader.
"""

import os
import select
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from firmware.core.vocabulary.cards import CARDS_BY_NAME, Card
from firmware.core.vocabulary.keys import DIGIT_KEYS, Key

KEY_NAMES: Final = frozenset(key.value for key in Key)
INPUT_POLL_S: Final = 0.2
MAX_LINE_OCTETS: Final = 4096
"""Longer lines are cut: they are no typing."""


class WordActions(NamedTuple):
    """The actions of a typed word: press a key, draw a card, refuse the word."""

    press_key: Callable[[Key], None]
    draw_card: Callable[[Card], None]
    refuse_word: Callable[[str], None]


class TypedLines:
    """Reads standard input in a thread until closed or at its end; nothing in the background.

    `apply_line` is called with the words of each line.
    """

    def __init__(self, apply_line: Callable[[list[str]], None]) -> None:
        self._apply_line = apply_line
        self._stop_event = threading.Event()
        self._reader_thread = threading.Thread(target=self._read_lines, name="typed", daemon=True)
        self._reader_thread.start()

    def close(self) -> None:
        """Stop reading."""
        self._stop_event.set()
        self._reader_thread.join()

    def _read_lines(self) -> None:
        input_descriptor, partial_line = sys.stdin.fileno(), b""
        while not self._stop_event.is_set() and _is_foreground(input_descriptor):
            if not select.select([input_descriptor], [], [], INPUT_POLL_S)[0]:
                continue
            received_octets = os.read(input_descriptor, MAX_LINE_OCTETS)
            if not received_octets:
                return
            *complete_lines, partial_line = (partial_line + received_octets).split(b"\n")
            for complete_line in complete_lines:
                self._apply_line(complete_line.decode(errors="replace").split())
            partial_line = partial_line[-MAX_LINE_OCTETS:]


def apply_words(typed_words: Iterable[str], word_actions: WordActions) -> None:
    """Apply the words of a line, up to the first that is neither key nor card."""
    for typed_word in typed_words:
        word_keys = list(_keys_of_word(typed_word))
        if word_keys:
            for key in word_keys:
                word_actions.press_key(key)
        elif typed_word.upper() in CARDS_BY_NAME:
            word_actions.draw_card(CARDS_BY_NAME[typed_word.upper()])
        else:
            word_actions.refuse_word(typed_word)
            return


def _keys_of_word(typed_word: str) -> Iterator[Key]:
    """Yield the keys of a word: one by its name, or those of an amount."""
    if typed_word.isascii() and typed_word.isdecimal():
        yield from (DIGIT_KEYS[int(digit)] for digit in typed_word)
    elif typed_word.lower() in KEY_NAMES:
        yield Key(typed_word.lower())


def _is_foreground(input_descriptor: int) -> bool:
    """Return whether input is no terminal's, or this program is in its foreground."""
    return not os.isatty(input_descriptor) or os.tcgetpgrp(input_descriptor) == os.getpgrp()
