"""The rules that a drill's rounds are played by: a game, its pack and its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.table.rules import TableRules
from firmware.shell.config.defaults import default_document
from firmware.shell.history.journal_entries import Setting
from firmware.shell.rules.pack_files import home_pack, pack_reference, program_games
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.script import SCRIPTED_OPTIONS
from firmware.shell.words.words import Words

DRILLED_OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {"roulette": {"kind": "english"}}
"""Roulette is drilled with colour chips, which the French table does not have."""
JACKPOT_CENTS: Final = 8_347_260
"""The jackpot of a table whose house has not set the first one."""


@dataclass(frozen=True)
class GameSetup:
    """A game against the house, as a table has it."""

    pack: RulePack
    game: str
    options: Mapping[str, Any]

    @property
    def rules(self) -> TableRules:
        """The rules of a table with no limits, as many spots as a round script's."""
        return TableRules(spots=min(7, self.pack.rules(self.game).seats.most), sensed=False)

    @property
    def setting(self) -> Setting:
        """The setting of its journal, for the reckonings of its bets."""
        return Setting(
            version="",
            program="",
            rules=self.pack.digest,
            pack=self.pack.name,
            game=self.game,
            options=dict(self.options),
            table=self.rules,
        )

    @property
    def script_head(self) -> dict[str, Any]:
        """The beginning of the round script that such a table plays."""
        reference = pack_reference(self.pack)
        head = {"game": self.game, "options": dict(self.options)}
        return head | ({"rules": reference} if reference else {})

    def open_game(self) -> Game:
        return self.pack.open_game(self.game, self.options)


@cache
def house_setup(game: str) -> GameSetup:
    """Return a game as its default table has it, with every side bet."""
    pack = home_pack(game)
    options = default_document(game, pack, spots=1)["game"] | DRILLED_OPTIONS.get(game, {})
    if pack.game_class(game).HIDDEN_SIDE_BETS:
        options["progressive_meter"] = JACKPOT_CENTS
    return GameSetup(pack, game, SCRIPTED_OPTIONS.get(game, {}) | options)


def house_games() -> tuple[str, ...]:
    """Return the games against the house, in the order of the rule packs."""
    return program_games()


@cache
def home_words(language: str, game: str) -> Words:
    """Return the words of a language at a table of the game, at the house that has it."""
    return Words.load(language, game, house=home_pack(game).words)
