"""The `limits` section: the least and the most of each bet."""

from collections.abc import Collection, Mapping
from typing import Final

from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.reader import SectionReader

MOST_CENTS: Final = 1_000_000_000


def read_limits(document: SectionReader, known_bets: Collection[str]) -> dict[str, BetLimits]:
    if not known_bets and not document.has("limits"):
        return {}
    with document.table("limits") as limits:
        for bet in limits.names:
            if bet not in known_bets and document.are_sound("table.game", "game"):
                limits.add_fault(bet, "config.unknown")
        if document.are_sound("limits") and not limits.names:
            document.add_fault("limits", "config.empty", kind=Text("config.a.dict"))
        return {bet: _read_bet_limits(limits, bet) for bet in limits.names}


def _read_bet_limits(limits: SectionReader, bet: str) -> BetLimits:
    with limits.table(bet) as reader:
        min_cents = Cents(reader.integer("min_cents", 1, MOST_CENTS))
        max_cents = Cents(reader.integer("max_cents", 1, MOST_CENTS))
        if reader.are_sound("min_cents", "max_cents") and min_cents > max_cents:
            limits.add_fault(bet, "config.min_above_max", min_cents=min_cents, max_cents=max_cents)
        return BetLimits(min_cents, max_cents)


def check_limits(document: SectionReader, game: Game, limits: Mapping[str, BetLimits]) -> None:
    """Chips make up the limits, and each part of the minimum of a bet that is split."""
    chip_cents = game.rounding.chip
    for bet, bet_limits in limits.items():
        minimum_check = ("min_cents", bet_limits.min_cents, game.smallest_unit(bet))
        for name, cents, multiple_cents in (
            minimum_check,
            ("max_cents", bet_limits.max_cents, chip_cents),
        ):
            if cents % multiple_cents:
                document.add_fault(
                    f"limits.{bet}.{name}",
                    "config.not_of_chip",
                    cents=cents,
                    least_cents=multiple_cents,
                )
