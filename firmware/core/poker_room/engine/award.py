"""Who wins which pot (67.103), and how those share who win together."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from firmware.core.poker_room.engine.hands import (
    HEIGHTS,
    LOW,
    Best,
    best_high,
    best_low,
    high,
    low,
)
from firmware.core.poker_room.engine.pots import commissions
from firmware.core.poker_room.engine.rulings import Lost, PotClosed, PotWon, Removed, StackIs
from firmware.core.poker_room.engine.state import Game, Pot, Room, clockwise
from firmware.core.ranks.low import ACE_HIGH, ACE_LOW
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling

FLOP = 3
"""So many cards of the board make five with a hand."""
HIGHEST_HAND = "67.103 (1)"
NOT_CALLED = "67.103 (2)"


class Share(NamedTuple):
    """What one hand wins of a pot."""

    spot: int
    cents: Cents
    best: Best | None
    half: Literal["high", "low"] | None = None


def contenders(game: Game, pot: Pot) -> list[int]:
    """Return the hands that can still win a pot: the last one left in it is not given up."""
    kept = [spot for spot in pot.spots if spot not in game.mucked]
    return kept or [spot for spot in game.mucked if spot in pot.spots][-1:]


def is_decided(game: Game) -> bool:
    """Return whether each pot is won."""
    return all(_is_won(game, contenders(game, pot)) for pot in game.pots)


def _is_won(game: Game, spots: Sequence[int]) -> bool:
    return len(spots) == 1 or all(game.hands[spot].shown for spot in spots)


def award(room: Room, game: Game) -> Iterator[Ruling]:
    """Push each pot to its winners, and yield how the game ends."""
    terms = room.terms
    taken = commissions(terms, game, game.pots)
    for number, (pot, commission) in enumerate(zip(game.pots, taken, strict=True), start=1):
        yield PotClosed(number, pot.cents, commission, pot.spots)
    odd = []
    for number, (pot, commission) in enumerate(zip(game.pots, taken, strict=True), start=1):
        net = pot.cents - commission
        won = [_won(number, share) for share in _shares(room, game, pot, net)]
        _push(room, won)
        yield from won
        odd.append(net - sum(each.cents for each in won))
    yield from (Removed(Cents(cents)) for cents in odd if cents)
    yield from _stacks(room, game)


def _push(room: Room, won: Sequence[PotWon]) -> None:
    for each in won:
        room.give(each.spot, each.cents)


def _stacks(room: Room, game: Game) -> Iterator[Ruling]:
    """Yield what everybody has, and who has lost all in a tournament."""
    for spot, seat in room.seats.items():
        yield StackIs(spot, seat.cents)
    for spot, hand in game.hands.items() if room.terms.tournament else ():
        if not room.seats[spot].cents:
            yield Lost(spot, hand.start)


def _won(number: int, share: Share) -> PotWon:
    best = share.best
    return PotWon(
        number,
        share.spot,
        share.cents,
        best and best.name,
        best and best.cards,
        HIGHEST_HAND if best else NOT_CALLED,
        share.half,
    )


def _shares(room: Room, game: Game, pot: Pot, net: int) -> Iterator[Share]:
    """Yield the shares of a pot: the high half before the low one, each by spot."""
    spots, variant, chip = contenders(game, pot), room.terms.variant, room.terms.chip
    if len(spots) == 1:
        yield Share(spots[0], Cents(net), _shown(room, game, spots[0]))
        return
    highs = {s: high(variant, game, game.hands[s]) for s in spots} if variant.high else {}
    found = {s: low(variant, game, game.hands[s]) for s in spots} if variant.low else {}
    lows = {spot: best.strength for spot, best in found.items() if best}
    if highs and lows:
        for_low = net // chip // 2 * chip
        yield from _shared(room, game, highs, net - for_low, "high")
        yield from _shared(room, game, lows, for_low, "low")
    else:
        yield from _shared(room, game, highs or lows, net, None)


def _shown(room: Room, game: Game, spot: int) -> Best | None:
    """Return the hand of the only one left in a pot, if he has shown one of five cards."""
    whole = room.terms.variant.stud or len(game.board) >= FLOP
    return _best(room, game, spot, None) if whole and game.hands[spot].shown else None


def _shared(
    room: Room,
    game: Game,
    strengths: dict[int, int],
    cents: int,
    half: Literal["high", "low"] | None,
) -> Iterator[Share]:
    """Yield the shares of the best hands; odd chips go one each in turn, or out of play."""
    most, chip = max(strengths.values()), room.terms.chip
    won = {s: _best(room, game, s, half) for s, mine in strengths.items() if mine == most}
    each, odd = divmod(cents // chip, len(won))
    favoured = [] if room.terms.tournament or not odd else _odd_order(room, game, won)[:odd]
    for spot, best in won.items():
        yield Share(spot, Cents((each + (spot in favoured)) * chip), best, half)


def _best(room: Room, game: Game, spot: int, half: Literal["high", "low"] | None) -> Best | None:
    """Return the cards with which a spot wins a half, or the whole."""
    variant, hand = room.terms.variant, game.hands[spot]
    if half == "low" or not variant.high:
        return best_low(variant, game, hand)
    return best_high(variant, game, hand)


def _odd_order(room: Room, game: Game, won: dict[int, Best | None]) -> list[int]:
    """Return who gets odd chips first: from the left of the button; in stud by the highest card."""
    if not room.terms.variant.stud:
        return clockwise(won, game.button + 1)

    def by_cards(spot: int) -> list[tuple[int, int]]:
        best = won[spot]
        heights = HEIGHTS[ACE_LOW if best and best.name == LOW else ACE_HIGH]
        return [heights[card] for card in best.cards] if best else []

    return sorted(won, key=by_cards, reverse=True)
