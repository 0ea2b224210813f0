"""The reckoning of a share of a pot, step by step: the commission, the halves, the share."""

from collections.abc import Iterator, Mapping
from typing import Final

from firmware.core.game.game import Game
from firmware.core.poker_room.engine.rulings import PotWon
from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.why.closed_pot import ClosedPot

HALF_WORDS: Final[Mapping[str, str]] = {"high": "answer.pot.high", "low": "answer.pot.low"}


def pot_steps(won: PotWon, pot: ClosedPot, game: Game) -> Iterator[Text]:
    """Yield the steps from a pot to one share of it."""
    closed, net_cents = pot.closed, pot.net
    yield Text("answer.pot.closed", {"number": closed.number, "pot_cents": closed.cents})
    if closed.commission:
        terms = getattr(game, "terms", None)  # the room's class would load its engine everywhere
        if isinstance(terms, PokerTerms):
            yield from _commission_steps(pot, terms)
        yield Text("answer.pot.commission", {"commission_cents": closed.commission})
    if pot.jackpot_drop:
        yield Text("answer.pot.drop", {"drop_cents": pot.jackpot_drop})
    if net_cents != closed.cents:
        yield Text("answer.pot.net", {"net_cents": net_cents})
    yield from _share_steps(won, pot)


def difference(pot: ClosedPot) -> Text:
    """Return that the shares are not the pot."""
    won_cents = Cents(sum(share.cents for share in pot.won))
    return Text("answer.pot.differs", {"net_cents": pot.net, "won_cents": won_cents})


def _commission_steps(pot: ClosedPot, terms: PokerTerms) -> Iterator[Text]:
    """Yield how a commission in per cent is taken of all pots so far (67.108)."""
    share, given = terms.commission, Cents(sum(before.commission for before in pot.before))
    if not share.percent:
        return
    pots_cents = Cents(pot.closed.cents + sum(before.cents for before in pot.before))
    exact_cents = pots_cents * share.percent // 100
    whole_cents = Cents(exact_cents // terms.chip * terms.chip)
    values = {"percent": share.percent, "pots_cents": pots_cents, "chip_cents": terms.chip}
    yield Text("answer.pot.percent", {**values, "whole_cents": whole_cents})
    if share.cap is not None and share.cap < whole_cents:
        yield Text("answer.pot.cap", {"cap_cents": share.cap})
    if given:
        yield Text("answer.pot.given", {"given_cents": given})


def _share_steps(won: PotWon, pot: ClosedPot) -> Iterator[Text]:
    """Yield the half of a high-low pot, and the share of one of its winners."""
    winners = [share for share in pot.won if share.half == won.half]
    cents = Cents(sum(share.cents for share in winners))
    if won.half is not None:
        yield Text(HALF_WORDS[won.half], {"half_cents": cents})
    if len(winners) == 1:
        yield Text("answer.pot.whole", {"won_cents": won.cents})
    else:
        values = {"net_cents": cents, "count": len(winners), "won_cents": won.cents}
        yield Text("answer.pot.share", values)
