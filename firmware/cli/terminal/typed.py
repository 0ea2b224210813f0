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

from firmware.core.vocabulary.cards import CARDS, Card
from firmware.core.vocabulary.keys import DIGITS, Key

KEYS: Final = frozenset(key.value for key in Key)
POLL_S: Final = 0.2
LONGEST: Final = 4096
"""A line that is longer is nobody's typing."""


class Hand(NamedTuple):
    """What is done for a word: a key is pressed, a card is drawn, or the word is refused."""

    press: Callable[[Key], None]
    draw: Callable[[Card], None]
    refuse: Callable[[str], None]


class TypedKeys:
    """Reads standard input in a thread until closed or at its end; nothing from behind a shell."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="typed", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Read no more."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        source, line = sys.stdin.fileno(), b""
        while not self._ended.is_set() and _is_ours(source):
            if not select.select([source], [], [], POLL_S)[0]:
                continue
            heard = os.read(source, LONGEST)
            if not heard:
                return
            *whole, line = (line + heard).split(b"\n")
            for each in whole:
                do(each.decode(errors="replace").split(), self._hand)
            line = line[-LONGEST:]


def do(words: Iterable[str], hand: Hand) -> None:
    """Do what the words of a line say, up to the first that says nothing."""
    for word in words:
        keys = list(_keys(word))
        if keys:
            for key in keys:
                hand.press(key)
        elif word.upper() in CARDS:
            hand.draw(CARDS[word.upper()])
        else:
            hand.refuse(word)
            return


def _keys(word: str) -> Iterator[Key]:
    """Yield the keys of a word: one by its name, or those of an amount."""
    if word.isascii() and word.isdecimal():
        yield from (DIGITS[int(digit)] for digit in word)
    elif word.lower() in KEYS:
        yield Key(word.lower())


def _is_ours(source: int) -> bool:
    """Return whether a terminal's input is for this program, and not for one before it."""
    return not os.isatty(source) or os.tcgetpgrp(source) == os.getpgrp()
