"""The most that a table pays: for a bet, to a player at a spot, in a round (67.8, 67.20)."""

from firmware.core.game.pack_terms import HAND, ROUND
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.why.settled_round import SettledRound

CAP_KEYS = {HAND: "answer.cap.hand", ROUND: "answer.cap.round"}
"""By the bets that the maximum holds together; else it holds one bet."""


def capped_payment(
    line: BetSettled, paid: Cents, settled_round: SettledRound
) -> tuple[Cents, tuple[Text, ...]]:
    """Return the part of a payment that the maxima of the table allow, and the text of the least of
    them if it is less.
    """
    game = settled_round.game
    if game.is_jackpot_bet(line.bet.place.on):
        return paid, ()
    rests = [
        (game.rounding.payment(max(0, most_cents - before_cents)), name, most_cents, before_cents)
        for name, most_cents, before_cents in _maxima(line, settled_round)
    ]
    rest_cents, name, most_cents, before_cents = min(rests, default=(paid, "", paid, paid))
    if rest_cents >= paid:
        return paid, ()
    values = {"most_cents": most_cents, "before_cents": before_cents, "rest_cents": rest_cents}
    return rest_cents, (Text(CAP_KEYS.get(name, "answer.cap.bet"), values),)


def _maxima(line: BetSettled, settled_round: SettledRound) -> list[tuple[str, Cents, Cents]]:
    """Return the maxima that hold a payment: name, amount, and the amount paid before."""
    game = settled_round.game
    lines = [
        earlier_line
        for earlier_line in settled_round.lines_before(line)
        if not game.is_jackpot_bet(earlier_line.bet.place.on)
    ]
    player = (line.bet.place.spot, line.bet.bettor)
    of_player = [other for other in lines if (other.bet.place.spot, other.bet.bettor) == player]
    # a second payment and a prize are no payment at the odds of the bet
    is_by_bet = line.odds is not None and not line.bonus
    paid_before = {HAND: _paid(of_player), ROUND: _paid(lines)}
    if is_by_bet:
        paid_before = {base_bet_name(line.bet.place.on): NO_CENTS, **paid_before}
    caps = game.payment_caps
    return [(name, caps[name], before) for name, before in paid_before.items() if name in caps]


def _paid(lines: list[BetSettled]) -> Cents:
    return Cents(sum(line.paid for line in lines))
