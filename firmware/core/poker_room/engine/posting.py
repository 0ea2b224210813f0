"""The start of a game: antes, blinds, blinds that are owed, the straddle (67.88 (9), (11))."""

from collections.abc import Iterable
from typing import Final

from firmware.core.poker_room.engine.acts import Post, PostBlind
from firmware.core.poker_room.engine.chips import put, put_ante, put_dead
from firmware.core.poker_room.engine.places import TWO, able_to_play, note_missed, places_of
from firmware.core.poker_room.engine.rulings import BlindsPosted
from firmware.core.poker_room.engine.state import Game, Hand, Owes, Room, Stage, clockwise
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling

MOST_STUD_HANDS: Final = 8


def post(room: Room, _: Post) -> Iterable[Ruling]:
    """Open a game: antes first, then the blinds."""
    if room.game is not None:
        raise Forbidden("room.game_on")
    able = able_to_play(room)
    if len(able) < TWO:
        raise Forbidden("room.two_players")
    room.terms = room.next_terms
    room.games += 1
    room.played = True
    if not room.terms.variant.stud:
        return (_post_blinds(room, able),)
    room.game = Game(room.games, {s: _hand(room, s) for s in able[:MOST_STUD_HANDS]})
    _post_antes(room, room.game)
    return ()


def _hand(room: Room, spot: int) -> Hand:
    return Hand(room.seats[spot].cents)


# button and blinds


def _post_blinds(room: Room, able: list[int]) -> BlindsPosted:
    dealt_in, places = places_of(room, able)
    note_missed(room, able, places.big)
    room.button, room.small, room.big = places
    for spot in dealt_in:
        room.change(spot, owes=Owes.NOTHING)
    small = places.small if places.small in dealt_in else None
    hands = {spot: _hand(room, spot) for spot in dealt_in}
    game = room.game = Game(room.games, hands, places.button, small, places.big)
    if room.terms.ante_by == "each":
        _post_antes(room, game)
    least, most = room.terms.blinds
    if small is not None:
        put(room, small, least)
    put(room, places.big, most)
    if room.terms.ante_by == "big_blind":
        put_dead(room, places.big, room.terms.ante)
    _speak_after(game, places.big, most)
    return BlindsPosted(places.button, small, places.big)


# blinds owed, and the straddle


def post_blind(room: Room, act: PostBlind) -> Iterable[Ruling]:
    """Take a blind that a player owes, or a straddle, before the deal."""
    game = room.game
    if game is None or game.stage is not Stage.DEALING or game.dealt_down or game.complete:
        raise Forbidden("room.blinds_before_deal")
    if any(hand.exposed for hand in game.hands.values()) or game.exposed:
        raise Forbidden("room.blinds_before_deal")
    if act.spot not in room.seats:
        raise Forbidden("room.nobody_there", spot=act.spot)
    match act.on:
        case "big_blind" | "small_blind":
            _post_owed(room, game, act)
        case "straddle":
            _straddle(room, game, act)
        case _:
            raise Forbidden("why.no_such_bet", on=act.on)
    return ()


def owed(room: Room, spot: int) -> dict[str, int]:
    """Return the blinds that a player still has to post to be dealt in, with their amounts."""
    owes, game = room.seats[spot].owes, room.game
    due: dict[str, int] = {}
    if owes is Owes.NOTHING:
        return due
    small, big = room.terms.blinds
    hand = game.hands.get(spot) if game else None
    if not (hand and hand.put):
        due["big_blind"] = big
    if owes is Owes.BOTH and not (hand and hand.dead):
        due["small_blind"] = small
    return due


def part_posted(room: Room) -> list[int]:
    """Return the spots of those who have posted a part of what they owe."""
    game = room.game
    return [s for s in game.hands if room.seats[s].owes is not Owes.NOTHING] if game else []


def _post_owed(room: Room, game: Game, act: PostBlind) -> None:
    _check_owes(room, game, act)
    if act.spot not in game.hands:
        game.hands[act.spot] = _hand(room, act.spot)
        game.hands = dict(sorted(game.hands.items()))
        if room.terms.ante_by == "each":
            put_ante(room, act.spot)
    due = owed(room, act.spot).get(act.on, 0)
    if act.cents != due:
        raise Forbidden("room.post_amount", spot=act.spot, due_cents=due)
    if act.on == "big_blind":
        put(room, act.spot, due)
    else:
        put_dead(room, act.spot, due)
    if not owed(room, act.spot):
        room.change(act.spot, owes=Owes.NOTHING)


def _check_owes(room: Room, game: Game, act: PostBlind) -> None:
    """Raise Forbidden unless the player may post this blind here."""
    if act.spot not in able_to_play(room) and act.spot not in game.hands:
        raise Forbidden("room.not_dealt_in", spot=act.spot)
    due = owed(room, act.spot)
    if act.on not in due:
        raise Forbidden("room.owes_none", spot=act.spot)
    each = room.terms.ante if room.terms.ante_by == "each" else 0
    ante = 0 if act.spot in game.hands else each
    if room.seats[act.spot].cents < sum(due.values()) + ante:
        raise Forbidden("room.part_posted", spot=act.spot)
    if act.spot in (room.button, room.small):
        raise Forbidden("room.not_there", spot=act.spot)


def _straddle(room: Room, game: Game, act: PostBlind) -> None:
    terms = room.terms
    if not terms.straddle or terms.fixed or terms.variant.stud:
        raise Forbidden("room.no_straddle")
    if game.straddled or len(game.hands) == TWO or game.big is None:
        raise Forbidden("room.no_straddle_now")
    first = clockwise(game.hands, game.big + 1)[0]
    cents = 2 * terms.blinds[1]
    if act.spot != first:
        raise Forbidden("room.straddle_by", spot=first)
    if act.cents != cents or room.seats[first].cents + game.hands[first].put < cents:
        raise Forbidden("room.post_amount", spot=first, due_cents=cents)
    put(room, first, cents - game.hands[first].put)
    game.straddled = True
    _speak_after(game, first, cents)


# chips


def _speak_after(game: Game, spot: int, cents: int) -> None:
    """Note the last blind: from it the first round goes on."""
    game.level = game.full = game.increment = Cents(cents)
    game.start, game.last_bet = spot + 1, spot


def _post_antes(room: Room, game: Game) -> None:
    for spot in game.hands:
        put_ante(room, spot)
