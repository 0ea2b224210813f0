"""Figures at a table with maximum payments, from those without.

A maximum changes a winning end of a bet, and that by the stake. Where a bet is decided by one
payment, its figures are exact at every stake; where others are at stake with it, or decisions could
be changed, there are figures only at stakes that no maximum concerns.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from firmware.core.game.game import Game
from firmware.core.game.pack_terms import TOTALS
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.odds.figure import BEST, Figure, mix_chances
from firmware.odds.strategies import commission_share_at, stakes_shown

COUNTED_AS_CAPPED = ("duels", "pay_table_bets", "withdrawable_bets")
"""Modules that count by the maximum of each bet themselves."""


def is_counted_as_capped(module: str, game: Game) -> bool:
    """Return whether a module counts every maximum of a table itself."""
    return module in COUNTED_AS_CAPPED and game.payment_caps.keys().isdisjoint(TOTALS)


def figures_as_capped(game: Game, figures: Sequence[Figure]) -> Iterator[Figure]:
    """Yield the figures of a table; those that a maximum changes, by stake."""
    stakes = stakes_shown(game)
    for figure in figures:
        cap = _cap_of(game, figure.bet)
        own_stakes = (figure.stake,) if figure.stake else stakes
        if cap is None or _greatest_payment(figure) * own_stakes[-1] <= cap:
            yield figure
        elif _is_of_one_payment(figure):
            yield from (_figure_at(figure, stake, cap, game) for stake in own_stakes)
        else:
            free_stakes = [x for x in own_stakes if _greatest_payment(figure) * x <= cap]
            yield from (figure._replace(stake=stake) for stake in free_stakes)


def _cap_of(game: Game, bet: str) -> Cents | None:
    """Return the maximum payment of a bet that is alone on the table."""
    names = (base_bet_name(bet), *TOTALS)
    caps = [game.payment_caps[name] for name in names if name in game.payment_caps]
    return None if not caps or game.is_jackpot_bet(bet) else min(caps)


def _is_of_one_payment(figure: Figure) -> bool:
    return figure.play == BEST and not figure.advice and figure.per == figure.bet


def _greatest_payment(figure: Figure) -> Fraction:
    """Return more than is ever paid, in units of the bet: what is lost beside it was not paid."""
    return max(figure.chances) - min(figure.chances)


def _figure_at(figure: Figure, stake: Cents, cap: Cents, game: Game) -> Figure:
    share = commission_share_at(game, figure.bet, stake)
    most = Fraction(cap, stake) - share
    if not game.is_commission_prepaid(Bet(Place(1, figure.bet), stake)):
        most = max(most, Fraction(0))
    ends = ((chance, {min(profit, most): Fraction(1)}) for profit, chance in figure.chances.items())
    return figure._replace(chances=mix_chances(ends), stake=stake)
