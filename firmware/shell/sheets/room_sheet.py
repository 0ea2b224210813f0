"""The poker room's own document (67.91): the rules that the regulation leaves to it."""

from collections.abc import Iterator, Mapping
from typing import Final

from firmware.core.game.articles import Citations
from firmware.core.game.bounds import NO_BOUNDS, Bound, Bounds
from firmware.core.poker_room.engine.terms import (
    HOLDEM_TOURNAMENT,
    JACKPOT_DROP,
    POKER_ROOM,
    PokerTerms,
)
from firmware.core.ranks import Combination
from firmware.core.ranks.rank import COMBINATION_KEYS
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.words.text_table import PrintedSheet, SheetSection, column_headings
from firmware.shell.words.words import Words

QUEBECS: Final = Citations()
DEFAULT_TERMS: Final = PokerTerms()
"""A table as it is if nothing is set."""

GAME_KEYS: Final[Mapping[str, str]] = {
    "holdem": "posted.poker.holdem",
    "omaha": "posted.poker.omaha",
    "omaha-hi-lo": "posted.poker.omaha_hi_lo",
    "stud": "posted.poker.stud",
    "stud-hi-lo": "posted.poker.stud_hi_lo",
    "razz": "posted.poker.razz",
}
LIMIT_KEYS: Final[Mapping[str, str]] = {
    "none": "posted.limit.none",
    "pot": "posted.limit.pot",
    "fixed": "posted.limit.fixed",
}
ANTE_KEYS: Final[Mapping[str, str]] = {
    "each": "posted.ante.each",
    "big_blind": "posted.ante.big_blind",
}

RULE_ARTICLES: Final = (
    ("posted.rule.stake", "67.94"),
    ("posted.rule.adding", "67.95"),
    ("posted.rule.bound", "67.97, 67.99"),
    ("posted.rule.blinds", "67.88 (9)"),
    ("posted.rule.missed", "67.91"),
    ("posted.rule.order", "67.88 (20)"),
    ("posted.rule.bring_in", "67.88 (10)"),
    ("posted.rule.checking", "67.100"),
    ("posted.rule.no_limit", "67.88 (16)"),
    ("posted.rule.pot_limit", "67.91"),
    ("posted.rule.fixed_limit", "67.91"),
    ("posted.rule.reopening", "67.91"),
    ("posted.rule.all_in", "67.96"),
    ("posted.rule.uncalled", "67.103 (2)"),
    ("posted.rule.protecting", "67.104, 67.105"),
    ("posted.rule.thrown", "67.106"),
    ("posted.rule.misdeal", "67.91"),
    ("posted.rule.early", "67.91"),
    ("posted.rule.showing", "67.102"),
    ("posted.rule.winning", "67.103"),
    ("posted.rule.odd_chips", "67.91"),
    ("posted.rule.clock", "67.101"),
    ("posted.rule.voiding", "67.110"),
    ("posted.rule.conduct", "67.107, 67.109"),
)
"""The rules by their message keys, with the article that has or leaves them."""
TOURNAMENT_RULES: Final = (
    ("posted.tournament.in_view", "004 12"),
    ("posted.tournament.devices", "004 9"),
    ("posted.tournament.one_hand", "004 12"),
    ("posted.tournament.dealing", "004 12"),
    ("posted.rule.bound", "004 11"),
    ("posted.rule.blinds", "004 12"),
    ("posted.tournament.order", "004 12"),
    ("posted.rule.checking", "004 12"),
    ("posted.rule.no_limit", "004 11"),
    ("posted.rule.pot_limit", "004 11"),
    ("posted.rule.fixed_limit", "004 11"),
    ("posted.rule.reopening", "004 11"),
    ("posted.rule.all_in", "004 11"),
    ("posted.rule.uncalled", "004 11"),
    ("posted.rule.protecting", "004 12"),
    ("posted.tournament.thrown", "004 12"),
    ("posted.tournament.misdeal", "004 12"),
    ("posted.rule.early", "004 11"),
    ("posted.tournament.showing", "004 12"),
    ("posted.tournament.winning", "004 12"),
    ("posted.rule.removed", "004 12"),
    ("posted.tournament.out", "004 12"),
    ("posted.rule.clock", "004 11"),
    ("posted.tournament.disputes", "004 11"),
)
"""The rules of a tournament's table, with the section that has them; those that it leaves to
Robert's Rules of Poker have 004 11.
"""
LIMIT_RULES: Final[Mapping[str, str]] = {
    "posted.rule.no_limit": "none",
    "posted.rule.pot_limit": "pot",
    "posted.rule.fixed_limit": "fixed",
}
"""The limit at which a rule on amounts holds; at pot limit the least amounts of no limit too."""

RANKED_HANDS: Final = tuple(
    combination for combination in Combination if combination is not Combination.FIVE_ACES
)


def poker_sheet(
    words: Words,
    terms: PokerTerms = DEFAULT_TERMS,
    bounds: Bounds = NO_BOUNDS,
    citations: Citations = QUEBECS,
) -> PrintedSheet:
    """Return the document of a poker table of a house with these bounds; one that has its own
    articles cites none here.
    """
    return PrintedSheet(
        words.render(game_label(HOLDEM_TOURNAMENT if terms.tournament else POKER_ROOM)),
        tuple(words.render(text) for text in _table_lines(terms, bounds)),
        (_rules_section(words, terms, citations), _ranks_section(words, terms)),
    )


def _table_lines(terms: PokerTerms, bounds: Bounds) -> Iterator[Text]:
    """Yield the table's game and amounts."""
    yield Text(GAME_KEYS[terms.poker])
    yield Text(LIMIT_KEYS[terms.limit], _two_amounts("small", "big", terms.bets or (0, 0)))
    if terms.variant.stud:
        yield Text("posted.table.bring_in", {"cents": Cents(terms.bring_in or 0)})
    else:
        yield Text("posted.table.blinds", _two_amounts("small", "big", terms.blinds))
    if terms.ante:
        yield Text(ANTE_KEYS[terms.ante_by], {"cents": Cents(terms.ante)})
    if terms.is_fixed_limit:
        yield Text("posted.table.raises", {"count": terms.raises})
    yield Text("posted.table.chip", {"cents": Cents(terms.chip)})
    if terms.tournament:
        yield Text("ui.tournament.chips")
        return
    yield from _stake_lines(terms)
    yield from _commission_lines(terms)
    for least_cents, cents in terms.jackpot_steps:
        drop_values: TextValues = {"pot_cents": Cents(least_cents), "cents": Cents(cents)}
        article = bounds.get(JACKPOT_DROP, Bound()).article
        yield Text("posted.table.jackpot", {**drop_values, "article": article})


def _stake_lines(terms: PokerTerms) -> Iterator[Text]:
    if terms.min_stake:
        yield Text("posted.table.min_stake", {"cents": Cents(terms.min_stake)})
    if terms.max_stake is not None:
        yield Text("posted.table.max_stake", {"cents": Cents(terms.max_stake)})
    if terms.rejoin_minutes and not terms.is_fixed_limit:
        yield Text("posted.table.rejoin", {"count": terms.rejoin_minutes})


def _commission_lines(terms: PokerTerms) -> Iterator[Text]:
    commission, time_charge = terms.commission, terms.time_charge
    if commission.percent:
        yield Text("posted.table.share", {"percent": str(commission.percent)})
    if commission.percent and commission.cap is not None:
        yield Text("posted.table.cap", {"cents": Cents(commission.cap)})
    for least_cents, cents in commission.by_steps:
        step_values: TextValues = {"pot_cents": Cents(least_cents), "cents": Cents(cents)}
        yield Text("posted.table.step", step_values)
    if time_charge:
        charge_values: TextValues = {
            "cents": Cents(time_charge.cents),
            "count": time_charge.minutes,
        }
        yield Text("posted.table.time", charge_values)
        yield Text("posted.table.time_of_play")
    if not commission.is_taken and not time_charge:
        yield Text("posted.table.no_commission")


def _two_amounts(small: str, big: str, amounts: tuple[int, int]) -> TextValues:
    return {f"{small}_cents": Cents(amounts[0]), f"{big}_cents": Cents(amounts[1])}


def _rules_section(words: Words, terms: PokerTerms, citations: Citations) -> SheetSection:
    applied_rules = TOURNAMENT_RULES if terms.tournament else RULE_ARTICLES
    rows = (
        (words.render(Text(rule)), article if citations.own is None else "")
        for rule, article in applied_rules
        if not terms.tournament or _holds_at_limit(rule, terms)
    )
    return SheetSection(
        words.render(Text("posted.tournament.rules" if terms.tournament else "posted.rules")),
        column_headings(words, "sheet.rule", "sheet.article"),
        tuple(rows),
    )


def _holds_at_limit(rule: str, terms: PokerTerms) -> bool:
    limit = LIMIT_RULES.get(rule, terms.limit)
    return limit == terms.limit or (limit, terms.limit) == ("none", "pot")


def _ranks_section(words: Words, terms: PokerTerms) -> SheetSection:
    """Return the hands from the highest down."""
    rows = (
        (str(position), words.render(Text(COMBINATION_KEYS[combination])))
        for position, combination in enumerate(RANKED_HANDS, start=1)
    )
    return SheetSection(
        words.render(Text("posted.tournament.ranks" if terms.tournament else "posted.ranks")),
        column_headings(words, "sheet.rank", "sheet.hand"),
        tuple(rows),
    )
