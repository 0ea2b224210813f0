"""Which table a round script is for."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from firmware.core.vocabulary.money import Cents, fewest_chips
from firmware.shell.config.defaults import default_document
from firmware.shell.rules.pack_files import default_pack, find_pack
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.script import TableScript
from sim.web.bench.table_dir import Seating

UNLIMITED: Final = (1, 10**8)
"""The limits of a bet for which a script sets none."""
AMOUNT_RATIOS: Final = ((1, 1), (1, 2), (3, 2), (2, 1))
"""Fractions of a bet for which chips may be needed: half the bet, or its win."""


def seating_of(script: TableScript, rule_pack: RulePack | None = None) -> Seating:
    """Return the table that a script is for, by a pack or the one that it names. Raises
    OptionRefused, RulesError.
    """
    pack = rule_pack or _named_pack(script)
    game = pack.open_game(script.game, script.game_options)
    options = {
        **script.game_options,
        **({"side_bets": sorted(game.side_bets)} if game.decks and not game.PANEL_KEYS else {}),
    }
    default_table = default_document(script.game, pack)
    spots = script.spots or default_table["table"]["spots"]
    is_default = spots == default_table["table"]["spots"] and _is_within(
        script.game_options, default_table["game"]
    )
    limits = dict.fromkeys(default_table.get("limits", {}), UNLIMITED) | script.limits
    denominations = tuple(default_table["table"]["denominations_cents"])
    return Seating(
        script.game,
        spots=None if is_default else spots,
        options={} if is_default else options,
        limits=limits,
        rules=Path(script.rules) if script.rules else None,
        amounts=tuple(sorted(set(_odd_amounts(script, denominations)))),
    )


def _named_pack(script: TableScript) -> RulePack:
    return find_pack(script.rules) if script.rules else default_pack()


def _is_within(options: Mapping[str, Any], default_table: Mapping[str, Any]) -> bool:
    return all(default_table.get(name) == value for name, value in options.items())


def _odd_amounts(script: TableScript, denominations: tuple[Cents, ...]) -> Iterator[Cents]:
    """Yield the rests of possible amounts that the usual chips can't make up."""
    steps = (step.bet or step.decide for step in script.steps)
    for cents in {step.cents for step in steps if step and step.cents and step.cents > 0}:
        for factor, divisor in AMOUNT_RATIOS:
            part = Cents(cents * factor // divisor)
            remainder = part - sum(
                value * chip_count for value, chip_count in fewest_chips(part, denominations)
            )
            if remainder:
                yield Cents(remainder)
