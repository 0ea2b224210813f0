"""The board's view of a table: the part of its status that is meant for the players."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from firmware.core.vocabulary.status import InstrumentStatus, Status
from firmware.pages.state_changes import State
from firmware.shell.words.page_templates import page_templates

WORD_PREFIXES: Final = (
    *("web.board.", "web.rules.", "web.why.", "web.round", "web.help.close", "web.marks."),
    *("web.connection.", "bet.", "hand.", "game.", "seat.", "rank.", "suit."),
)
"""Prefixes of the message keys that a board may need."""


class SpotLight(msgspec.Struct, frozen=True):
    """The light at a spot or a hand."""

    light: str


class TableBoard(msgspec.Struct, frozen=True):
    """A table as its players may see it: no card face down, no chips, faults or parts."""

    board: str
    tournament: bool
    """Whether the chips have no value (126)."""
    bank: int
    due: bool
    """Whether a card is due."""
    round: int
    spots: dict[int, SpotLight]
    cards: dict[str, list[str]]
    """The cards of each hand that lie face up."""
    tally: dict[str, str]
    result: str | None
    results: tuple[str, ...]
    limits: tuple[str, ...]
    players: tuple[str, ...]
    """The lines of the players' display."""
    instrument: InstrumentStatus | None


class Greeting(msgspec.Struct, frozen=True):
    """The part that changes only with the table's game, language or house."""

    seat: int
    game: str
    language: str
    words: dict[str, Mapping[str, str]]
    tournament: bool = False
    """Whether amounts are chips without value."""
    denominations: tuple[int, ...] = ()


def board_from_status(table_status: Status) -> TableBoard:
    """Return the board's view of a status."""
    return TableBoard(
        board=table_status.board,
        tournament=table_status.tournament,
        bank=table_status.bank,
        due=table_status.due is not None,
        round=table_status.round,
        spots={
            spot: SpotLight(spot_status.light) for spot, spot_status in table_status.spots.items()
        },
        cards=table_status.cards,
        tally=table_status.tally,
        result=table_status.result,
        results=table_status.results,
        limits=table_status.limits,
        players=table_status.players,
        instrument=table_status.instrument,
    )


def make_greeting(seat: int, game: str, language: str) -> Greeting:
    """Return the greeting of a board whose table has not answered yet."""
    return Greeting(seat, game, language, {language: _board_words(language, game, {})})


def greeting_of(table_status: Status, previous: Greeting) -> Greeting:
    """Return the greeting of a table: the previous one if it is as before, else the next one."""
    language, game = table_status.language, table_status.game
    words = {language: _board_words(language, game, table_status.house.get(language, {}))}
    seat, tournament = previous.seat, table_status.tournament
    same = Greeting(seat, game, language, words, tournament)
    return previous if same == previous else msgspec.structs.replace(same, seat=seat + 1)


def board_state(current_greeting: Greeting, table_status: Status | None) -> State:
    """Return the board's state, with the topics of a virtual table's page."""
    power_state = {"powered": True, "starts": 1}
    shown_board = (
        None if table_status is None or not table_status.known else board_from_status(table_status)
    )
    topic_states: Mapping[str, Any] = {
        "hello": current_greeting,
        "scene": power_state,
        "status": {"status": shown_board},
    }
    state: State = msgspec.to_builtins(topic_states, str_keys=True)
    return state


def _board_words(language: str, game: str, house: Mapping[str, str]) -> Mapping[str, str]:
    return page_templates(language, game or None, WORD_PREFIXES, house)
