"""The poker room's own document (67.91): the rules that the regulation leaves to it."""

from collections.abc import Iterator
from typing import Final

from firmware.core.poker_room.engine.terms import ROOM, TOURNAMENT, Terms
from firmware.core.ranks import Combination
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, Values
from firmware.shell.words.text_table import Section, Sheet, headings
from firmware.shell.words.words import Words

ANY: Final = Terms()
"""A table as it is if nothing is set."""

RULES: Final = (
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
OF_STAKES: Final = frozenset({"stake", "adding", "missed", "odd_chips"})
"""Those of a table at which players come and go with their money."""
OF_TOURNAMENT: Final = (("removed", "004 12"),)

RANKS: Final = tuple(each for each in Combination if each is not Combination.FIVE_ACES)


def room_sheet(words: Words, terms: Terms = ANY) -> Sheet:
    """Return the document of a poker table."""
    return Sheet(
        words.say(Text(f"game.{TOURNAMENT if terms.tournament else ROOM}")),
        tuple(words.say(text) for text in _of_table(terms)),
        (_rules(words, tournament=terms.tournament), _ranks(words)),
    )


def _of_table(terms: Terms) -> Iterator[Text]:
    """Yield the table's game and amounts."""
    yield Text(f"posted.poker.{terms.poker}".replace("-", "_"))
    yield Text(f"posted.limit.{terms.limit}", _two("small", "big", terms.bets or (0, 0)))
    if terms.variant.stud:
        yield Text("posted.table.bring_in", {"cents": Cents(terms.bring_in or 0)})
    else:
        yield Text("posted.table.blinds", _two("small", "big", terms.blinds))
    if terms.ante:
        yield Text(f"posted.ante.{terms.ante_by}", {"cents": Cents(terms.ante)})
    if terms.fixed:
        yield Text("posted.table.raises", {"count": terms.raises})
    yield Text("posted.table.chip", {"cents": Cents(terms.chip)})
    if terms.tournament:
        yield Text("ui.tournament.chips")
        return
    yield from _stakes(terms)
    yield from _commission(terms)


def _stakes(terms: Terms) -> Iterator[Text]:
    if terms.min_stake:
        yield Text("posted.table.min_stake", {"cents": Cents(terms.min_stake)})
    if terms.max_stake is not None:
        yield Text("posted.table.max_stake", {"cents": Cents(terms.max_stake)})


def _commission(terms: Terms) -> Iterator[Text]:
    share, charge = terms.commission, terms.time_charge
    if share.percent:
        yield Text("posted.table.share", {"percent": str(share.percent)})
    if share.percent and share.cap is not None:
        yield Text("posted.table.cap", {"cents": Cents(share.cap)})
    if charge:
        of_time: Values = {"cents": Cents(charge.cents), "count": charge.minutes}
        yield Text("posted.table.time", of_time)
    if not share.percent and not charge:
        yield Text("posted.table.no_commission")


def _two(small: str, big: str, amounts: tuple[int, int]) -> Values:
    return {f"{small}_cents": Cents(amounts[0]), f"{big}_cents": Cents(amounts[1])}


def _rules(words: Words, *, tournament: bool) -> Section:
    kept = (each for each in RULES if each[0] not in OF_STAKES)
    here = (*kept, *OF_TOURNAMENT) if tournament else RULES
    rows = ((words.say(Text(f"posted.rule.{rule}")), article) for rule, article in here)
    return Section(words.say(Text("posted.rules")), headings(words, "rule", "article"), tuple(rows))


def _ranks(words: Words) -> Section:
    """Return the hands from the highest down."""
    rows = (
        (str(place), words.say(Text(f"combination.{rank}")))
        for place, rank in enumerate(RANKS, start=1)
    )
    return Section(words.say(Text("posted.ranks")), headings(words, "rank", "hand"), tuple(rows))
