"""The handler of each act that works on the state in place."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from firmware.core.poker_room.engine import betting, corrections, dealing, posting, seats, showdown
from firmware.core.poker_room.engine.acts import (
    Arrive,
    Burn,
    Correct,
    CorrectClosedGame,
    DealDown,
    Depart,
    Expose,
    FaceUp,
    LayRebuy,
    Leave,
    Muck,
    PlaceButton,
    PlayerDecision,
    PokerAct,
    Post,
    PostBlind,
    ReadHole,
    Revive,
    SetLevel,
    Show,
    SitDown,
    SitOut,
    TakeOff,
)
from firmware.core.poker_room.engine.state import PokerState
from firmware.core.vocabulary.rulings import Ruling

Handler = Callable[[PokerState, Any], Iterable[Ruling]]

HANDLERS: Final[Mapping[type[PokerAct], Handler]] = {
    SitDown: seats.sit_down,
    Leave: seats.leave,
    Arrive: seats.arrive,
    Depart: seats.depart,
    LayRebuy: seats.lay_rebuy,
    TakeOff: seats.take_off,
    SitOut: seats.sit_out,
    PlaceButton: seats.place_button,
    SetLevel: seats.set_level,
    Post: posting.post,
    PostBlind: posting.post_blind,
    DealDown: dealing.deal_down,
    ReadHole: dealing.read_hole,
    PlayerDecision: betting.decide,
    Muck: showdown.muck,
    Burn: dealing.burn,
    FaceUp: dealing.face_up,
    Show: showdown.show,
    Correct: corrections.correct,
    CorrectClosedGame: corrections.correct_closed_game,
    Revive: corrections.revive,
    Expose: dealing.expose,
}
