"""Whether the lines of a declared bet can hold: every combination of facts that a round may show.

A set of more than five named cards is not gone through: there are too many for a start of a table.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from firmware.core.game.card_sets import card_sets
from firmware.core.game.conditions import Facts, FactValue
from firmware.core.game.declared_bet import BetTerms, read_terms
from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.cards import CARD_RANKS
from firmware.core.vocabulary.panel import Text

MOST_CARDS_TRIED: Final = 5
MOST_DECKS: Final = 8
"""As many as can matter: more cards alike are not named."""


def line_faults(game: type[Game], rules: GameRules) -> Iterator[Text]:
    """Yield the lines of the declared and amended bets that never decide anything."""
    for on, terms in read_terms(game, rules.bets).items():
        possible = possible_facts(game, terms)
        for number, holds in unreachable_lines(terms, possible) if possible is not None else ():
            reason = Text("pack.never_reached" if holds else "pack.never_holds")
            place = f"bets.{on}.lines[{number + 1}]"
            yield Text("pack.in_bet", {"where": place, "what": reason})


def possible_facts(game: type[Game], terms: BetTerms) -> Iterable[Facts] | None:
    """Return every combination of the facts that a bet looks at; None if they are not listed."""
    count = len(terms.bet.cards)
    if not count:
        return game.possible_facts()
    if count > MOST_CARDS_TRIED:
        return None
    return (sets.facts for sets in card_sets(CARD_RANKS, count, terms.facts, MOST_DECKS))


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
