"""What each act at a poker table does to the room."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from firmware.core.poker_room.engine import betting, corrections, dealing, posting, seats, showdown
from firmware.core.poker_room.engine.acts import (
    Act,
    Arrive,
    Burn,
    Correct,
    Deal,
    Decide,
    Depart,
    Expose,
    FaceUp,
    Leave,
    Level,
    Muck,
    PlaceButton,
    Post,
    PostBlind,
    ReadHole,
    Revive,
    Show,
    SitDown,
    SitOut,
    TakeOff,
)
from firmware.core.poker_room.engine.state import Room
from firmware.core.vocabulary.rulings import Ruling

Handler = Callable[[Room, Any], Iterable[Ruling]]

HANDLERS: Final[Mapping[type[Act], Handler]] = {
    SitDown: seats.sit_down,
    Leave: seats.leave,
    Arrive: seats.arrive,
    Depart: seats.depart,
    TakeOff: seats.take_off,
    SitOut: seats.sit_out,
    PlaceButton: seats.place_button,
    Level: seats.new_level,
    Post: posting.post,
    PostBlind: posting.post_blind,
    Deal: dealing.deal,
    ReadHole: dealing.read_hole,
    Decide: betting.decide,
    Muck: showdown.muck,
    Burn: dealing.burn,
    FaceUp: dealing.face_up,
    Show: showdown.show,
    Correct: corrections.correct,
    Revive: corrections.revive,
    Expose: dealing.expose,
}
