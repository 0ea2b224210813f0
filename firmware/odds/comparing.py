"""The card games of points and of high cards: Baccara, Bataille, Le Chien rouge, Super pan 9."""

from collections.abc import Iterator

from firmware.core.game.course import DEALER
from firmware.core.games.baccarat import POINTS, Baccarat
from firmware.core.games.casino_war import CasinoWar
from firmware.core.games.red_dog import VALUES, RedDog
from firmware.core.games.super_pan_9 import SuperPan9, total
from firmware.core.vocabulary.cards import CARDS, Card
from firmware.core.vocabulary.keys import Key
from firmware.odds.figure import Figure
from firmware.odds.plays import STAKES, advised, best, charge_at, groups, one, plain, ways
from firmware.odds.walk import Known, Round, Walk


def baccarat(game: Baccarat) -> Iterator[Figure]:
    """Nothing is decided; the bank's commission depends on the stake (31)."""
    of = Round(game, one(*game.BETS), groups(*([on] for on in game.BETS)), _baccarat_points)
    dealt = Walk(of).branches()
    for group, on in enumerate(game.BETS):
        if on in game.commissions:
            for stake in STAKES:
                charge = charge_at(game, on, stake)
                yield Figure(on, plain(dealt, group, charge), on, stake=stake)
        else:
            yield Figure(on, plain(dealt, group), on)


def _baccarat_points(card: Card) -> int:
    return POINTS[card.rank]


def casino_war(game: CasinoWar) -> Iterator[Figure]:
    """Who ties goes to war, or gives up half."""
    bets = [bet for bet in one("main", "tie") if bet.place.on == "main" or "tie" in game.side_bets]
    of = Round(game, bets, groups(["main", "war"], ["tie"]), _rank, first=1, known=_tied)
    played = ways(of, Key.WAR, Key.SURRENDER)
    chances, _ = best(played)
    yield Figure("main", chances, "main")
    for key, branches in played.items():
        yield Figure("main", plain(branches), "main", play=key.value)
    if "tie" in game.side_bets:
        yield Figure("tie", plain(played[Key.WAR], 1), "tie")


def _rank(card: Card) -> str:
    return card.rank


def _tied(_: CasinoWar) -> Known:
    return ("tie",)


def red_dog(game: RedDog) -> Iterator[Figure]:
    """The bet is raised by as much again, or not at all."""
    of = Round(game, one("main"), groups(["main", "raise"]), _rank, known=_spread)
    played = ways(of, Key.RAISE, Key.CHECK)
    chances, done = best(played)
    yield Figure("main", chances, "main", advice=advised(done, "".join))
    for key, branches in played.items():
        yield Figure("main", plain(branches), "main", play=key.value)


def _spread(game: RedDog) -> Known:
    one, other = (VALUES[card.rank] for card in game.hands[DEALER])
    return (f"{abs(one - other) - 1:>2}",)


def super_pan_9(game: SuperPan9) -> Iterator[Figure]:
    """A fourth card is drawn or not; the commission depends on the stake (58)."""
    of = Round(game, one("main"), groups(["main"]), _pan_points, first=3, known=_three)
    played = ways(of, Key.DRAW, Key.STAND)
    for stake in STAKES:
        charge = charge_at(game, "main", stake)
        chances, done = best(played, charge=charge)
        advice = advised(done, _pan_total)
        yield Figure("main", chances, "main", stake=stake, advice=advice)
        for key, branches in played.items():
            yield Figure("main", plain(branches, charge=charge), "main", key.value, stake)


def _pan_points(card: Card) -> int:
    return total([card])


def _three(game: SuperPan9) -> Known:
    return tuple(sorted(card.name for card in game.hands[1]))


def _pan_total(known: Known) -> str:
    return str(total([CARDS[name] for name in known]))
