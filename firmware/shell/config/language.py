"""The language of a table: its bets have names in it."""

from collections.abc import Iterable
from dataclasses import replace

from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.faults import ConfigError, ConfigFault
from firmware.shell.config.settings import Config


def in_language(config: Config, language: str) -> Config:
    """Return the configuration of a table in another language. Raises ConfigError if a bet that it
    offers has no name there.
    """
    rules = config.rule_pack.rules(config.table.game)
    unnamed = unnamed_bets(rules, config.limits, language)
    if unnamed:
        raise ConfigError(
            ConfigFault(f"limits.{on}", Text("pack.no_words", {"on": on, "language": language}))
            for on in unnamed
        )
    return replace(config, language=language)


def unnamed_bets(rules: GameRules, limits: Iterable[str], language: str) -> list[str]:
    """Return the offered bets that a rule pack declares without a name in a language."""
    offered = ((on, rules.bets.get(on)) for on in limits)
    return [on for on, bet in offered if bet and not bet.amends and not bet.said.get(language)]
