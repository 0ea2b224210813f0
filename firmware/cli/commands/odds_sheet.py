"""The odds of a game as a sheet: each bet's return, each profit's probability, the decisions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from firmware.cli.commands.odds_rows import OddsRow, decision_rows, merged_rows
from firmware.core.vocabulary.bets import base_bet_name, bet_words
from firmware.core.vocabulary.cards import CARDS_BY_NAME
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.odds.decision_table import REMAINING_HANDS
from firmware.odds.figure import BEST, Figure
from firmware.odds.store import ratio_text
from firmware.shell.words.ratios import percentage, rounded_decimal, signed_decimal
from firmware.shell.words.text_table import PrintedSheet, SheetSection
from firmware.shell.words.words import Words

MAX_FRACTION_LENGTH: Final = 36
"""A fraction that is longer is printed by its decimals alone; `--json` has it whole."""

CARD_PATTERN: Final = re.compile(r"\b[A2-9TJQK][SHDC]\b")
RANKS_PATTERN: Final = re.compile(r"\b[A2-9TJQK]+\b")
"""Ranks that a table of decisions names together; no total of two cards looks alike."""

DEALER_RULE_KEYS: Final[Mapping[str, str]] = {
    "pai-gow": "chances.house_way.pai-gow",
    "pai-gow-poker": "chances.house_way.pai-gow-poker",
}
"""The note on the dealer's own way to set his hand, by game."""
SHAPE_KEYS: Final[Mapping[str, str]] = {
    "": "chances.shape.any",
    "11": "chances.shape.11",
    "111": "chances.shape.111",
    "1111": "chances.shape.1111",
    "2": "chances.shape.2",
    "21": "chances.shape.21",
    "211": "chances.shape.211",
    "22": "chances.shape.22",
    "3": "chances.shape.3",
    "31": "chances.shape.31",
    "4": "chances.shape.4",
}
"""How often the ranks of a hand occur: `211` is a pair and two other cards."""
DECISION_KEYS: Final[Mapping[str, str]] = {
    "basic": "chances.play.basic",
    "call": "chances.play.call",
    "hit_or_stand": "chances.play.hit_or_stand",
    "mimic": "chances.play.mimic",
    "bank": "do.bank",
    "check": "do.check",
    "double": "do.double",
    "draw": "do.draw",
    "fold": "do.fold",
    "hit": "do.hit",
    "insurance": "do.insurance",
    "keep": "do.keep",
    "no_insurance": "do.no_insurance",
    "number": "do.number",
    "raise": "do.raise",
    "set": "do.set",
    "shooter": "do.shooter",
    "split": "do.split",
    "stand": "do.stand",
    "surrender": "do.surrender",
    "war": "do.war",
    "withdraw": "do.withdraw",
}
"""A decision, or a whole way to play."""


def odds_sheet(game_name: str, figures: Sequence[Figure], words: Words) -> PrintedSheet:
    """Return the odds of these bets as a sheet."""
    shown_rows = merged_rows(figures)
    sheet_sections = [returns_section(shown_rows, words)]
    sheet_sections += [
        _profits_section(odds_row, words)
        for odds_row in shown_rows
        if _is_leading_row(odds_row, shown_rows)
    ]
    sheet_sections += [
        _decisions_section(odds_row, words, depends_on_stake=depends_on_stake)
        for odds_row, depends_on_stake in decision_rows(shown_rows)
    ]
    return PrintedSheet(
        words.render(game_label(game_name)),
        tuple(odds_notes(game_name, figures, words)),
        tuple(sheet_sections),
    )


def odds_notes(game_name: str, figures: Sequence[Figure], words: Words) -> list[str]:
    """Return notes on these figures: their assumptions, the bounds of the best play, and the
    jackpot from which on a bet returns its stake.
    """
    shown_rows = merged_rows(figures)
    proviso_notes = [
        words.render(Text(proviso_key)) for proviso_key in _proviso_keys(game_name, figures)
    ]
    bound_notes = [
        _bound_note(odds_row, words)
        for odds_row in shown_rows
        if odds_row.figure.minimum is not None
    ]
    jackpot_notes = [
        _jackpot_note(odds_row, words) for odds_row in shown_rows if odds_row.figure.break_even
    ]
    return proviso_notes + bound_notes + jackpot_notes


def _proviso_keys(game_name: str, figures: Sequence[Figure]) -> Iterator[str]:
    """Yield the message keys of the assumptions behind these figures."""
    has_dealer_rule = any(figure.dealer for figure in figures)
    if has_dealer_rule:
        yield DEALER_RULE_KEYS[game_name]
    if any(figure.bound for figure in figures):
        yield "chances.bound_of_set" if has_dealer_rule else "chances.bound"
    if _decided_together(figures):
        yield "chances.equal_bets"


def _decided_together(figures: Sequence[Figure]) -> bool:
    """Return whether places of one bet have figures of their own, though one decision is for all:
    at multi-action, if the dealer's second card comes at once.
    """
    best_figures = [figure for figure in figures if figure.play == BEST and figure.advice]
    returns_by_bet = {figure.bet: figure.expected_profit for figure in best_figures}
    base_bets = {base_bet_name(placed_bet) for placed_bet in returns_by_bet}
    return len(base_bets) < len(returns_by_bet) and len(set(returns_by_bet.values())) > 1


def _bound_note(odds_row: OddsRow, words: Words) -> str:
    least_return = percentage(1 + odds_row.figure.least_expected_profit, words)
    return words.render(
        Text("chances.least", {"on": _bet_text(odds_row.bet_name, words), "back": least_return})
    )


def _jackpot_note(odds_row: OddsRow, words: Words) -> str:
    jackpot_text = words.format_money(odds_row.figure.break_even or NO_CENTS)
    return words.render(
        Text(
            "chances.break_even",
            {"on": _bet_text(odds_row.bet_name, words), "jackpot": jackpot_text},
        )
    )


def _is_leading_row(odds_row: OddsRow, shown_rows: Sequence[OddsRow]) -> bool:
    """Return whether the lines of this row are shown: of its bet it is the first one, of those that
    depend on the stake the one with most stakes.
    """
    return odds_row is max(
        (
            other_row
            for other_row in shown_rows
            if other_row.figure.bet == odds_row.figure.bet and other_row.figure.play == BEST
        ),
        key=lambda other_row: len(other_row.stakes),
    )


def returns_section(shown_rows: Sequence[OddsRow], words: Words) -> SheetSection:
    """Return the returns: a row for each bet and each way to play it."""
    printed_rows = tuple(
        (
            _bet_text(odds_row.bet_name, words),
            _stakes_text(odds_row.stakes, words),
            "" if odds_row.figure.play == BEST else _decision_text(odds_row.figure.play, words),
            _exact_text(1 + odds_row.figure.expected_profit),
            percentage(1 + odds_row.figure.expected_profit, words),
            percentage(-odds_row.figure.expected_profit, words),
            rounded_decimal(odds_row.figure.variance, 4, words),
        )
        for odds_row in shown_rows
    )
    headings = _heading_texts(
        words,
        "chances.head.bet",
        "chances.head.stake",
        "chances.head.play",
        "chances.head.exactly",
        "chances.head.back",
        "chances.head.edge",
        "chances.head.variance",
    )
    return SheetSection(words.render(Text("sheet.returns")), headings, printed_rows)


def _stakes_text(stakes: Sequence[Cents], words: Words) -> str:
    """Return the stakes of one figure: if it has many, the first two of them."""
    stake_texts = [words.format_money(stake_cents) for stake_cents in stakes[:2]]
    if len(stakes) > len(stake_texts):
        return words.render(
            Text("chances.stakes", {"first": stake_texts[0], "second": stake_texts[1]})
        )
    return ", ".join(stake_texts)


def _profits_section(odds_row: OddsRow, words: Words) -> SheetSection:
    row_bet, figure = odds_row.bet_name, odds_row.figure
    printed_rows = tuple(
        (signed_decimal(profit, words), _exact_text(chance), percentage(chance, words))
        for profit, chance in sorted(figure.chances.items(), reverse=True)
    )
    per_bet = row_bet if figure.per == figure.bet else figure.per
    title_text = Text(
        "chances.lines", {"on": _bet_text(row_bet, words), "per": _bet_text(per_bet, words)}
    )
    headings = _heading_texts(
        words, "chances.head.profit", "chances.head.exactly", "chances.head.chance"
    )
    return SheetSection(words.render(title_text), headings, printed_rows)


def _decisions_section(odds_row: OddsRow, words: Words, *, depends_on_stake: bool) -> SheetSection:
    printed_rows = tuple(
        (_hand_text(hand_advice.hand, words), _decision_text(hand_advice.decision, words))
        for hand_advice in odds_row.figure.advice
    )
    stake_text = _stakes_text(odds_row.stakes, words) if depends_on_stake else ""
    title_key = "chances.best_at" if stake_text else "chances.best"
    title_text = words.render(
        Text(title_key, {"on": _bet_text(odds_row.bet_name, words), "stake": stake_text})
    )
    headings = _heading_texts(words, "chances.head.held", "chances.head.do")
    return SheetSection(title_text, headings, printed_rows)


def _hand_text(hand_code: str, words: Words) -> str:
    """Return a row of a table of decisions in words: cards and ranks as faces show them."""
    if hand_code.count("|") == 2:
        hand_shape, suit_counts, rank_text = hand_code.split("|")
        shape_text = words.render(Text(SHAPE_KEYS[hand_shape]))
        suited_text = ", ".join([shape_text, *_suits_texts(suit_counts, words)])
        placeholders = {"group": suited_text, "ranks": _cards_text(rank_text, words)}
        return words.render(Text("chances.hands", placeholders)) if rank_text else suited_text
    return _cards_text(hand_code, words)


def _suits_texts(suit_counts: str, words: Words) -> list[str]:
    """Return how many cards are of one suit, nothing if that does not matter."""
    if not suit_counts:
        return []
    count_texts = suit_counts.split(",")
    if suit_counts == "1":
        suits_key = "chances.suits.different"
    elif suit_counts.endswith(",1"):
        suits_key, count_texts = "chances.suits.at_most", count_texts[:1]
    else:
        suits_key = "chances.suits.suited"
    return [words.render(Text(suits_key, {"count": "/".join(count_texts)}))]


def _cards_text(rank_text: str, words: Words) -> str:
    if rank_text == REMAINING_HANDS:
        return words.render(Text("chances.others"))
    named_cards = CARD_PATTERN.sub(
        lambda found_text: words.card_face(CARDS_BY_NAME[found_text[0]]), rank_text
    )
    return RANKS_PATTERN.sub(
        lambda found_text: "-".join(map(words.rank_face, found_text[0])), named_cards
    )


def _bet_text(bet_key: str, words: Words) -> str:
    """Return a bet's name; one that the felt shows without its number, with it."""
    bet_text = bet_words(bet_key)
    if words.has_key(bet_text.key):
        return words.render(bet_text)
    base_bet, _, bet_argument = bet_key.partition(":")
    return f"{words.render(bet_words(base_bet))} {bet_argument}"


def _decision_text(decision_code: str, words: Words) -> str:
    """Return the words of one decision or of several."""
    return "/".join(
        words.render(Text(DECISION_KEYS[decision_word]))
        for decision_word in decision_code.split("/")
    )


def _heading_texts(words: Words, *heading_keys: str) -> tuple[str, ...]:
    return tuple(words.render(Text(heading_key)) for heading_key in heading_keys)


def _exact_text(exact_ratio: Fraction) -> str:
    fraction_text = ratio_text(exact_ratio)
    return fraction_text if len(fraction_text) <= MAX_FRACTION_LENGTH else ""
