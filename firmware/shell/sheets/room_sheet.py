"""The document of a poker table: the rules of its game and structure (67.91; 004 9)."""

from collections.abc import Iterator, Mapping
from typing import Final

from firmware.core.game.bounds import Bound, Bounds
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
from firmware.shell.rules.poker_structure import poker_structure
from firmware.shell.rules.rule_book import book_sentences
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.sheets.book_sheet import book_sections
from firmware.shell.words.text_table import PrintedSheet, SheetSection, column_headings
from firmware.shell.words.words import Words

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

RANKED_HANDS: Final = tuple(
    combination for combination in Combination if combination is not Combination.FIVE_ACES
)


def poker_sheet(
    words: Words, rule_pack: RulePack, terms: PokerTerms = DEFAULT_TERMS
) -> PrintedSheet:
    """Return the document of a poker table of a house: the sentences of its game and structure."""
    game = HOLDEM_TOURNAMENT if terms.tournament else POKER_ROOM
    sentences = book_sentences(rule_pack, game)
    rules = book_sections(sentences, poker_structure(terms), words, of_one_table=True)
    bounds = rule_pack.rules(game).bounds
    return PrintedSheet(
        words.render(game_label(game)),
        tuple(words.render(text) for text in _table_lines(terms, bounds)),
        (*rules, *_ranks_sections(words, terms)),
    )


def _table_lines(terms: PokerTerms, bounds: Bounds) -> Iterator[Text]:
    """Yield the law of the document, and the table's game and amounts."""
    yield Text("posted.tournament.rules" if terms.tournament else "posted.rules")
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
    if not commission.is_taken and not time_charge:
        yield Text("posted.table.no_commission")


def _two_amounts(small: str, big: str, amounts: tuple[int, int]) -> TextValues:
    return {f"{small}_cents": Cents(amounts[0]), f"{big}_cents": Cents(amounts[1])}


def _ranks_sections(words: Words, terms: PokerTerms) -> Iterator[SheetSection]:
    """Yield the hands from the highest down, where the highest wins."""
    if not terms.variant.high:
        return
    rows = (
        (str(position), words.render(Text(COMBINATION_KEYS[combination])))
        for position, combination in enumerate(RANKED_HANDS, start=1)
    )
    yield SheetSection(
        words.render(Text("posted.tournament.ranks" if terms.tournament else "posted.ranks")),
        column_headings(words, "sheet.rank", "sheet.hand"),
        tuple(rows),
    )
