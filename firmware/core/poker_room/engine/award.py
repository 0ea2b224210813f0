"""The award: the winners of each pot (67.103), and how equal hands share it."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from firmware.core.poker_room.engine.hands import (
    CARD_HEIGHTS,
    LOW,
    BestHand,
    best_high_hand,
    best_low_hand,
    high_strength,
    low_hand,
)
from firmware.core.poker_room.engine.pots import takings
from firmware.core.poker_room.engine.rulings import (
    JackpotDropped,
    OddChipRemoved,
    PlayerEliminated,
    PotClosed,
    PotWon,
    StackReported,
)
from firmware.core.poker_room.engine.state import (
    PokerGame,
    PokerState,
    Pot,
    clockwise,
    current_game,
)
from firmware.core.poker_room.engine.streets import FLOP_CARDS
from firmware.core.ranks.low_hands import ACE_HIGH, ACE_LOW
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling

ARTICLE_HIGHEST_HAND = "67.103 (1)"
ARTICLE_NOT_CALLED = "67.103 (2)"
ARTICLE_GIVEN_UP = "67.102"
"""The last bet was called, and the other hands were given up."""
ARTICLE_TOURNAMENT = "004 12"


class PotShare(NamedTuple):
    """The share of a pot that one hand wins."""

    spot: int
    cents: Cents
    best: BestHand | None
    half: Literal["high", "low"] | None = None


def contenders(game: PokerGame, pot: Pot) -> Sequence[int]:
    """Return the spots not mucked, or the last one mucked: they can still win a pot."""
    if not game.mucked_spots:
        return pot.spots
    not_mucked = [spot for spot in pot.spots if spot not in game.mucked_spots]
    return not_mucked or [spot for spot in game.mucked_spots if spot in pot.spots][-1:]


def are_pots_decided(poker_state: PokerState, game: PokerGame) -> bool:
    """Return whether each pot has a single contender, or all its contenders have shown."""
    return all(_is_pot_won(poker_state, game, contenders(game, pot)) for pot in game.pots)


def _is_pot_won(poker_state: PokerState, game: PokerGame, spots: Sequence[int]) -> bool:
    not_shown = [spot for spot in spots if not game.hands[spot].shown]
    if len(spots) > 1 or not not_shown:
        return not not_shown
    # a single contender wins without showing, and the last one mucked too
    return spots[0] in game.mucked_spots or not must_show(poker_state, spots[0])


def must_show(poker_state: PokerState, spot: int) -> bool:
    """Return whether a hand must be shown in a tournament of New Brunswick (004 12).

    Who bet or raised last must show, all if nobody has, and so must who is all in.
    """
    game = poker_state.game
    if game is None or not poker_state.terms.tournament or game.hands[spot].folded:
        return False
    return game.last_raiser_spot in (None, spot) or not poker_state.seats[spot].cents


def award(poker_state: PokerState, game: PokerGame) -> Iterator[Ruling]:
    """Pay each pot to its winners; yield the rulings that end the game."""
    terms = poker_state.terms
    closed_pots = [*zip(game.pots, takings(terms, game, game.pots), strict=True)]
    for number, (pot, taking) in enumerate(closed_pots, start=1):
        yield PotClosed(number, pot.cents, taking.commission, pot.spots)
        if taking.jackpot:
            yield JackpotDropped(number, taking.jackpot)
    odd_chips = []
    for number, (pot, taking) in enumerate(closed_pots, start=1):
        net_cents = pot.cents - sum(taking)
        pots_won = [
            _pot_won_ruling(number, share, _article(poker_state, pot, share))
            for share in _pot_shares(poker_state, game, pot, net_cents)
        ]
        _push_pots(poker_state, pots_won)
        yield from pots_won
        # only a tournament leaves odd chips unpaid (004 12)
        odd_chips.append(net_cents - sum(pot_won.cents for pot_won in pots_won))
    yield from (OddChipRemoved(Cents(cents)) for cents in odd_chips if cents)
    yield from _stack_rulings(poker_state, game)


def _push_pots(poker_state: PokerState, pots_won: Sequence[PotWon]) -> None:
    for pot_won in pots_won:
        poker_state.add_chips(pot_won.spot, pot_won.cents)


def _stack_rulings(poker_state: PokerState, game: PokerGame) -> Iterator[Ruling]:
    """Yield each stack, and in a tournament the players who are eliminated."""
    for spot, seat in poker_state.seats.items():
        yield StackReported(spot, seat.cents)
    for spot, hand in game.hands.items() if poker_state.terms.tournament else ():
        if not poker_state.seats[spot].cents:
            yield PlayerEliminated(spot, hand.start)


def _pot_won_ruling(number: int, share: PotShare, article: str) -> PotWon:
    best = share.best
    return PotWon(
        number,
        share.spot,
        share.cents,
        best and best.name,
        best and best.cards,
        article,
        share.half,
    )


def _article(poker_state: PokerState, pot: Pot, share: PotShare) -> str:
    """Return the article that decides a share of a pot."""
    if poker_state.terms.tournament:
        return ARTICLE_TOURNAMENT
    if share.best:
        return ARTICLE_HIGHEST_HAND
    is_called = len(pot.spots) > 1 or current_game(poker_state).is_last_bet_called
    return ARTICLE_GIVEN_UP if is_called else ARTICLE_NOT_CALLED


def _pot_shares(
    poker_state: PokerState, game: PokerGame, pot: Pot, net_cents: int
) -> Iterator[PotShare]:
    """Yield the shares of a pot: the high half before the low one, each by spot."""
    spots, variant, chip_cents = (
        contenders(game, pot),
        poker_state.terms.variant,
        poker_state.terms.chip,
    )
    if len(spots) == 1:
        yield PotShare(spots[0], Cents(net_cents), _shown_hand(poker_state, game, spots[0]))
        return
    high_strengths = (
        {s: high_strength(variant, game, game.hands[s]) for s in spots} if variant.high else {}
    )
    low_hands = {s: low_hand(variant, game, game.hands[s]) for s in spots} if variant.low else {}
    low_strengths = {spot: best.strength for spot, best in low_hands.items() if best}
    if high_strengths and low_strengths:
        # the odd chip between the halves goes to the high one
        low_half_cents = net_cents // chip_cents // 2 * chip_cents
        yield from _shared_pot(
            poker_state, game, high_strengths, net_cents - low_half_cents, "high"
        )
        yield from _shared_pot(poker_state, game, low_strengths, low_half_cents, "low")
    else:
        yield from _shared_pot(poker_state, game, high_strengths or low_strengths, net_cents, None)


def _shown_hand(poker_state: PokerState, game: PokerGame, spot: int) -> BestHand | None:
    """Return the only contender's hand, if it was shown and has five cards."""
    # with the flop, two hole cards make a hand of five
    has_five_cards = poker_state.terms.variant.stud or len(game.board) >= FLOP_CARDS
    return (
        _best_of_half(poker_state, game, spot, None)
        if has_five_cards and game.hands[spot].shown
        else None
    )


def _shared_pot(
    poker_state: PokerState,
    game: PokerGame,
    strengths: dict[int, int],
    cents: int,
    half: Literal["high", "low"] | None,
) -> Iterator[PotShare]:
    """Yield the shares of the best hands. Odd chips go one each by `_odd_chip_order`; in a
    tournament they leave play (004 12).
    """
    best_strength, chip_cents = max(strengths.values()), poker_state.terms.chip
    pots_won = {
        s: _best_of_half(poker_state, game, s, half)
        for s, own_strength in strengths.items()
        if own_strength == best_strength
    }
    chips_each, odd_chips = divmod(cents // chip_cents, len(pots_won))
    favoured = (
        []
        if poker_state.terms.tournament or not odd_chips
        else _odd_chip_order(poker_state, game, pots_won)[:odd_chips]
    )
    for spot, best in pots_won.items():
        yield PotShare(spot, Cents((chips_each + (spot in favoured)) * chip_cents), best, half)


def _best_of_half(
    poker_state: PokerState, game: PokerGame, spot: int, half: Literal["high", "low"] | None
) -> BestHand | None:
    """Return the cards that win a half of the pot, or the whole."""
    variant, hand = poker_state.terms.variant, game.hands[spot]
    if half == "low" or not variant.high:
        return best_low_hand(variant, game, hand)
    return best_high_hand(variant, game, hand)


def _odd_chip_order(
    poker_state: PokerState, game: PokerGame, pots_won: dict[int, BestHand | None]
) -> list[int]:
    """Return the winners from the left of the button; in stud by the highest card."""
    if not poker_state.terms.variant.stud:
        return clockwise(pots_won, game.button_spot + 1)

    def by_card_heights(spot: int) -> list[int]:
        best = pots_won[spot]
        heights = CARD_HEIGHTS[ACE_LOW if best and best.name == LOW else ACE_HIGH]
        return [heights[card] for card in best.cards] if best else []

    return sorted(pots_won, key=by_card_heights, reverse=True)
