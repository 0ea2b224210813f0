"""The start of a game: antes, blinds, owed blinds, the straddle (67.88 (9), (11))."""

from collections.abc import Iterable
from typing import Final

from firmware.core.poker_room.engine.acts import Post, PostBlind
from firmware.core.poker_room.engine.blind_positions import (
    MIN_PLAYERS,
    able_to_play,
    button_and_blinds,
    is_short_of_players,
    must_let_button_pass,
    note_missed,
)
from firmware.core.poker_room.engine.forced_bets import (
    post_ante_chips,
    post_blind_chips,
    post_dead_chips,
)
from firmware.core.poker_room.engine.rulings import BlindsPosted
from firmware.core.poker_room.engine.state import (
    GameStage,
    OwedBlinds,
    PlayerHand,
    PokerGame,
    PokerState,
    clockwise,
)
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling

MAX_STUD_HANDS: Final = 8


def post(poker_state: PokerState, _: Post) -> Iterable[Ruling]:
    """Open a game: antes first, then the blinds."""
    if poker_state.game is not None:
        raise Forbidden("room.game_on")
    able_spots = able_to_play(poker_state)
    if len(able_spots) < MIN_PLAYERS:
        raise Forbidden("room.two_players")
    # a level that came during the last game counts from here on
    poker_state.terms = poker_state.next_terms
    poker_state.game_count += 1
    poker_state.has_played = True
    if not poker_state.terms.variant.stud:
        return (_post_blinds(poker_state, able_spots),)
    poker_state.game = PokerGame(
        poker_state.game_count,
        {spot: _new_hand(poker_state, spot) for spot in able_spots[:MAX_STUD_HANDS]},
    )
    _post_antes(poker_state, poker_state.game)
    return ()


def posted_state(poker_state: PokerState) -> PokerState | None:
    """Return the state after the next post; None if no game can begin."""
    trial_state = poker_state.copy()
    try:
        tuple(post(trial_state, Post()))
    except Forbidden:
        return None
    return trial_state


def _new_hand(poker_state: PokerState, spot: int) -> PlayerHand:
    return PlayerHand(poker_state.seats[spot].cents)


# button and blinds


def _post_blinds(poker_state: PokerState, able_spots: list[int]) -> BlindsPosted:
    is_short = is_short_of_players(poker_state, able_spots)
    if is_short:  # without those who owe a blind there would be no game: nobody owes any
        for spot in poker_state.seats:
            poker_state.change(spot, owes=OwedBlinds.NOTHING)
    spots_dealt_in, next_positions = button_and_blinds(poker_state, able_spots)
    if not is_short:
        note_missed(poker_state, able_spots, next_positions)
    poker_state.button_spot, poker_state.small_blind_spot, poker_state.big_blind_spot = (
        next_positions
    )
    for spot in spots_dealt_in:
        poker_state.change(spot, owes=OwedBlinds.NOTHING)
    small_blind_spot = (
        next_positions.small_blind_spot
        if next_positions.small_blind_spot in spots_dealt_in
        else None
    )
    hands = {spot: _new_hand(poker_state, spot) for spot in spots_dealt_in}
    game = poker_state.game = PokerGame(
        poker_state.game_count,
        hands,
        next_positions.button_spot,
        small_blind_spot,
        next_positions.big_blind_spot,
    )
    if poker_state.terms.ante_by == "each":
        _post_antes(poker_state, game)
    small_cents, big_cents = poker_state.terms.blinds
    if small_blind_spot is not None:
        post_blind_chips(poker_state, small_blind_spot, small_cents)
    # the blind before the ante: a short stack pays the blind first
    post_blind_chips(poker_state, next_positions.big_blind_spot, big_cents)
    if poker_state.terms.ante_by == "big_blind":
        post_dead_chips(poker_state, next_positions.big_blind_spot, poker_state.terms.ante)
    _open_betting_after(game, next_positions.big_blind_spot, big_cents)
    return BlindsPosted(next_positions.button_spot, small_blind_spot, next_positions.big_blind_spot)


# blinds owed, and the straddle


def post_blind(poker_state: PokerState, act: PostBlind) -> Iterable[Ruling]:
    """Take an owed blind or a straddle before the deal."""
    game = poker_state.game
    if (
        game is None
        or game.stage is not GameStage.DEALING
        or game.dealt_down
        or game.streets_complete
    ):
        raise Forbidden("room.blinds_before_deal")
    if any(hand.exposed for hand in game.hands.values()) or game.exposed:
        raise Forbidden("room.blinds_before_deal")
    if act.spot not in poker_state.seats:
        raise Forbidden("room.nobody_there", spot=act.spot)
    match act.on:
        case "big_blind" | "small_blind":
            _post_owed(poker_state, game, act)
        case "straddle":
            _straddle(poker_state, game, act)
        case _:
            raise Forbidden("why.no_such_bet", on=act.on)
    return ()


def owed_blinds(poker_state: PokerState, spot: int) -> dict[str, int]:
    """Return the blinds that a player must still post to be dealt in, with their amounts."""
    owed, game = poker_state.seats[spot].owes, poker_state.game
    due_by_blind: dict[str, int] = {}
    if owed is OwedBlinds.NOTHING:
        return due_by_blind
    small_blind, big_blind = poker_state.terms.blinds
    hand = game.hands.get(spot) if game else None
    if owed is not OwedBlinds.SMALL and not (hand and hand.put):
        due_by_blind["big_blind"] = big_blind
    if owed is not OwedBlinds.BIG and not (hand and hand.dead):
        due_by_blind["small_blind"] = small_blind
    return due_by_blind


def partly_posted(poker_state: PokerState) -> list[int]:
    """Return the spots that have posted only a part of the blinds they owe."""
    game = poker_state.game
    return (
        [spot for spot in game.hands if poker_state.seats[spot].owes is not OwedBlinds.NOTHING]
        if game
        else []
    )


def _post_owed(poker_state: PokerState, game: PokerGame, act: PostBlind) -> None:
    _check_owed_blind(poker_state, game, act)
    if act.spot not in game.hands:
        game.hands[act.spot] = _new_hand(poker_state, act.spot)
        game.hands = dict(sorted(game.hands.items()))
        if poker_state.terms.ante_by == "each":
            post_ante_chips(poker_state, act.spot)
    due_cents = owed_blinds(poker_state, act.spot).get(act.on, 0)
    if act.cents != due_cents:
        raise Forbidden("room.post_amount", spot=act.spot, due_cents=due_cents)
    if act.on == "big_blind":
        post_blind_chips(poker_state, act.spot, due_cents)
    else:
        post_dead_chips(poker_state, act.spot, due_cents)
    # a small blind that is owed too may still be missing
    if not owed_blinds(poker_state, act.spot):
        poker_state.change(act.spot, owes=OwedBlinds.NOTHING)


def _check_owed_blind(poker_state: PokerState, game: PokerGame, act: PostBlind) -> None:
    """Raise Forbidden unless the player may post this blind now."""
    if act.spot not in able_to_play(poker_state) and act.spot not in game.hands:
        raise Forbidden("room.not_dealt_in", spot=act.spot)
    due_by_blind = owed_blinds(poker_state, act.spot)
    if act.on not in due_by_blind:
        raise Forbidden("room.owes_none", spot=act.spot)
    ante_cents = poker_state.terms.ante if poker_state.terms.ante_by == "each" else 0
    ante = 0 if act.spot in game.hands else ante_cents
    if poker_state.seats[act.spot].cents < sum(due_by_blind.values()) + ante:
        raise Forbidden("room.part_posted", spot=act.spot)
    if must_let_button_pass(poker_state, act.spot):
        raise Forbidden("room.not_there", spot=act.spot)


def _straddle(poker_state: PokerState, game: PokerGame, act: PostBlind) -> None:
    terms = poker_state.terms
    if not terms.straddle or terms.is_fixed_limit or terms.variant.stud:
        raise Forbidden("room.no_straddle")
    if game.straddled or len(game.hands) == MIN_PLAYERS or game.big_blind_spot is None:
        raise Forbidden("room.no_straddle_now")
    first_spot = clockwise(game.hands, game.big_blind_spot + 1)[0]
    cents = 2 * terms.blinds[1]
    if act.spot != first_spot:
        raise Forbidden("room.straddle_by", spot=first_spot)
    if (
        act.cents != cents
        or poker_state.seats[first_spot].cents + game.hands[first_spot].put < cents
    ):
        raise Forbidden("room.post_amount", spot=first_spot, due_cents=cents)
    post_blind_chips(poker_state, first_spot, cents - game.hands[first_spot].put)
    game.straddled = True
    _open_betting_after(game, first_spot, cents)


# chips


def _open_betting_after(game: PokerGame, spot: int, cents: int) -> None:
    """Record the last blind: the first round of bets starts to its left, at its level."""
    game.bet_level = game.full_bet = game.minimum_raise = Cents(cents)
    game.next_from_spot, game.last_bettor_spot = spot + 1, spot


def _post_antes(poker_state: PokerState, game: PokerGame) -> None:
    for spot in game.hands:
        post_ante_chips(poker_state, spot)
