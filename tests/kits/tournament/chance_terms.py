"""Random terms of a tournament that is played to its prizes."""

from random import Random
from typing import Any, Final

from firmware.core.tournament.terms import TournamentTerms, read_terms

SMALLEST: Final = 25
"""The smallest chip."""
SHARES: Final = ([50, 30, 20], [50, 50], [40, 30, 20, 10], [34, 33, 33], [20] * 5, [5] * 20)


def any_terms(chance: Random) -> TournamentTerms:
    """Return random terms: levels and breaks, with a rebuy or without, short or to the end."""
    entry, levels = chance.choice((5000, 4999, 1234)), []
    for number in range(1, chance.randint(4, 30)):
        blinds = [SMALLEST * number, 2 * SMALLEST * number]
        level: dict[str, Any] = {"seconds": chance.randint(60, 1800), "blinds": blinds}
        levels += [level, *[{"seconds": 600, "break": True}] * (chance.random() < 0.3)]
    options: dict[str, Any] = {"entry_cents": entry, "managers": 99, "levels": levels}
    options["levels"] += [{"seconds": 60, "blinds": [5000, 10_000]}]
    options["seats"] = chance.choice((10, 10, 9, 6))
    options["prizes"] = chance.choice(SHARES)
    options["prize_unit"] = chance.choice((1, 100, 500))
    options["prize_percent"] = chance.choice((30, 50, 85))
    options["ends"] = chance.choice(("20:15", "23:00", "01:45", "01:45"))
    options["chips"] = chance.choice((10_000, 9975))
    if chance.random() < 0.5:
        until = chance.choice((None, 1, 4))
        options["rebuy"] = {"cents": entry, "chips": 7525, "until_level": until}
    return read_terms("holdem-tournament", options, ())
