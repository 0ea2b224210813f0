"""The states of a game before each of its acts, to which undo, TAKE BACK, misdeal and void return.

Post    DealDown   Decision   Burn   FaceUp x 3   Decision   Show
 │         │          │        │       │             │         └─ TAKE BACK: the shown hand
 │         │          │        │       │             └─ undo: the decision, if no card follows
 │         │          │        └───────┴─ TAKE BACK: the cards of one step, and their burn
 │         └─ misdeal: before the first cards; TAKE BACK: cards that were keyed wrong
 └─ void: before the game
"""

from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from firmware.core.poker_room.engine.acts import (
    Burn,
    Correct,
    DealDown,
    DoubtCards,
    Expose,
    FaceUp,
    Misdeal,
    Muck,
    PlayerDecision,
    PokerAct,
    Post,
    Revive,
    Show,
)
from firmware.core.poker_room.engine.state import PokerGame, PokerState
from firmware.core.vocabulary.errors import Forbidden

UNDOABLE: Final = frozenset({PlayerDecision, Muck, Post})
"""Acts that undo takes back."""
TAKEN_BACK: Final = frozenset({DealDown, FaceUp, Show, Expose, Correct, Revive})
"""Acts that the supervisor takes back."""
IRREVERSIBLE: Final = TAKEN_BACK | {Burn, Misdeal, DoubtCards}
"""Acts that end undo: nothing keyed before them can be undone."""
DECISIVE: Final = UNDOABLE | TAKEN_BACK | {Misdeal}
"""Acts that decide whether anything can be taken back."""
DEALS_HANDS: Final = frozenset({DealDown, Expose})
"""A misdeal restores the state before the first of these."""


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """The state before an act; `step` is the number of the act's event."""

    step: int
    act: type[PokerAct]
    poker_state: PokerState
    is_alarm: bool = False
    """Whether the act raised an alarm, and had no other effect."""


Snapshots = tuple[Snapshot, ...]


def last_undoable(snapshots: Snapshots) -> int | None:
    """Return the place of the last key that undo takes back; None if a card has followed it."""
    for place in reversed(range(len(snapshots))):
        if snapshots[place].act in UNDOABLE:
            return place
        if snapshots[place].act in IRREVERSIBLE:
            return None
    return None


def before_deal(snapshots: Snapshots) -> int | None:
    """Return the place of the first cards since the last misdeal; None if none were dealt."""
    first_place: int | None = None
    for place in reversed(range(len(snapshots))):
        if snapshots[place].act is Misdeal:
            break
        if snapshots[place].act in DEALS_HANDS:
            first_place = place
    return first_place


def before_flop(snapshots: Snapshots) -> Snapshots:
    """Return the snapshots before the flop and its burn."""
    place = next(place for place, snapshot in enumerate(snapshots) if snapshot.act is FaceUp)
    burn_place = _burn_place(snapshots[:place])
    return snapshots[:place] if burn_place is None else _without_burn(snapshots[:place], burn_place)


class TakenBack(NamedTuple):
    """The state and the snapshots before what is taken back, and before the burn of its cards."""

    poker_state: PokerState
    step: int
    first_step: int
    """The first step that no longer counts: that of the burn, if it goes with the cards."""
    earlier: Snapshots


def last_taken_back(snapshots: Snapshots, game: PokerGame, *, whole_street: bool) -> TakenBack:
    """Return the last shown hand, or the face-up cards of the last step or street.

    Raises Forbidden if there is none, or a decision or muck has followed it.
    """
    place = _last_place(snapshots)
    while whole_street and _is_same_street(snapshots[place - 1 : place + 1]):
        place -= 1
    while _is_same_step(snapshots[place - 1 : place + 1]):
        place -= 1
    snapshot = snapshots[place]
    earlier, step = snapshots[:place], snapshot.step
    burn_place = _burn_place(earlier) if _is_first_of_board(snapshot, game) else None
    if burn_place is None:
        return TakenBack(snapshot.poker_state, step, step, earlier)
    # a burn before the last decisions goes too, but they go on counting
    first_step = earlier[-1].step if burn_place == place - 1 else step
    return TakenBack(
        without_burn(snapshot.poker_state), step, first_step, _without_burn(earlier, burn_place)
    )


def can_take_back(snapshots: Snapshots) -> bool:
    """Return whether anything can be taken back."""
    place = _last_decisive(snapshots)
    return place is not None and snapshots[place].act in TAKEN_BACK


def _last_place(snapshots: Snapshots) -> int:
    place = _last_decisive(snapshots)
    if place is None or snapshots[place].act in (Post, Misdeal):
        raise Forbidden("room.nothing_to_take_back")
    if snapshots[place].act in UNDOABLE:
        raise Forbidden("room.undo_first")
    return place


def _last_decisive(snapshots: Snapshots) -> int | None:
    """Return the place of the last key that undo or TAKE BACK takes back, or of a misdeal."""
    places = reversed(range(len(snapshots)))
    return next((place for place in places if snapshots[place].act in DECISIVE), None)


def _is_same_step(pair: Snapshots) -> bool:
    return _are_face_up(pair) and len({snapshot.step for snapshot in pair}) == 1


def _is_same_street(pair: Snapshots) -> bool:
    return _are_face_up(pair) and len({_street_of(snapshot) for snapshot in pair}) == 1


def _are_face_up(pair: Snapshots) -> bool:
    return [snapshot.act for snapshot in pair] == [FaceUp, FaceUp]


def _street_of(snapshot: Snapshot) -> int:
    game = snapshot.poker_state.game
    return game.streets_complete if game else 0


def _is_first_of_board(snapshot: Snapshot, game: PokerGame) -> bool:
    """Return whether this is the first card that a street lays on the board."""
    game_before = snapshot.poker_state.game
    return (
        snapshot.act is FaceUp
        and game_before is not None
        and not game_before.cards_faced
        and len(game.board) > len(game_before.board)
    )


def _burn_place(snapshots: Snapshots) -> int | None:
    """Return the place of the burn since the cards before; a decision may have followed it."""
    for place in reversed(range(len(snapshots))):
        if snapshots[place].act is Burn:
            return place
        if snapshots[place].act in (DealDown, FaceUp):
            return None
    return None


def _without_burn(snapshots: Snapshots, burn_place: int) -> Snapshots:
    later = (
        replace(snapshot, poker_state=without_burn(snapshot.poker_state))
        for snapshot in snapshots[burn_place + 1 :]
    )
    return (*snapshots[:burn_place], *later)


def without_burn(poker_state: PokerState) -> PokerState:
    """Return a state whose next burn is not made yet."""
    unburned_state = poker_state.copy()
    if unburned_state.game:
        unburned_state.game.is_burned = False
    return unburned_state
