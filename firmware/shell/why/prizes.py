"""Prizes: of a fixed amount, a share of the jackpot, and those of Keno tickets."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from firmware.core.game.game import Game
from firmware.core.game.pack_terms import PayTable
from firmware.core.game.progressive import jackpot_payments
from firmware.core.game.score_text import comma_list
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.jackpot import WHOLE_PERCENT
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.pay_line_keys import LINE_KEYS
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.why.settled_round import SettledRound

Prize = tuple[Cents, tuple[Text, ...]]
"""The amount, and the steps to it."""
NO_PRIZE: Final[Prize] = (NO_CENTS, (Text("answer.prize_unknown"),))


def prize(line: BetSettled, settled_round: SettledRound) -> Prize:
    """Return the prize of a bet that is paid at no odds; none if the rules have no such prize."""
    if line.hits is not None and "paytable" in settled_round.game.options:
        return _prize_of_ticket(line, settled_round)
    tables = _tables(line, settled_round.game)
    if any(table.lot for table in tables):
        return _jackpot_prize(line, settled_round)
    if line.paid in _fixed_prizes(line, settled_round.game):
        return _fixed_prize(line, settled_round.game)
    return NO_PRIZE


def _fixed_prize(line: BetSettled, game: Game) -> Prize:
    """Return a fixed prize, with the lines of the pay tables that have it."""
    values: TextValues = {"prize_cents": line.paid}
    lines = {
        hand: Text(LINE_KEYS[hand])
        for table in _tables(line, game)
        for hand, cents in table.prizes.items()
        if cents == line.paid and hand in LINE_KEYS
    }
    if not lines:
        return line.paid, (Text("answer.prize", values),)
    named = {**values, "lines": comma_list([*lines.values()])}
    return line.paid, (Text("answer.prize_line", named),)


def _fixed_prizes(line: BetSettled, game: Game) -> set[Cents]:
    declared = game.rules.bets.get(base_bet_name(line.bet.place.on))
    own_prizes = declared.prizes.values() if declared else ()
    return {
        *own_prizes,
        *(cents for table in _tables(line, game) for cents in table.prizes.values()),
    }


def _tables(line: BetSettled, game: Game) -> list[PayTable]:
    names = game.paid_as(line.bet.place.on)
    return [game.rules.tables[name] for name in names if name in game.rules.tables]


# the jackpot


def _jackpot_prize(line: BetSettled, settled_round: SettledRound) -> Prize:
    """Return a fixed prize of a bet on the jackpot, or its share (21.2, 67.21)."""
    game, jackpot = settled_round.game, settled_round.jackpot
    if jackpot is None:
        return line.paid, (Text("answer.share_unseen", {"prize_cents": line.paid}),)
    winners = _jackpot_winners(settled_round)
    shares = _shares(winners, jackpot, game)
    if shares is None:
        return NO_PRIZE
    percent = next(percent for winner, percent in shares if winner is line)
    if percent is None:
        return _fixed_prize(line, game)
    values: TextValues = {"percent": percent, "jackpot_cents": jackpot, "prize_cents": line.paid}
    sum_of_percents = sum(each or 0 for _, each in shares)
    if sum_of_percents > WHOLE_PERCENT:
        values = {**values, "sum": sum_of_percents}
        return line.paid, (Text("answer.share_reduced", values),)
    won_cents = sum(winner.paid for winner, each in shares if each is not None)
    return line.paid, (Text("answer.share", values), *_jackpot_left(jackpot - won_cents, game))


def _jackpot_winners(settled_round: SettledRound) -> list[BetSettled]:
    """Return the bets on the jackpot that a prize was paid for, the lowest spot first."""
    winners = [
        line
        for line in settled_round.lines
        if settled_round.game.is_jackpot_bet(line.bet.place.on)
        and (line.outcome, line.odds) == ("win", None)
    ]
    return sorted(winners, key=lambda line: line.bet.place.spot)


Share = tuple[BetSettled, int | None]
"""A bet on the jackpot and its per cent; None if it was paid a fixed prize."""


def _shares(winners: list[BetSettled], jackpot: Cents, game: Game) -> list[Share] | None:
    """Return each winner's per cent of the jackpot: a ruling has none, so those that lead to all
    of their payments. None if no lines of the pay table do.
    """
    for percents in product(*(_possible_shares(line, game) for line in winners)):
        shares = [*zip(winners, percents, strict=True)]
        by_place = [(place, percent) for place, percent in enumerate(percents) if percent]
        paid = jackpot_payments(jackpot, by_place)
        if all(winners[place].paid == cents for place, cents in paid.items()):
            return shares
    return None


def _possible_shares(line: BetSettled, game: Game) -> list[int | None]:
    percents = {percent for table in _tables(line, game) for percent in table.lot.values()}
    is_fixed = line.paid in _fixed_prizes(line, game)
    return [*([None] if is_fixed else []), *sorted(percents)]


def _jackpot_left(left_cents: int, game: Game) -> Iterator[Text]:
    """Yield the jackpot of the next round; not of a linked one, which its keeper counts."""
    if not game.has_linked_jackpot:
        reset_cents = Cents(game.options["progressive_reset"])
        amounts = {"reset_cents": reset_cents, "left_cents": Cents(max(left_cents, reset_cents))}
        yield Text("answer.jackpot_left", amounts)


# tickets


def _prize_of_ticket(line: BetSettled, settled_round: SettledRound) -> Prize:
    """Return the prize of a Keno ticket (76), reduced if those of its draw exceed the most (77)."""
    prizes = [_full_prize(other, settled_round.game) for other in settled_round.lines]
    full_prize = _full_prize(line, settled_round.game)
    values: TextValues = {"hits": line.hits or 0, "picks": line.picks or 0}
    amounts = {"stake_cents": line.bet.cents, "prize_cents": full_prize}
    text = Text("answer.ticket", {**values, **amounts})
    most_cents = Cents(settled_round.game.options["max_draw"])
    sum_cents = Cents(sum(prizes))
    if not 0 < most_cents < sum_cents:
        return full_prize, (text,)
    reduced = Cents(full_prize * most_cents // sum_cents)
    sums = {"sum_cents": sum_cents, "most_cents": most_cents, "prize_cents": reduced}
    return reduced, (text, Text("answer.ticket_reduced", sums))


def _full_prize(line: BetSettled, game: Game) -> Cents:
    prizes = game.options["paytable"].get(str(line.picks), {})
    return game.rounding.payment(prizes.get(str(line.hits), 0) * line.bet.cents)
