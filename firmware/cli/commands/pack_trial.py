"""What each bet of a rule pack returns exactly, at every table that the pack allows."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from firmware.core.game.declared_bets import DeclaredBets
from firmware.core.game.game import Game
from firmware.core.returns import without_caps
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.odds.declared_odds import declared
from firmware.odds.figure import Figure
from firmware.odds.odds import game_figures
from firmware.odds.store import SHIPPED, Store, ratio_text, user_folder
from firmware.shell.rules.pack_files import find_pack
from firmware.shell.rules.rule_pack import RulePack, RulesError
from firmware.shell.rules.table_choices import Options, choice_text, table_choices
from firmware.shell.words.ratios import percentage
from firmware.shell.words.words import Words

EVEN: Final = Fraction(0)
SOON_COUNTED: Final = ("baccarat", "roulette", "sic-bo", "craps")


class BetReturn(NamedTuple):
    """The return of a bet that a pack declares or amends, at one kind of table."""

    figure: Figure
    options: Options
    is_generous: bool
    """Whether it returns more than is staked, and does not say that it is meant to."""

    def text(self, game: str, words: Words) -> Text:
        """Return it in words, as a share of the stake."""
        share = 1 + self.figure.expected_profit
        choices, bet = choice_text(self.options, self.figure.bet), bet_words(self.figure.bet)
        values: TextValues = {
            "game": game_label(game),
            "on": Text("pack.bet_at", {"on": bet, "options": choices}) if choices else bet,
            "ratio": ratio_text(share),
            "percent": percentage(share, words),
        }
        return Text("pack.generous" if self.is_generous else "pack.returns", values)


def sound_pack(reference: str) -> RulePack:
    """Return a pack without a mistake. Raises RulesError with those of all its games."""
    pack, faults = find_pack(reference), list[Text]()
    for game in pack.served_games:
        try:
            pack.rules(game)
        except RulesError as error:
            faults += error.faults
    if faults:
        raise RulesError(*faults)
    return pack


def bet_returns(pack: RulePack, game: str) -> Iterator[BetReturn]:
    """Yield each different return of a game's declared and amended bets; one may take a minute."""
    rules = pack.rules(game)
    if not rules.bets or pack.game_class(game).REQUIRED_OPTIONS:
        return
    found: set[tuple[str, Fraction]] = set()
    for options in table_choices(pack.game_class(game), rules):
        for figure in _figures(pack.open_game(game, options), game):
            profit = figure.expected_profit
            if (figure.bet, profit) not in found:
                found.add((figure.bet, profit))
                is_generous = profit > EVEN and not rules.bets[figure.bet].generous
                yield BetReturn(figure, options, is_generous)


def _figures(game: Game, name: str) -> Iterator[Figure]:
    """Yield the figures of the bets that a pack declares, and of those that it amends where they
    are soon counted.
    """
    yield from declared(without_caps(game))
    if isinstance(game, DeclaredBets) and name in SOON_COUNTED:
        for figure in game_figures(name, game, Store(user_folder(), SHIPPED)):
            if figure.bet in game.TERMS and game.TERMS[figure.bet].bet.amends:
                yield figure
