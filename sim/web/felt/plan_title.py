"""The print on a cloth: before the dealer the game's name, odds and options; the odds at places."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import base_bet_name, bet_words
from firmware.core.vocabulary.money import EVEN_ODDS, Odds
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.pay_line_keys import LINE_KEYS
from sim.web.felt.plan_parts import RenderText, TitlePlan, WordsByLanguage

TITLE_OFFSET: Final = 79
"""The distance from the dealer's area down to the middle of the name."""
LINE_SEPARATOR: Final = " · "
NUMBER_SEPARATOR: Final = ", "
TABLE_LINES: Final = ("pass", "dont_pass", "come", "dont_come")
UNPRINTED_BETS: Final = frozenset(
    [f"{line}{odds}" for line in TABLE_LINES for odds in ("", "_odds")] + ["place", "buy"]
)
"""Bets without printed odds: even money on a line, odds by the point, boxes that are small."""
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
        _join_lines([rendered for text in texts if (rendered := render(text))], LINE_SEPARATOR),
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
    """Return the odds that are printed at places of their own."""
    texts_by_bet = {
        bet: tuple(_place_texts(game, bet, bet_names))
        for bet in bet_names
        if base_bet_name(bet) not in UNPRINTED_BETS
    }
    return {
        bet: _join_lines([render(text) for text in texts], NUMBER_SEPARATOR)
        for bet, texts in texts_by_bet.items()
        if texts
    }


def _place_texts(game: Game, bet: str, bet_names: Sequence[str]) -> Iterator[Text]:
    """Yield the odds of a bet: of one that wins on several numbers, what is more than even money;
    of one that is laid in parts, those of each part.
    """
    base_bet, _, argument = bet.partition(":")
    pay_table = game.rules.tables.get(base_bet)
    if pay_table and not argument:
        yield from _number_texts(pay_table.odds)
        return
    if pay_table and _is_by_argument(pay_table.odds, base_bet, bet_names):
        every_odds = [pay_table.odds[argument]]
    else:
        every_odds = _distinct_odds(line.odds for line in game.paying_lines(bet))
    for stake in sorted({odds.stake for odds in every_odds}):
        wins = [str(odds.win) for odds in every_odds if odds.stake == stake]
        pays = Text("odds.said", {"win": NUMBER_SEPARATOR.join(wins), "stake": str(stake)})
        parts = game.equal_parts(bet)
        yield Text("web.printed.parts", {"parts": str(parts), "pays": pays}) if parts > 1 else pays


def _number_texts(odds_by_number: Mapping[str, Odds]) -> Iterator[Text]:
    for odds in _distinct_odds(odds_by_number.values()):
        numbers = [number for number, paid in odds_by_number.items() if paid == odds]
        if odds != EVEN_ODDS:
            values = {"numbers": NUMBER_SEPARATOR.join(numbers), "odds": str(odds)}
            yield Text("web.printed.on_numbers", values)


def _is_by_argument(odds: Mapping[str, Odds], base_bet: str, bet_names: Sequence[str]) -> bool:
    """Return whether a pay table has a line for each bet of that kind; not if dice decide it."""
    arguments = {bet.partition(":")[2] for bet in bet_names if bet.partition(":")[0] == base_bet}
    return arguments <= odds.keys()


def _distinct_odds(every_odds: Iterable[Odds]) -> list[Odds]:
    """Return the odds without repetitions, the highest first."""
    return sorted(set(every_odds), key=lambda odds: Fraction(*odds), reverse=True)


def _odds_text(bet_name: Text, payout_odds: Odds) -> Text:
    return Text("web.printed.odds", {"on": bet_name, "odds": str(payout_odds)})


def _option_texts(game: Game) -> Iterator[Text]:
    for name in game.OWN_OPTIONS:
        if key := OPTION_WORDS.get((name, game.options[name])):
            yield Text(key)


def _join_lines(lines: Sequence[WordsByLanguage], separator: str) -> WordsByLanguage:
    languages = {language for words in lines for language in words}
    return {
        each_language: separator.join(words[each_language] for words in lines)
        for each_language in languages
    }
