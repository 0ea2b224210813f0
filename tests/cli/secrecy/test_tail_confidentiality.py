"""The end of the journal and the log are the same whatever the unseen cards are, as all that
leaves the table is: with the same pairs of rounds.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, tee
from random import Random
from typing import Any

import msgspec
import pytest

from firmware.shell.device.log_ring import LogRing
from firmware.shell.journal import JournalReader
from firmware.shell.recall import RoundItem, recall
from firmware.shell.recall.tail import last_items
from tests.cli.secrecy.test_confidentiality import HIDDEN, Pair, Round, _hidden
from tests.kits.cli.outward import AT
from tests.kits.examples import examples
from tests.kits.shell.recorded import _played, evening, reader_of

PAIRS = examples(1, 2)
ALL = 1000
STAMP = len("2026-11-21 12:00:00")
BEGUN = "the round begins"
"""Logged first, so that the log of a program that logs nothing is seen to be kept."""


@contextmanager
def everything(ring: LogRing) -> Iterator[None]:
    """Have all that is logged kept, not only what is grave."""
    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.DEBUG)
    ring.install()
    try:
        yield
    finally:
        ring.close()
        root.setLevel(level)


def play(played: Round) -> tuple[JournalReader, list[str]]:
    """Return the journal of a round, and what was logged, but for the times."""
    ring = LogRing()
    _played.cache_clear()  # of a round that was played before nothing would be logged
    with everything(ring):
        logging.getLogger(__name__).debug(BEGUN)
        table, _ = evening({"game": played.game, "options": played.options, "steps": played.steps})
    return reader_of(table), [AT.sub("", line[STAMP:]) for line in ring.last_lines(500)]


def plain(item: RoundItem) -> dict[str, Any]:
    """Return what is reported but its time, and the program, which may be being changed."""
    return msgspec.to_builtins(item) | {"wall": "", "at_ms": 0, "setting": None}


_FOUND: dict[str, Iterator[Pair]] = {}


def hidden(game: str) -> Iterator[Pair]:
    """Yield the same pairs at each call; each is looked for once."""
    found = _FOUND.get(game) or _hidden(game, Random(f"tail {game}"))
    _FOUND[game], again = tee(found)
    return again


def going_on(game: str) -> Iterator[Pair]:
    """Yield pairs whose round is not over: then its cards are out of play, and may be reported."""
    for pair in hidden(game):
        reader, _ = play(pair.one)
        if not any(recalled.ended for recalled in recall(reader)):
            yield pair


@pytest.mark.clause("WA 230-16-152")
@pytest.mark.parametrize("game", HIDDEN)
def test_tail_ignores_unseen_cards(game: str) -> None:
    for pair in islice(going_on(game), PAIRS):
        (one, logged), (other, logged_then) = map(play, pair)
        assert list(map(plain, last_items(one, ALL))) == list(map(plain, last_items(other, ALL)))
        assert logged == logged_then
        assert BEGUN in logged[0]


@pytest.mark.parametrize("game", HIDDEN)
def test_tail_shows_cards_as_recall(game: str) -> None:
    for pair in islice(hidden(game), PAIRS):
        reader, _ = play(pair.one)
        recalled = [
            part.card
            for recalled_round in recall(reader)
            for part in recalled_round.story
            if part.card
        ]
        assert [
            recalled_round.card for recalled_round in last_items(reader, ALL) if recalled_round.card
        ] == recalled
        assert recalled
