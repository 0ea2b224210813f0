"""A payment at odds: the line of the rules, the multiplication, and how it is rounded."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from firmware.core.game.game import Game
from firmware.core.game.pack_terms import PayTable
from firmware.core.game.score_text import comma_list
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import NO_CENTS, Cents, Odds, Rounding
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.pay_line_keys import LINE_KEYS
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.why.settled_round import SettledRound

NO_ODDS: Final = Odds(0, 1)


def odds_payment(
    line: BetSettled, settled_round: SettledRound
) -> tuple[Cents, Cents, tuple[Text, ...]]:
    """Return the stake that goes back, the payment before any maximum, and the steps to it; nothing
    is paid at odds that the rules do not have for the bet.
    """
    game, odds = settled_round.game, parsed_odds(line.odds or "")
    if odds not in known_odds(line, game):
        return line.bet.cents, NO_CENTS, (Text("answer.odds_unknown", {"odds": str(odds)}),)
    stake_cents, parts = settled_round.stake(line), game.equal_parts(line.bet.place.on)
    paid = game.rounding.payment(stake_cents * odds.win, odds.stake * parts)
    exact = Fraction(stake_cents * odds.win, odds.stake * parts)
    values: TextValues = {"odds": str(odds), "stake_cents": stake_cents, "paid_cents": paid}
    if parts == 1:
        steps = (*_table_line(line, game, odds), _multiplied(values, exact, game.rounding))
        return (NO_CENTS if line.bonus else line.bet.cents), paid, steps
    returned = min(line.bet.cents, game.rounding.payment(line.bet.cents, parts))
    part_values = {**values, "parts": parts, "returned_cents": returned}
    return returned, paid, (Text("answer.part_wins", part_values),)


def parsed_odds(written: str) -> Odds:
    """Return odds as a ruling has them, `8:1`; no odds of any rules if another program wrote them
    otherwise.
    """
    win, _, stake = written.partition(":")
    return Odds(int(win), int(stake)) if win.isdecimal() and stake.isdecimal() else NO_ODDS


def known_odds(line: BetSettled, game: Game) -> set[Odds]:
    """Return all odds by which the rules in force may pay a bet."""
    on = line.bet.place.on
    names = game.paid_as(on)
    tables = (game.rules.tables[name] for name in names if name in game.rules.tables)
    return {
        *(paying.odds for paying in game.paying_lines(on)),
        *(odds for table in tables for odds in table.odds.values()),
    }


def _multiplied(values: TextValues, exact: Fraction, rounding: Rounding) -> Text:
    paid = values["paid_cents"]
    if paid == exact:
        return Text("answer.at_odds", values)
    rounded_values = {**values, "unit_cents": rounding.unit}
    if isinstance(paid, int) and paid > exact:
        return Text("answer.at_odds_up", rounded_values)
    return Text("answer.at_odds_down", rounded_values)


def _table_line(line: BetSettled, game: Game, odds: Odds) -> Iterator[Text]:
    """Yield the lines of a pay table that pay these odds, if a table pays the bet; not those of a
    declared bet, which are conditions.
    """
    on, tables = line.bet.place.on, game.rules.tables
    names = () if base_bet_name(on) in game.rules.bets else game.paid_as(on)
    for name in (name for name in names if name in tables):
        table = tables[name].without(game.unpaid_lines(name, game.options))
        lines = [hand for hand, paid in table.odds.items() if paid == odds]
        texts = [text for hand in lines if (text := _line_text(hand, tables[name]))]
        if texts and game.cited.cite("wins", table.article) == line.article:
            yield Text("answer.table_line", {"lines": comma_list(texts), "odds": str(odds)})


def _line_text(hand: str, table: PayTable) -> Text | None:
    """Return the name of a line; a straight flush is the royal one's neighbour only beside it."""
    if hand == "straight_flush" and "royal_flush" not in table.lines:
        hand = "suited_straight"
    return Text(LINE_KEYS[hand]) if hand in LINE_KEYS else None
