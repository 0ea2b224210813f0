"""The `limits` section: the least and the most of each bet."""

from collections.abc import Collection, Mapping

from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits
from firmware.core.game.options import SMALLEST_CHIP
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.reader import SectionReader


def read_limits(document: SectionReader, known_bets: Collection[str]) -> dict[str, BetLimits]:
    if not known_bets and not document.has("limits"):
        return {}
    with document.table("limits") as limits:
        for bet in limits.names:
            if bet not in known_bets and document.are_sound("table.game", "game"):
                limits.refuse_unknown(bet, {*known_bets} - {*limits.names})
        if document.are_sound("limits") and not limits.names:
            document.add_fault("limits", "config.empty", kind=Text("config.a.dict"))
        return {bet: _read_bet_limits(limits, bet) for bet in limits.names}


def _read_bet_limits(limits: SectionReader, bet: str) -> BetLimits:
    with limits.table(bet) as reader:
        min_cents = reader.amount("min_cents")
        max_cents = reader.amount("max_cents")
        if reader.are_sound("min_cents", "max_cents") and min_cents > max_cents:
            limits.add_fault(bet, "config.min_above_max", min_cents=min_cents, max_cents=max_cents)
        return BetLimits(min_cents, max_cents)


def check_limits(document: SectionReader, game: Game, limits: Mapping[str, BetLimits]) -> None:
    """Chips make up the limits, and between them lies an amount of which every line can be paid."""
    for bet, bet_limits in limits.items():
        keys = (f"limits.{bet}{key}" for key in ("", ".min_cents", ".max_cents"))
        if document.are_sound(*keys) and _are_of_chips(document, game, bet, bet_limits):
            _check_steps(document, game, bet, bet_limits)
    for bet, stake in game.fixed_stakes.items():
        if stake.cents % game.bet_step(bet):
            document.add_fault(
                "table.smallest_chip_cents",
                "config.not_payable",
                on=bet_words(bet),
                cents=stake.cents,
                step_cents=game.bet_step(bet),
            )


def _are_of_chips(document: SectionReader, game: Game, bet: str, bet_limits: BetLimits) -> bool:
    chip_cents = Cents(game.options[SMALLEST_CHIP] or 1)
    ends = {"min_cents": bet_limits.min_cents, "max_cents": bet_limits.max_cents}
    odd_ends = {name: cents for name, cents in ends.items() if cents % chip_cents}
    for name, cents in odd_ends.items():
        document.add_fault(
            f"limits.{bet}.{name}", "config.not_of_chip", cents=cents, least_cents=chip_cents
        )
    return not odd_ends


def _check_steps(document: SectionReader, game: Game, bet: str, bet_limits: BetLimits) -> None:
    for name, step_cents in game.named_steps(bet).items():
        if bet_limits.max_cents // step_cents * step_cents < bet_limits.min_cents:
            document.add_fault(
                f"limits.{bet}",
                "config.none_payable",
                on=bet_words(name),
                min_cents=bet_limits.min_cents,
                max_cents=bet_limits.max_cents,
                step_cents=step_cents,
            )
