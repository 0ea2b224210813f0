"""The record of a game, street by street, for a dispute (67.101, 67.110).

It contains only facts that everybody at the table could see, and lasts until the next game is
posted.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from firmware.core.poker_room.engine import rulings
from firmware.core.poker_room.engine.acts import FaceUp, PokerAct, Post, Scramble, VoidGame
from firmware.core.poker_room.engine.ruling_text import room_ruling_texts
from firmware.core.poker_room.engine.state import DEALING, OVER, PokerState
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused, RoundVoided, Ruling

OMITTED_RULINGS: Final = (
    rulings.DealtDown,
    rulings.CardBurned,
    rulings.StackReported,
    rulings.PlayerLeft,
    rulings.TimeCharged,
)
"""Rulings that are no part of the game's play."""
END_OF_GAME: Final = (
    *(rulings.PotClosed, rulings.JackpotDropped, rulings.PotWon),
    *(rulings.OddChipRemoved, rulings.HandShown),
)
BLINDS_STREET, SHOWDOWN_STREET = 1, 9
"""Street numbers of the blinds, and of the showdown, which sorts behind every street."""
BOARD, UP = "room.told.board", "room.told.up"


class StreetLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of the record: the number of its event in the round, its street, its words."""

    step: int
    street: int
    words: Text


StreetRecord = tuple[StreetLine, ...]


def street_number(poker_state: PokerState) -> int:
    """Return the street of the next act: cards belong to the street of the bets after them."""
    game = poker_state.game
    if game is None or game.pots or game.stage is OVER:
        return SHOWDOWN_STREET
    return game.streets_complete + (game.stage is DEALING)


class PlayedAct(NamedTuple):
    """An act with the number of its event, its street, its rulings, and the state after it."""

    step: int
    street: int
    act: PokerAct
    act_rulings: Sequence[Ruling]
    state_after: PokerState


def extend_record(street_record: StreetRecord, played: PlayedAct) -> StreetRecord:
    """Return the record after an act; refused and undone acts leave no line."""
    step, street, act, act_rulings, state_after = played
    ruling_types = tuple(map(type, act_rulings))
    if Refused in ruling_types:
        return street_record
    if isinstance(act, Post):
        street_record, street = (), BLINDS_STREET
    if isinstance(act, FaceUp | Scramble) and rulings.AlarmRaised not in ruling_types:
        street_record = _with_face_up(street_record, step, street, state_after)
    for ruling in act_rulings:
        if isinstance(ruling, rulings.KeyUndone):
            first_step = ruling.step if ruling.first_step is None else ruling.first_step
            street_record = tuple(line for line in street_record if line.step < first_step)
        ends_game = isinstance(act, VoidGame) or isinstance(ruling, END_OF_GAME)
        street_record += tuple(
            StreetLine(step, SHOWDOWN_STREET if ends_game else street, words)
            for words in _ruling_texts(ruling)
        )
    return street_record


def _ruling_texts(ruling: Ruling) -> Sequence[Text]:
    if isinstance(ruling, RoundVoided):
        return [Text("view.voided", {"number": ruling.round})]
    return [] if isinstance(ruling, OMITTED_RULINGS) else list(room_ruling_texts(ruling))


def _with_face_up(
    street_record: StreetRecord, step: int, street: int, poker_state: PokerState
) -> StreetRecord:
    """Return the record with the face-up cards of this street in one line per hand or board."""
    game = poker_state.game
    if game is None:
        return street_record
    board_lines = [Text(BOARD, {"card": _card_names(game.board)})] if game.board else []
    hands = [
        Text(UP, {"spot": spot, "card": _card_names(game.hands[spot].up)})
        for spot in game.live_spots
        if game.hands[spot].up
    ]
    unchanged_lines = (
        line for line in street_record if line.street != street or line.words.key not in (BOARD, UP)
    )
    return (
        *unchanged_lines,
        *(StreetLine(step, street, words) for words in (*hands, *board_lines)),
    )


def _card_names(cards: Sequence[object]) -> str:
    return " ".join(map(str, cards))


def street_pages(street_record: StreetRecord) -> list[list[Text]]:
    """Return the words of each street, in order."""
    by_street = groupby(sorted(street_record, key=_street_of), key=_street_of)
    return [[line.words for line in lines] for _, lines in by_street]


def _street_of(line: StreetLine) -> int:
    return line.street
