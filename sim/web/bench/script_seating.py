"""Which table a round script is for."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from firmware.core.vocabulary.money import Cents, in_chips
from firmware.shell.config.defaults import default_document
from firmware.shell.rules.rules import open_game
from firmware.shell.script import Script
from sim.web.bench.table_dir import Seating

WIDE: Final = (1, 10**8)
"""The limits of a bet for which a script sets none."""
PARTS: Final = ((1, 1), (1, 2), (3, 2), (2, 1))
"""Shares of a bet that may be needed too: half of it, or its win."""


def seating_of(script: Script) -> Seating:
    """Return the table that a script is for. Raises OptionRefused, RulesError."""
    game = open_game(script.game, script.settings)
    options = {**script.settings, **({"side_bets": sorted(game.side_bets)} if game.decks else {})}
    usual = default_document(script.game)
    spots = script.spots or usual["table"]["spots"]
    as_usual = spots == usual["table"]["spots"] and _is_within(script.settings, usual["game"])
    limits = dict.fromkeys(usual.get("limits", {}), WIDE) | script.limits
    denominations = tuple(usual["table"]["denominations_cents"])
    return Seating(
        script.game,
        spots=None if as_usual else spots,
        options={} if as_usual else options,
        limits=limits,
        amounts=tuple(sorted(set(_odd(script, denominations)))),
    )


def _is_within(options: Mapping[str, Any], usual: Mapping[str, Any]) -> bool:
    return all(usual.get(name) == value for name, value in options.items())


def _odd(script: Script, denominations: tuple[Cents, ...]) -> Iterator[Cents]:
    """Yield the rests of possible amounts that the usual chips can't make up."""
    steps = (step.bet or step.decide for step in script.steps)
    for cents in {step.cents for step in steps if step and step.cents and step.cents > 0}:
        for times, over in PARTS:
            part = Cents(cents * times // over)
            rest = part - sum(value * n for value, n in in_chips(part, denominations))
            if rest:
                yield Cents(rest)
