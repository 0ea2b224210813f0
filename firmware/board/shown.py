"""What the board shows: of a table's status the part that is meant for its players."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from firmware.core.vocabulary.status import InstrumentStatus, Status
from firmware.shell.words.spoken import spoken

SPOKEN: Final = ("web.board.", "web.marks.", "web.connection.", "bet.", "hand.", "game.")
"""The words that a board may need begin with one of these."""


class Light(msgspec.Struct, frozen=True):
    """The light of a spot or a hand."""

    light: str


class Board(msgspec.Struct, frozen=True):
    """A table for its players; no card, no chip, no fault and no part is in it."""

    board: str
    tournament: bool
    """Whether the chips have no value (126)."""
    bank: int
    due: bool
    """Whether a card is due."""
    round: int
    spots: dict[int, Light]
    tally: dict[str, str]
    results: tuple[str, ...]
    limits: tuple[str, ...]
    players: tuple[str, ...]
    """The lines of the players' display."""
    instrument: InstrumentStatus | None


class Greeting(msgspec.Struct, frozen=True):
    """What stays the same as long as the table's game and language do."""

    seat: int
    game: str
    language: str
    words: dict[str, Mapping[str, str]]
    denominations: tuple[int, ...] = ()


def board_of(seen: Status) -> Board:
    """Return what the board shows of a status."""
    return Board(
        board=seen.board,
        tournament=seen.tournament,
        bank=seen.bank,
        due=seen.due is not None,
        round=seen.round,
        spots={spot: Light(told.light) for spot, told in seen.spots.items()},
        tally=seen.tally,
        results=seen.results,
        limits=seen.limits,
        players=seen.players,
        instrument=seen.instrument,
    )


def greeting(seat: int, game: str, language: str) -> Greeting:
    """Return the greeting for the `seat`-th game and language that the board has seen."""
    return Greeting(seat, game, language, {language: _words(language, game)})


def messages(greeted: Greeting, seen: Status | None) -> bytes:
    """Return the state of a board as server-sent events: topics as of a page's WebSocket."""
    powered = {"powered": True, "starts": 1}
    board = None if seen is None or not seen.known else board_of(seen)
    topics: Mapping[str, Any] = {"hello": greeted, "scene": powered, "status": {"status": board}}
    return b"".join(_event(topic, told) for topic, told in topics.items())


def _event(topic: str, told: object) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (topic.encode(), msgspec.json.encode(told))


@cache
def _words(language: str, game: str) -> Mapping[str, str]:
    return spoken(language, game or None, SPOKEN)
