"""The start of a game: who is dealt in, button, antes, blinds, straddle (67.88 (9), (11), (20)).

The big blind moves to the next player. The small blind lies where the big blind was and the button
where the small blind was, though nobody may sit there any more: a dead button. So nobody pays a
blind twice in a round of the table, and nobody misses one.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from firmware.core.games.poker_room.acts import Post, PostBlind
from firmware.core.games.poker_room.rulings import BlindsPosted
from firmware.core.games.poker_room.state import Game, Hand, Owes, Room, Stage, clockwise
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling

MOST_STUD_HANDS: Final = 8
TWO: Final = 2


class Places(NamedTuple):
    """Where button and blinds lie; at `small` there may be nobody who plays."""

    button: int
    small: int
    big: int


def post(room: Room, _: Post) -> Iterator[Ruling]:
    """Open a game: antes first, then the blinds."""
    if room.game is not None:
        raise Forbidden("room.game_on")
    able = _able(room)
    if len(able) < TWO:
        raise Forbidden("room.two_players")
    room.terms = room.next_terms
    room.games += 1
    if room.terms.variant.stud:
        room.game = Game(room.games, {s: _hand(room, s) for s in able[:MOST_STUD_HANDS]})
        _post_antes(room, room.game)
    else:
        yield _post_blinds(room, able)
    room.played = True


def _able(room: Room) -> list[int]:
    """Return the spots of those who can play, whether they owe a blind or not (67.94)."""
    least = max(room.terms.min_stake, 1)
    return [spot for spot, seat in room.seats.items() if seat.cents >= least and not seat.out]


def _hand(room: Room, spot: int) -> Hand:
    return Hand(room.seats[spot].cents)


# button and blinds


def _post_blinds(room: Room, able: list[int]) -> BlindsPosted:
    dealt_in, places = _places(room, able)
    _note_missed(room, able, places.big)
    room.button, room.small, room.big = places
    for spot in dealt_in:
        room.seats[spot].owes = Owes.NOTHING
    small = places.small if places.small in dealt_in else None
    hands = {spot: _hand(room, spot) for spot in dealt_in}
    game = room.game = Game(room.games, hands, places.button, small, places.big)
    if room.terms.ante_by == "each":
        _post_antes(room, game)
    least, most = room.terms.blinds
    if small is not None:
        _put(room, small, least)
    _put(room, places.big, most)
    if room.terms.ante_by == "big_blind":
        _put_dead(room, places.big, room.terms.ante)
    _speak_after(game, places.big, most)
    return BlindsPosted(places.button, small, places.big)


def _places(room: Room, able: list[int]) -> tuple[list[int], Places]:
    """Return who is dealt in without posting more, and where button and blinds lie."""
    owes_nothing = [spot for spot in able if room.seats[spot].owes is Owes.NOTHING]
    if room.big is None:
        return able, _first_places(room, able)
    big = clockwise(able, room.big + 1)[0]
    dealt_in = sorted({*owes_nothing, big})
    if len(dealt_in) < TWO:
        dealt_in = able
    if len(dealt_in) == TWO:
        return dealt_in, _two_handed(dealt_in, big)
    small, button = room.big, room.small
    if button is None or button == big:
        button = clockwise(dealt_in, small)[-1]
    return dealt_in, Places(button, small, big)


def _first_places(room: Room, able: list[int]) -> Places:
    button = able[-1] if room.button is None else room.button
    if len(able) == TWO:
        return _two_handed(able, clockwise(able, button)[1])
    small, big, *_ = clockwise(able, button + 1)
    return Places(button, small, big)


def _two_handed(two: list[int], big: int) -> Places:
    other = next(spot for spot in two if spot != big)
    return Places(other, other, big)


def _note_missed(room: Room, able: list[int], big: int) -> None:
    """Note whom the big blind passes on its way while he is not dealt in."""
    if room.big is None:
        return
    for spot in clockwise(room.seats, room.big + 1):
        if spot == big:
            return
        if spot not in able and room.seats[spot].owes is Owes.NOTHING:
            room.seats[spot].owes = Owes.BOTH


# blinds owed, and the straddle


def post_blind(room: Room, act: PostBlind) -> Iterator[Ruling]:
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
    yield from ()


def owed(room: Room, spot: int) -> dict[str, int]:
    """Return the blinds that a player still has to post to be dealt in, with their amounts."""
    seat, game = room.seats[spot], room.game
    small, big = room.terms.blinds
    hand = game.hands.get(spot) if game else None
    due = {}
    if seat.owes is not Owes.NOTHING and not (hand and hand.put):
        due["big_blind"] = big
    if seat.owes is Owes.BOTH and not (hand and hand.dead):
        due["small_blind"] = small
    return {on: min(cents, seat.cents) for on, cents in due.items() if seat.cents}


def part_posted(room: Room) -> list[int]:
    """Return the spots of those who have posted a part of what they owe."""
    game = room.game
    return [spot for spot in game.hands if owed(room, spot)] if game else []


def _post_owed(room: Room, game: Game, act: PostBlind) -> None:
    _check_owes(room, game, act)
    if act.spot not in game.hands:
        game.hands[act.spot] = _hand(room, act.spot)
        game.hands = dict(sorted(game.hands.items()))
        if room.terms.ante_by == "each":
            _put_ante(room, act.spot)
    due = owed(room, act.spot).get(act.on, 0)
    if act.cents != due:
        raise Forbidden("room.post_amount", spot=act.spot, due_cents=due)
    if act.on == "big_blind":
        _put(room, act.spot, due)
    else:
        _put_dead(room, act.spot, due)
    if not owed(room, act.spot):
        room.seats[act.spot].owes = Owes.NOTHING


def _check_owes(room: Room, game: Game, act: PostBlind) -> None:
    """Raise Forbidden unless the player may post this blind here."""
    if act.spot not in _able(room) and act.spot not in game.hands:
        raise Forbidden("room.not_dealt_in", spot=act.spot)
    if act.on not in owed(room, act.spot):
        raise Forbidden("room.owes_none", spot=act.spot)
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
    _put(room, first, cents - game.hands[first].put)
    game.straddled = True
    _speak_after(game, first, cents)


# chips


def _speak_after(game: Game, spot: int, cents: int) -> None:
    """Note the last blind: from it the first round goes on."""
    game.level = game.full = game.increment = Cents(cents)
    game.start, game.last_bet = spot + 1, spot


def _post_antes(room: Room, game: Game) -> None:
    for spot in game.hands:
        _put_ante(room, spot)


def _put_ante(room: Room, spot: int) -> None:
    hand = _hands(room)[spot]
    hand.total = Cents(hand.total + _pay(room, spot, room.terms.ante))


def _put(room: Room, spot: int, cents: int) -> None:
    hand = _hands(room)[spot]
    paid = _pay(room, spot, cents)
    hand.put, hand.total = Cents(hand.put + paid), Cents(hand.total + paid)


def _put_dead(room: Room, spot: int, cents: int) -> None:
    hand = _hands(room)[spot]
    hand.dead = Cents(hand.dead + _pay(room, spot, cents))


def _pay(room: Room, spot: int, cents: int) -> Cents:
    """Take chips from a stack, as many as there are; return how many."""
    seat = room.seats[spot]
    paid = Cents(min(cents, seat.cents))
    seat.cents = Cents(seat.cents - paid)
    return paid


def _hands(room: Room) -> dict[int, Hand]:
    return room.game.hands if room.game else {}
