"""The `limits` section: the least and the most of each bet."""

from collections.abc import Collection, Mapping
from typing import Final

from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.reader import Reader

MOST_CENTS: Final = 1_000_000_000


def read_limits(top: Reader, known: Collection[str]) -> dict[str, BetLimits]:
    if not known and not top.has("limits"):
        return {}
    with top.table("limits") as limits:
        for bet in limits.names:
            if bet not in known and top.sound("table.game", "game"):
                limits.fault(bet, "unknown")
        if top.sound("limits") and not limits.names:
            top.fault("limits", "empty", kind=Text("config.a.dict"))
        return {bet: _bet_limits(limits, bet) for bet in limits.names}


def _bet_limits(limits: Reader, bet: str) -> BetLimits:
    with limits.table(bet) as reader:
        least = Cents(reader.integer("min_cents", 1, MOST_CENTS))
        most = Cents(reader.integer("max_cents", 1, MOST_CENTS))
        if reader.sound("min_cents", "max_cents") and least > most:
            limits.fault(bet, "min_above_max", min_cents=least, max_cents=most)
        return BetLimits(least, most)


def check_limits(top: Reader, game: Game, limits: Mapping[str, BetLimits]) -> None:
    """Chips make up the limits, and each part of the minimum of a bet that is split."""
    chip = game.rounding.chip
    for bet, held in limits.items():
        least = ("min_cents", held.min_cents, game.least(bet))
        for name, cents, of in (least, ("max_cents", held.max_cents, chip)):
            if cents % of:
                top.fault(f"limits.{bet}.{name}", "not_of_chip", cents=cents, least_cents=of)
