"""The line before each seat: which decision the chips that lie there mean (67.98), and which may.

All amounts are all that lies before a player in this round, as a reader counts them.
"""

from typing import Final

from firmware.core.poker_room.engine.acts import Decide
from firmware.core.poker_room.engine.betting import decide
from firmware.core.poker_room.engine.limits import all_before, bets_open_to
from firmware.core.poker_room.engine.state import Game, Room, game_of
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text

LINE: Final = "line"
"""The place of the chips that a player pushes over the line before his seat."""


def due_at(game: Game | None, spot: int) -> Cents:
    """Return what must lie before a player: his blinds and bets of this round; antes do not."""
    hand = game.hands.get(spot) if game else None
    return hand.put if hand else NOTHING


def meant(room: Room, spot: int, read: Cents) -> Decide:
    """Return the decision of the player whose turn it is that leaves these chips before him.

    Raises Forbidden, with the amounts that are legal, if they are none.
    """
    game = game_of(room)
    act = Decide(spot, _kind(room, game, spot, read), read)
    if read <= game.hands[spot].put or read > all_before(room, game, spot):
        raise Forbidden(legal(room, spot, read))
    try:
        left_by(room, act)
    except Forbidden:
        raise Forbidden(legal(room, spot, read)) from None
    return act


def _kind(room: Room, game: Game, spot: int, read: Cents) -> str:
    if read == all_before(room, game, spot):
        return "all_in"
    if game.opens == spot and read == room.terms.bring_in:
        return "bring_in"
    if read == game.level:
        return "call"
    return "raise" if game.level else "bet"


def left_by(room: Room, act: Decide) -> Cents:
    """Return what a decision leaves before the player. Raises Forbidden if it is refused."""
    trial = room.copy()
    decide(trial, act)
    return game_of(trial).hands[act.spot].put


def legal(room: Room, spot: int, read: Cents) -> Text:
    """Return that these chips are no decision, and which amounts are."""
    game = game_of(room)
    least_call = room.terms.bring_in or 0 if game.opens == spot else game.level
    call = min(least_call, all_before(room, game, spot))
    values: dict[str, str | int | Text] = {"spot": spot, "read_cents": read}
    values |= {"call_cents": call} if call > game.hands[spot].put else {}
    try:
        bets = bets_open_to(room, game, spot)
    except Forbidden:
        return Text("room.line.call", values | {"call_cents": call})
    values |= {"least_cents": bets.least, "most_cents": bets.most}
    return Text("room.line.raise" if "call_cents" in values else "room.line.bet", values)
