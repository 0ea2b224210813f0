"""A bet of a rule pack: its lines, their conditions, and the mistakes that it may have."""

from collections.abc import Iterator, Mapping
from math import lcm
from typing import Final, Literal, NamedTuple

import msgspec

from firmware.core.game.card_facts import CARD_FACTS, MOST_CARDS
from firmware.core.game.conditions import Condition, FactKind, Facts, read_condition
from firmware.core.game.traits import GameTraits
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import NO_CENTS, Cents, Odds
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue

PUSH: Final = "push"
ANY_LINE: Final = "any"
"""In a pay table: every line that it does not name."""
LinePayment = Odds | Literal["push"]


class DeclaredLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the round must be, and what becomes of the bet then: one of the others, or by its name
    what the pay table in force says.
    """

    when: str
    name: str = ""
    said: dict[str, str] = {}
    """By language, what it is called where a person reads it; else its name in words."""
    pays: Odds | None = None
    push: bool = False
    loses: bool = False
    back: Odds | None = None
    """The part of the stake that returns; the rest is lost."""
    prize_cents: Cents | None = None
    commission: bool = False

    @property
    def key(self) -> str:
        """What its payment and its words are found by."""
        return self.name or self.when

    @property
    def outcomes(self) -> int:
        """How many of the outcomes it names."""
        given = (self.pays, self.push or None, self.loses or None, self.back, self.prize_cents)
        return sum(outcome is not None for outcome in given)


class DeclaredBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bet as a rule pack writes it."""

    article: str
    lines: list[DeclaredLine]
    said: dict[str, str] = {}
    amends: bool = False
    beside: str | None = None
    """The bet without which it can't be made."""
    cards: tuple[str, ...] = ()
    pay_tables: dict[str, dict[str, LinePayment]] = {}
    generous: bool = False
    """Whether it is meant to return more than is staked."""

    def line_payment(self, line: DeclaredLine, pay_table: str | None) -> LinePayment | None:
        """Return what a line without an outcome of its own pays; None if it loses."""
        table = self.pay_tables.get(pay_table or next(iter(self.pay_tables), ""), {})
        return table.get(line.name, table.get(ANY_LINE))

    def paying_lines(self, pay_table: str | None) -> dict[str, Odds]:
        """Return the odds of each line that pays any, by its name or else its condition; "" for
        the only line of a bet.
        """
        lines = {}
        for line in self.lines:
            pays = self.line_payment(line, pay_table) if not line.outcomes else line.pays
            if isinstance(pays, Odds):
                lines[line.name or ("" if len(self.lines) == 1 else line.key)] = pays
        return lines

    @property
    def parts(self) -> int:
        """Into how many equal parts a stake divides for each of its odds to be exact."""
        pay_tables = (payment for table in self.pay_tables.values() for payment in table.values())
        outcomes = (*pay_tables, *(odds for line in self.lines for odds in (line.pays, line.back)))
        return lcm(*(odds.stake for odds in outcomes if isinstance(odds, Odds)))

    @property
    def prizes(self) -> dict[str, Cents]:
        """The fixed prizes, by line."""
        lines = (line for line in self.lines if line.prize_cents is not None)
        return {line.key: line.prize_cents or NO_CENTS for line in lines}


class BetTerms(NamedTuple):
    """A bet with its conditions read."""

    bet: DeclaredBet
    conditions: tuple[Condition, ...]

    def line_for(self, facts: Facts) -> DeclaredLine | None:
        """Return the first line that holds."""
        lines = zip(self.bet.lines, self.conditions, strict=True)
        return next((line for line, condition in lines if condition.holds(facts)), None)

    @property
    def facts(self) -> frozenset[str]:
        """The facts that its lines look at."""
        return frozenset().union(*(condition.facts for condition in self.conditions))


def read_terms(game: type[GameTraits], bets: Mapping[str, DeclaredBet]) -> dict[str, BetTerms]:
    """Return the bets of a pack with their conditions. Raises InvalidValue on one that is unfit:
    `term_faults` has found them before.
    """
    return {
        name: BetTerms(
            bet, tuple(read_condition(line.when, fact_kinds(game, bet)) for line in bet.lines)
        )
        for name, bet in bets.items()
    }


def fact_kinds(game: type[GameTraits], bet: DeclaredBet) -> Mapping[str, FactKind]:
    """Return the facts that a bet's conditions may look at."""
    if bet.cards:
        return CARD_FACTS
    return {} if bet.amends and not game.AMENDED_BY_FACTS else game.FACTS


def term_faults(game: type[GameTraits], name: str, bet: DeclaredBet) -> Iterator[tuple[str, Text]]:
    """Yield the mistakes of a bet: the key, and what is wrong with it."""
    if bet.amends and name not in map(base_bet_name, game.BETS):
        yield "amends", Text("pack.amends_nothing", {"on": name})
    if not bet.amends and name in map(base_bet_name, game.BETS):
        yield "", Text("pack.is_own_bet", {"on": name})
    if not bet.amends and not _is_bet_name(name):
        yield "", Text("pack.bet_name", {"on": name})
    if not all(map(_is_spoken_name, bet.said.values())):
        yield "said", Text("pack.said", {"on": name})
    if bet.beside is not None and bet.beside not in map(base_bet_name, game.BETS):
        yield "beside", Text("pack.beside_nothing", {"on": bet.beside})
    if not bet.lines:
        yield "lines", Text("pack.no_lines")
    yield from _card_faults(game, bet)
    for number, line in enumerate(bet.lines, start=1):
        yield from _line_faults(game, bet, line, f"lines[{number}]")


def _is_bet_name(name: str) -> bool:
    """Return whether a name is of small letters, figures and underscores, a letter first."""
    is_plain = name.isascii() and name.isidentifier() and name == name.lower()
    return is_plain and not name.startswith("_")


def _is_spoken_name(said: str) -> bool:
    return said.isprintable() and "{" not in said and "}" not in said


def _card_faults(game: type[GameTraits], bet: DeclaredBet) -> Iterator[tuple[str, Text]]:
    if bet.amends and bet.cards:
        yield "cards", Text("pack.amends_by_cards")
    if len(bet.cards) > MOST_CARDS or len(set(bet.cards)) < len(bet.cards):
        yield "cards", Text("pack.many_cards", {"most": str(MOST_CARDS)})
    names = game.CARD_NAMES
    for card in bet.cards:
        if card not in names:
            yield "cards", Text("pack.no_card", {"part": card, "names": ", ".join(names) or "–"})


def _line_faults(
    game: type[GameTraits], bet: DeclaredBet, line: DeclaredLine, key: str
) -> Iterator[tuple[str, Text]]:
    try:
        read_condition(line.when, fact_kinds(game, bet))
    except InvalidValue as error:
        yield f"{key}.when", error.why
    if not all(map(_is_spoken_name, line.said.values())):
        yield f"{key}.said", Text("pack.said", {"on": line.key})
    in_table = any(line.name in table or ANY_LINE in table for table in bet.pay_tables.values())
    if line.outcomes > 1 or (not line.outcomes and not in_table):
        yield key, Text("pack.line_outcome")
    parts = [odds for odds in (line.pays, line.back) if odds is not None]
    if any(min(part) <= 0 for part in parts) or (line.back and line.back.win >= line.back.stake):
        yield key, Text("pack.line_ratio")
    if line.prize_cents is not None and line.prize_cents <= 0:
        yield key, Text("pack.line_ratio")
