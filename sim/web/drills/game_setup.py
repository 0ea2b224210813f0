"""The rules that a drill's rounds are played by: a game, its pack and its options."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.game.options import JACKPOT_LINK
from firmware.core.table.rules import TableRules
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.defaults import default_document
from firmware.shell.config.settings import Config
from firmware.shell.history.journal_entries import Setting
from firmware.shell.rules.pack_files import home_pack, pack_reference, program_games
from firmware.shell.rules.rule_pack import POKER_GAMES, RulePack
from firmware.shell.script import SCRIPTED_OPTIONS
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words

NO_OPTIONS: Final = MappingProxyType[str, Any]({})
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
def home_setup(game: str) -> GameSetup:
    """Return a game as its default table has it, at the house whose rule pack has it."""
    return house_setup(game, home_pack(game))


def house_setup(
    game: str, pack: RulePack, table_options: Mapping[str, Any] = NO_OPTIONS
) -> GameSetup:
    """Return a game as a house has it: with every side bet, but for the options of its table."""
    options: dict[str, Any] = default_document(game, pack, spots=1)["game"]
    options |= DRILLED_OPTIONS.get(game, {})
    if pack.game_class(game).HIDDEN_SIDE_BETS:
        options["progressive_meter"] = JACKPOT_CENTS
    own_options = {name: value for name, value in table_options.items() if name != JACKPOT_LINK}
    return GameSetup(pack, game, {**SCRIPTED_OPTIONS.get(game, {}), **options, **own_options})


@dataclass(frozen=True)
class DrilledHouse:
    """The games that a trainee is drilled in, with their rules and words."""

    games: tuple[str, ...]
    setup_of: Callable[[str], GameSetup]
    words_of: Callable[[str], Mapping[str, Words]]
    """The words of a game in each language."""

    def with_game(self, game: str) -> "DrilledHouse":
        """Return the house with one of its games alone. Raises RequestFailed if it has it not."""
        if game not in self.games:
            values = {"game": game, "games": ", ".join(self.games)}
            raise RequestFailed(Text("drill.choice.no_game", values))
        return replace(self, games=(game,))


def _home_words(game: str) -> Mapping[str, Words]:
    house_words = home_pack(game).words
    return {language: Words.load(language, game, house=house_words) for language in LANGUAGES}


HOMES: Final = DrilledHouse((*program_games(), *POKER_GAMES), home_setup, _home_words)
"""Every game, each at the first house of the program's own that has it."""


def table_house(config: Config) -> DrilledHouse:
    """Return the house of a table; its own game is drilled with the options of the table."""
    pack, own_game = config.rule_pack, config.table.game

    def setup_of(game: str) -> GameSetup:
        return house_setup(game, pack, config.game_options if game == own_game else NO_OPTIONS)

    def words_of(game: str) -> Mapping[str, Words]:
        return {language: config.words_in(language).for_game(game) for language in LANGUAGES}

    return DrilledHouse(pack.served_games, setup_of, words_of)
