"""A commission: its base, the step by which that is counted, and how its share is rounded."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import EVEN_ODDS, NO_CENTS, Cents, Commission, rounded
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.why.payments import parsed_odds

COUNTED_KEYS: Final = {
    "up": "answer.commission.counted_up",
    "down": "answer.commission.counted_down",
    "nearest": "answer.commission.counted_nearest",
}
"""By the direction in which a stake is rounded to the step."""


def commission_steps(line: BetSettled, game: Game) -> tuple[Cents, tuple[Text, ...]]:
    """Return the commission that a bet owes by the rules, and the steps to it."""
    share = game.commissions.get(base_bet_name(line.bet.place.on))
    if share is None or line.bonus or _is_exempt(line, game):
        return NO_CENTS, ()
    base_odds = game.commission_base(line.bet.place.on)
    base_cents = base_odds.payment_on(line.bet.cents)
    counted_cents = Cents(rounded(base_cents, share.step, share.direction) * share.step)
    exact = Fraction(counted_cents * share.percent, share.per)
    commission = _rounded_share(share, exact, game)
    steps = []
    if base_odds != EVEN_ODDS:
        values: TextValues = {
            "stake_cents": line.bet.cents,
            "odds": str(base_odds),
            "base_cents": base_cents,
        }
        steps.append(Text("answer.commission.base", values))
    if counted_cents != base_cents:
        amounts = {"base_cents": base_cents, "counted_cents": counted_cents}
        steps.append(Text(COUNTED_KEYS[share.direction], {**amounts, "step_cents": share.step}))
    steps.append(_share_text(share, counted_cents, commission, exact, game))
    return commission, (*steps, *(_due_text(line, game) if commission else ()))


def _rounded_share(share: Commission, exact: Fraction, game: Game) -> Cents:
    """Return a share in chips: rounded in the player's favour at a table that does so (31)."""
    direction = "down" if game.rounding.favours_player else share.direction
    unit = game.rounding.unit
    return Cents(rounded(exact.numerator, exact.denominator * unit, direction) * unit)


def _share_text(
    share: Commission, counted_cents: Cents, commission: Cents, exact: Fraction, game: Game
) -> Text:
    values: TextValues = {
        "percent": _percent(share),
        "counted_cents": counted_cents,
        "commission_cents": commission,
    }
    if commission == exact:
        return Text("answer.commission.share", values)
    rounded_values = {**values, "unit_cents": game.rounding.unit}
    if commission > exact:
        return Text("answer.commission.share_up", rounded_values)
    return Text("answer.commission.share_down", rounded_values)


def _percent(share: Commission) -> str | Text:
    """Return a share as per cent, with its decimals if it has any."""
    percent = Fraction(100 * share.percent, share.per)
    if percent.denominator == 1:
        return str(percent)
    whole, decimals = f"{float(percent):g}".split(".")
    return Text("answer.decimal", {"whole": whole, "decimals": decimals})


def _due_text(line: BetSettled, game: Game) -> Iterator[Text]:
    """Yield when it is paid, if that is not at once after a win."""
    if game.is_commission_prepaid(line.bet):
        yield Text("answer.commission.prepaid")
    elif game.marks_commission(game.options):
        yield Text("answer.commission.marked")


def _is_exempt(line: BetSettled, game: Game) -> bool:
    """Return whether a bet is paid by a line of the house's own that takes no commission."""
    declared = game.rules.bets.get(base_bet_name(line.bet.place.on))
    if declared is None or line.odds is None:
        return False
    odds = parsed_odds(line.odds)
    if any(own_line.commission and own_line.pays == odds for own_line in declared.lines):
        return False
    pay_table = game.options["pay_tables"].get(base_bet_name(line.bet.place.on))
    # an amended bet is otherwise paid by the game itself, which may pay the same odds
    is_own_line = odds in declared.paying_lines(pay_table).values() and not line.commission
    return not declared.amends or is_own_line
