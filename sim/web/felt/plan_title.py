"""The print on a cloth: before the dealer the game's name, odds and options; the odds at places."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.money import EVEN_ODDS, Odds
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.pay_line_keys import LINE_KEYS
from firmware.core.vocabulary.rulings import bet_words
from sim.web.felt.plan_parts import RenderText, TitlePlan, WordsByLanguage

TITLE_OFFSET: Final = 79
"""The distance from the dealer's area down to the middle of the name."""
LINE_SEPARATOR: Final = " · "
NATURAL_HAND: Final = "blackjack"
"""The hand of the main bet whose odds are printed."""
OPTION_WORDS: Final[Mapping[tuple[str, object], str]] = {
    ("stand_all_17", True): "web.printed.stand_all_17.yes",
    ("stand_all_17", False): "web.printed.stand_all_17.no",
}
"""What is printed of an option, by its name and value."""


def title_plan(
    game: Game, bet_names: Collection[str], render: RenderText, lower_edge: float
) -> TitlePlan:
    """Print the name below an edge, above a line of the odds (but even money) and the options."""
    texts = (*_printed_odds(game, bet_names), *_option_texts(game))
    return TitlePlan(
        lower_edge + TITLE_OFFSET,
        _join_lines([rendered for text in texts if (rendered := render(text))]),
    )


def _printed_odds(game: Game, bet_names: Collection[str]) -> Iterator[Text]:
    main_table = game.rules.tables.get("main")
    if main_table and NATURAL_HAND in main_table.odds:
        yield _odds_text(Text(LINE_KEYS[NATURAL_HAND]), main_table.odds[NATURAL_HAND])
    for bet, pay_rule in game.rules.pays.items():
        if bet in (*bet_names, *game.DECISION_PLACES) and pay_rule.odds != EVEN_ODDS:
            yield _odds_text(bet_words(bet), pay_rule.odds)


def place_odds(
    game: Game, bet_names: Sequence[str], render: RenderText
) -> dict[str, WordsByLanguage]:
    """Return the odds that are printed at places of their own: by the bet, or by its argument."""
    odds_by_bet: dict[str, WordsByLanguage] = {}
    for bet in bet_names:
        base_bet, _, argument = bet.partition(":")
        pay_rule, pay_table = game.rules.pays.get(base_bet), game.rules.tables.get(base_bet)
        if pay_rule is not None:
            odds = pay_rule.odds
        elif pay_table is not None and _is_by_argument(pay_table.odds, base_bet, bet_names):
            odds = pay_table.odds[argument]
        else:
            continue
        odds_by_bet[bet] = render(Text("web.printed.pays", {"odds": str(odds)}))
    return odds_by_bet


def _is_by_argument(odds: Mapping[str, Odds], base_bet: str, bet_names: Sequence[str]) -> bool:
    """Return whether a pay table has a line for each bet of that kind; not if dice decide it."""
    arguments = {bet.partition(":")[2] for bet in bet_names if bet.partition(":")[0] == base_bet}
    return arguments <= odds.keys()


def _odds_text(bet_name: Text, payout_odds: Odds) -> Text:
    return Text("web.printed.odds", {"on": bet_name, "odds": str(payout_odds)})


def _option_texts(game: Game) -> Iterator[Text]:
    for name in game.OWN_OPTIONS:
        if key := OPTION_WORDS.get((name, game.options[name])):
            yield Text(key)


def _join_lines(lines: Sequence[WordsByLanguage]) -> WordsByLanguage:
    languages = {language for words in lines for language in words}
    return {
        each_language: LINE_SEPARATOR.join(words[each_language] for words in lines)
        for each_language in languages
    }
