"""The print on a cloth before the dealer: the game's name, below it odds and options."""

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
