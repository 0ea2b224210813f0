"""Whether the lines of a declared bet can hold: every combination of facts that a round may show.

A set of more than three named cards is not gone through: there are too many for a start of a table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final

from firmware.core.game.card_facts import card_facts
from firmware.core.game.conditions import Facts, FactValue
from firmware.core.game.declared_bet import BetTerms, DeclaredBet, read_terms
from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.cards import CARD_RANKS, CARD_SUITS, CARDS_BY_NAME
from firmware.core.vocabulary.panel import Text

MOST_CARDS_TRIED: Final = 3

FactTuple = tuple[tuple[str, FactValue], ...]


def line_faults(game: type[Game], rules: GameRules) -> Iterator[Text]:
    """Yield the lines of the declared and amended bets that never decide anything."""
    for on, terms in read_terms(game, rules.bets).items():
        possible = possible_facts(game, terms.bet)
        for number, holds in unreachable_lines(terms, possible) if possible is not None else ():
            reason = Text("pack.never_reached" if holds else "pack.never_holds")
            place = f"bets.{on}.lines[{number + 1}]"
            yield Text("pack.in_bet", {"where": place, "what": reason})


def possible_facts(game: type[Game], bet: DeclaredBet) -> Sequence[Facts] | None:
    """Return every combination of the facts that a bet may look at; None if nobody lists them."""
    return possible_card_facts(len(bet.cards)) if bet.cards else game.possible_facts()


def unreachable_lines(terms: BetTerms, possible: Iterable[Facts]) -> Iterator[tuple[int, bool]]:
    """Yield the number, from 0, of each line that never decides, and whether it ever holds."""
    held: set[int] = set()
    deciding: set[int] = set()
    for facts in _seen_by(terms, possible):
        holding = [number for number, line in enumerate(terms.conditions) if line.holds(facts)]
        held.update(holding)
        deciding.update(holding[:1])
    for number in range(len(terms.conditions)):
        if number not in deciding:
            yield number, number in held


def _seen_by(terms: BetTerms, possible: Iterable[Facts]) -> Iterator[Facts]:
    """Yield each different combination of the facts that the lines look at."""
    names = sorted(terms.facts)
    seen: set[tuple[FactValue, ...]] = set()
    for facts in possible:
        values = tuple(facts[name] for name in names)
        if values not in seen:
            seen.add(values)
            yield dict(zip(names, values, strict=True))


def possible_card_facts(count: int) -> Sequence[Facts] | None:
    """Return the facts of every set of so many cards; None if there are too many."""
    return _card_fact_sets(count) if count <= MOST_CARDS_TRIED else None


@cache
def _card_fact_sets(count: int) -> Sequence[Facts]:
    """Go through all ranks, and of the suits those patterns that differ in number or in colour."""
    found: dict[FactTuple, Mapping[str, FactValue]] = {}
    for ranks in combinations_with_replacement(CARD_RANKS, count):
        for suits in product(CARD_SUITS, repeat=count - 1):
            names = map("".join, zip(ranks, (CARD_SUITS[0], *suits), strict=True))
            facts = card_facts([CARDS_BY_NAME[name] for name in names])
            found[tuple(facts.items())] = facts
    return tuple(found.values())
