"""The poker room's own document (67.91): the rules that the regulation leaves to it."""

from collections.abc import Iterator
from typing import Final

from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, POKER_ROOM, PokerTerms
from firmware.core.ranks import Combination
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.words.text_table import PrintedSheet, SheetSection, column_headings
from firmware.shell.words.words import Words

DEFAULT_TERMS: Final = PokerTerms()
"""A table as it is if nothing is set."""

RULE_ARTICLES: Final = (
    ("stake", "67.94"),
    ("adding", "67.95"),
    ("bound", "67.97, 67.99"),
    ("blinds", "67.88 (9)"),
    ("missed", "67.91"),
    ("order", "67.88 (20)"),
    ("bring_in", "67.88 (10)"),
    ("checking", "67.100"),
    ("no_limit", "67.88 (16)"),
    ("pot_limit", "67.91"),
    ("fixed_limit", "67.91"),
    ("reopening", "67.91"),
    ("all_in", "67.96"),
    ("uncalled", "67.103 (2)"),
    ("protecting", "67.104, 67.105"),
    ("thrown", "67.106"),
    ("misdeal", "67.91"),
    ("early", "67.91"),
    ("showing", "67.102"),
    ("winning", "67.103"),
    ("odd_chips", "67.91"),
    ("clock", "67.101"),
    ("voiding", "67.110"),
    ("conduct", "67.107, 67.109"),
)
"""The rules by their words, with the article that has or leaves them."""
STAKE_RULES: Final = frozenset({"stake", "adding", "missed", "odd_chips"})
"""Those of a table at which players come and go with their money."""
TOURNAMENT_RULES: Final = (("removed", "004 12"),)

RANKED_HANDS: Final = tuple(
    combination for combination in Combination if combination is not Combination.FIVE_ACES
)


def poker_sheet(words: Words, terms: PokerTerms = DEFAULT_TERMS) -> PrintedSheet:
    """Return the document of a poker table."""
    return PrintedSheet(
        words.render(Text(f"game.{HOLDEM_TOURNAMENT if terms.tournament else POKER_ROOM}")),
        tuple(words.render(text) for text in _table_lines(terms)),
        (_rules_section(words, tournament=terms.tournament), _ranks_section(words)),
    )


def _table_lines(terms: PokerTerms) -> Iterator[Text]:
    """Yield the table's game and amounts."""
    yield Text(f"posted.poker.{terms.poker}".replace("-", "_"))
    yield Text(f"posted.limit.{terms.limit}", _two_amounts("small", "big", terms.bets or (0, 0)))
    if terms.variant.stud:
        yield Text("posted.table.bring_in", {"cents": Cents(terms.bring_in or 0)})
    else:
        yield Text("posted.table.blinds", _two_amounts("small", "big", terms.blinds))
    if terms.ante:
        yield Text(f"posted.ante.{terms.ante_by}", {"cents": Cents(terms.ante)})
    if terms.is_fixed_limit:
        yield Text("posted.table.raises", {"count": terms.raises})
    yield Text("posted.table.chip", {"cents": Cents(terms.chip)})
    if terms.tournament:
        yield Text("ui.tournament.chips")
        return
    yield from _stake_lines(terms)
    yield from _commission_lines(terms)


def _stake_lines(terms: PokerTerms) -> Iterator[Text]:
    if terms.min_stake:
        yield Text("posted.table.min_stake", {"cents": Cents(terms.min_stake)})
    if terms.max_stake is not None:
        yield Text("posted.table.max_stake", {"cents": Cents(terms.max_stake)})


def _commission_lines(terms: PokerTerms) -> Iterator[Text]:
    commission, time_charge = terms.commission, terms.time_charge
    if commission.percent:
        yield Text("posted.table.share", {"percent": str(commission.percent)})
    if commission.percent and commission.cap is not None:
        yield Text("posted.table.cap", {"cents": Cents(commission.cap)})
    if time_charge:
        charge_values: TextValues = {
            "cents": Cents(time_charge.cents),
            "count": time_charge.minutes,
        }
        yield Text("posted.table.time", charge_values)
    if not commission.percent and not time_charge:
        yield Text("posted.table.no_commission")


def _two_amounts(small: str, big: str, amounts: tuple[int, int]) -> TextValues:
    return {f"{small}_cents": Cents(amounts[0]), f"{big}_cents": Cents(amounts[1])}


def _rules_section(words: Words, *, tournament: bool) -> SheetSection:
    common_rules = (
        rule_article for rule_article in RULE_ARTICLES if rule_article[0] not in STAKE_RULES
    )
    applied_rules = (*common_rules, *TOURNAMENT_RULES) if tournament else RULE_ARTICLES
    rows = ((words.render(Text(f"posted.rule.{rule}")), article) for rule, article in applied_rules)
    return SheetSection(
        words.render(Text("posted.rules")), column_headings(words, "rule", "article"), tuple(rows)
    )


def _ranks_section(words: Words) -> SheetSection:
    """Return the hands from the highest down."""
    rows = (
        (str(position), words.render(Text(f"combination.{combination}")))
        for position, combination in enumerate(RANKED_HANDS, start=1)
    )
    return SheetSection(
        words.render(Text("posted.ranks")), column_headings(words, "rank", "hand"), tuple(rows)
    )
