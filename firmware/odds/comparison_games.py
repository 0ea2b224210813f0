"""The comparison games: Baccara, Bataille, Le Chien rouge, Super pan 9."""

from collections.abc import Iterator

from firmware.core.game.course import DEALER
from firmware.core.games.baccarat import Baccarat
from firmware.core.games.baccarat_hands import CARD_POINTS
from firmware.core.games.casino_war import CasinoWar
from firmware.core.games.red_dog import CARD_VALUES, RedDog
from firmware.core.games.super_pan_9 import SuperPan9, hand_total
from firmware.core.vocabulary.cards import CARDS_BY_NAME, Card
from firmware.core.vocabulary.keys import Key
from firmware.odds.figure import Figure
from firmware.odds.strategies import (
    advice_from_keys,
    best_play,
    bet_groups,
    bets_at_spot,
    commission_share_at,
    constant_play,
    constant_play_branches,
    stakes_shown,
)
from firmware.odds.walk import Knowledge, RoundSetup, Walk


def baccarat(game: Baccarat) -> Iterator[Figure]:
    """No decisions; the bank's commission depends on the stake (31)."""
    own_bets = [bet_name for bet_name in game.BETS if bet_name in game.BETS_WITH_ODDS]
    round_setup = RoundSetup(
        game,
        bets_at_spot(*own_bets),
        bet_groups(*([bet_name] for bet_name in own_bets)),
        _baccarat_points,
    )
    deal_branches = Walk(round_setup).branches()
    for group_index, bet_name in enumerate(own_bets):
        if bet_name in game.commissions:
            for stake in stakes_shown(game):
                commission_share = commission_share_at(game, bet_name, stake)
                yield Figure(
                    bet_name,
                    constant_play(deal_branches, group_index, commission_share),
                    bet_name,
                    stake=stake,
                )
        else:
            yield Figure(bet_name, constant_play(deal_branches, group_index), bet_name)


def _baccarat_points(card: Card) -> int:
    return CARD_POINTS[card.rank]


def casino_war(game: CasinoWar) -> Iterator[Figure]:
    """After a tie the player goes to war or surrenders half."""
    bets = [
        bet
        for bet in bets_at_spot("main", "tie")
        if bet.place.on == "main" or "tie" in game.side_bets
    ]
    round_setup = RoundSetup(
        game,
        bets,
        bet_groups(["main", "war"], ["tie"]),
        _card_rank,
        unordered_cards=1,
        knowledge=_knowledge_of_tie,
    )
    branches_by_key = constant_play_branches(round_setup, Key.GO_TO_WAR, Key.SURRENDER)
    chances, _ = best_play(branches_by_key)
    yield Figure("main", chances, "main")
    for decision_key, branches in branches_by_key.items():
        yield Figure("main", constant_play(branches), "main", play=decision_key.value)
    if "tie" in game.side_bets:
        yield Figure("tie", constant_play(branches_by_key[Key.GO_TO_WAR], 1), "tie")


def _card_rank(card: Card) -> str:
    return card.rank


def _knowledge_of_tie(_: CasinoWar) -> Knowledge:
    return ("tie",)


def red_dog(game: RedDog) -> Iterator[Figure]:
    """The bet is doubled or not."""
    round_setup = RoundSetup(
        game,
        bets_at_spot("main"),
        bet_groups(["main", "raise"]),
        _card_rank,
        knowledge=_knowledge_of_spread,
    )
    branches_by_key = constant_play_branches(round_setup, Key.RAISE, Key.CHECK)
    chances, best_keys = best_play(branches_by_key)
    yield Figure("main", chances, "main", advice=advice_from_keys(best_keys, "".join))
    for decision_key, branches in branches_by_key.items():
        yield Figure("main", constant_play(branches), "main", play=decision_key.value)


def _knowledge_of_spread(game: RedDog) -> Knowledge:
    first_value, second_value = (CARD_VALUES[card.rank] for card in game.hands[DEALER])
    return (f"{abs(first_value - second_value) - 1:>2}",)


def super_pan_9(game: SuperPan9) -> Iterator[Figure]:
    """A fourth card is drawn or not; the commission depends on the stake (58)."""
    round_setup = RoundSetup(
        game,
        bets_at_spot("main"),
        bet_groups(["main"]),
        _pan_points,
        unordered_cards=3,
        knowledge=_knowledge_of_cards,
    )
    branches_by_key = constant_play_branches(round_setup, Key.DRAW_CARD, Key.STAND)
    for stake in stakes_shown(game):
        commission_share = commission_share_at(game, "main", stake)
        chances, best_keys = best_play(branches_by_key, commission_share=commission_share)
        advice = advice_from_keys(best_keys, _pan_total)
        yield Figure("main", chances, "main", stake=stake, advice=advice)
        for decision_key, branches in branches_by_key.items():
            yield Figure(
                "main",
                constant_play(branches, commission_share=commission_share),
                "main",
                decision_key.value,
                stake,
            )


def _pan_points(card: Card) -> int:
    return hand_total([card])


def _knowledge_of_cards(game: SuperPan9) -> Knowledge:
    return tuple(sorted(card.name for card in game.hands[1]))


def _pan_total(knowledge: Knowledge) -> str:
    return str(hand_total([CARDS_BY_NAME[name] for name in knowledge]))
