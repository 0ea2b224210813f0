"""The sheet's tables for wheels, dice and balls: returns, segments, prizes."""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from firmware.core.game.bounds import Bound
from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.game.steps import ARGUMENT_SEPARATOR
from firmware.core.games.keno.prizes import Paytable
from firmware.core.games.wheel_of_fortune import PARTS, Segments
from firmware.core.returns import BetWorth, bet_worths
from firmware.core.vocabulary.bets import base_bet_name, bet_words
from firmware.core.vocabulary.money import Odds
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.ratios import percentage
from firmware.shell.words.text_table import SheetSection, column_headings
from firmware.shell.words.words import Words

BetReturns = Mapping[str, BetWorth]


def table_returns(
    bet_returns: BetReturns, offered_bets: Collection[str], words: Words
) -> Iterator[SheetSection]:
    """Yield the returns of the bets that a table offers."""
    base_names = set(map(base_bet_name, offered_bets))
    shown_returns = {
        bet: bet_return
        for bet, bet_return in bet_returns.items()
        if bet.isdecimal() or base_bet_name(bet) in base_names
    }
    if shown_returns:
        yield _returns_section(Text("sheet.returns"), shown_returns, words)


def game_returns(game_class: type[Game], rules: GameRules, words: Words) -> Iterator[SheetSection]:
    """Yield the returns of bets that do not depend on a table's options."""
    if game_class.REQUIRED_OPTIONS:
        return
    if "numbers" not in game_class.OWN_OPTIONS:
        yield from table_returns(
            bet_worths(game_class, rules, {}), game_class.places_with({}), words
        )
        return
    for numbers in game_class.OWN_OPTIONS["numbers"]:
        title = Text("sheet.returns_of", {"number": str(numbers)})
        yield _returns_section(title, _runs_returns(game_class, rules, numbers), words)


def _runs_returns(game_class: type[Game], rules: GameRules, numbers: object) -> dict[str, BetWorth]:
    """Return the bets of a roulette that offers twice, thrice, and both (72.1)."""
    twice_returns = bet_worths(game_class, rules, {"numbers": numbers, "twice": True})
    both_returns = bet_worths(
        game_class, rules, {"numbers": numbers, "twice": True, "thrice": True}
    )
    # bets whose return changes only if both runs are offered
    changed_returns = {
        bet: bet_return
        for bet, bet_return in both_returns.items()
        if bet not in twice_returns or bet_return != twice_returns[bet]
    }
    return twice_returns | {
        bet.replace("twice", "twice_beside_thrice"): changed_returns[bet] for bet in changed_returns
    }


def _returns_section(title: Text, bet_returns: BetReturns, words: Words) -> SheetSection:
    rows = tuple(
        (
            words.render(bet),
            f"{return_ratio.numerator}/{return_ratio.denominator}",
            percentage(return_ratio, words),
        )
        for bet, return_ratio in _grouped_returns(bet_returns)
    )
    columns = column_headings(words, "sheet.bet", "chances.head.exactly", "sheet.return")
    return SheetSection(words.render(title), columns, rows)


def _grouped_returns(bet_returns: BetReturns) -> Iterator[tuple[Text, Fraction]]:
    """Yield bets by name; with their arguments if their returns differ."""
    for base_bet in dict.fromkeys(map(base_bet_name, bet_returns)):
        if base_bet.isdecimal():
            yield Text("keno.picked", {"count": int(base_bet)}), bet_returns[base_bet].back
        elif base_bet in bet_returns:
            yield bet_words(base_bet), bet_returns[base_bet].back
        else:
            base_places = [bet for bet in bet_returns if base_bet_name(bet) == base_bet]
            yield from _split_by_return(
                base_bet, {bet: bet_returns[bet].back for bet in base_places}
            )


def _split_by_return(
    base_bet: str, return_by_bet: Mapping[str, Fraction]
) -> Iterator[tuple[Text, Fraction]]:
    bets_by_return: dict[Fraction, list[str]] = {}
    for bet, return_ratio in return_by_bet.items():
        bets_by_return.setdefault(return_ratio, []).append(bet.partition(":")[2])
    for return_ratio, arguments in bets_by_return.items():
        all_alike = len(bets_by_return) == 1 and len(arguments) > 1
        yield (
            bet_words(
                base_bet if all_alike else f"{base_bet}:{ARGUMENT_SEPARATOR.join(arguments)}"
            ),
            return_ratio,
        )


# the table's settings


def table_sections(
    options: Mapping[str, Any], rules: GameRules, words: Words
) -> Iterator[SheetSection]:
    """Yield the parts of a wheel of fortune (117) or the prizes of Keno (76)."""
    if "segments" in options:
        article = rules.bounds.get(PARTS, Bound()).article
        yield _segments_section(options["segments"], article, words)
    if "paytable" in options:
        yield _prizes_section(options["paytable"], words)


def _segments_section(segments: Segments, article: str, words: Words) -> SheetSection:
    rows = tuple(
        (symbol, str(segment_count), words.render(Text("sheet.odds", {"odds": str(Odds(odds, 1))})))
        for symbol, (segment_count, odds) in segments.items()
    )
    number = str(sum(segment_count for segment_count, _ in segments.values()))
    title = Text("sheet.segments", {"number": number, "article": article})
    return SheetSection(
        words.render(title), column_headings(words, "sheet.part", "sheet.parts", "sheet.pays"), rows
    )


def _prizes_section(paytable: Paytable, words: Words) -> SheetSection:
    rows = tuple(
        (picked_count, hit_count, str(paid_for_one))
        for picked_count, line in paytable.items()
        for hit_count, paid_for_one in line.items()
    )
    title = words.render(Text("sheet.prizes", {"article": "76"}))
    return SheetSection(
        title, column_headings(words, "sheet.picked", "sheet.drawn", "sheet.for_one"), rows
    )
