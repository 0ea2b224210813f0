"""Random rounds of every game in which people err and put it right, against the reckonings.

python -m tests.campaigns.mistakes --rounds 50000 --seed 1 --processes 2 [GAME ...]

Each round is one of `tests.campaigns.rounds`, played by `tests/kits/games/rounds_with_mistakes.py`:
wrong cards, results and decisions are taken back at any moment until CONFIRM, and the power is cut
between any two events. Every settled line must be the reckoning's for the final facts alone. A
mistake that was taken back, and a power cut, must leave the table as it was before. The meters must
be those of the same round without mistakes, and the journal must recount to them. Then money of the
round is corrected: the house must lose what the players gain, and only where a bet was settled.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from firmware.core.table.table import Table
from firmware.core.vocabulary.meters import METER_MODULO
from tests.campaigns.rounds import Found, argument_parser, campaign, in_order
from tests.kits.games.bare_table import BareTable, Line, seat
from tests.kits.games.journaled import Journaled, check_recount, journaled
from tests.kits.games.reckoning.checks import reckoning
from tests.kits.games.rounds_with_mistakes import Erring
from tests.kits.games.throws_with_mistakes import ErringThrows
from tests.kits.quebec import games_in_pack

GAMES = games_in_pack()
REOPENING = ("craps", "keno")
"""The games whose rounds open again by themselves; the others end by CONFIRM."""
SHARE = 1000
"""Rounds that are played with one seed."""
OFTEN = 0.3
"""Before how many of the steps of a deal people err."""
CUTS = 0.02
"""After how many of the events the power goes."""


def compare(game: str, rounds: int, seed: int) -> Found:
    """Play a share of a game's rounds; stop at the first difference."""
    second, chance, counts = reckoning(game), Random(f"{game} {seed}"), Counter[str]()
    tables: dict[str, tuple[Journaled, Journaled]] = {}
    for number in range(1, rounds + 1):
        script = second.random_script(chance)
        rules = json.dumps([script.get(name) for name in ("options", "limits", "spots")])
        if rules not in tables:
            tables[rules] = journaled(seat(script)), journaled(seat(script))
        straight = sums(BareTable(script, tables[rules][0]).play(script["steps"]).table)
        people = ErringThrows if game in REOPENING else Erring
        played = people(script, *tables[rules], chance, cuts=CUTS).err(OFTEN)
        wrong = list(differences(played, in_order(second.reckon(script)), straight))
        counts.update(played.counts)
        if wrong:
            report = {"again": [game, number, seed], "wrong": wrong, "script": script}
            return Found(number, counts, json.dumps(report))
    return Found(rounds, counts)


def differences(played: Erring, wanted: list[Line], straight: tuple[object, ...]) -> Iterator[str]:
    """Say what is not as if nobody had made a mistake."""
    found = in_order(played.settled)
    if found != wanted:
        yield f"wanted {wanted}, found {found}"
    if played.refused or played.alarm:
        yield f"refused {played.refused}, alarm {played.alarm}"
    before = sums(played.table)
    if before != straight:
        yield f"meters {before}, without mistakes {straight}"
    held, more = _held(played.table), played.correct()
    if (_held(played.table) + more - held) % METER_MODULO:
        yield f"held {held}, after corrections of {more} {_held(played.table)}"
    yield from played.differences
    check_recount(played.journal)


def sums(table: Table) -> tuple[object, ...]:
    """Return all meters of money, and the rounds."""
    meters = table.state.meters
    return meters.rounds, dict(meters.bets), meters.banked


def _held(table: Table) -> int:
    """Return what the house and banks have gained."""
    meters = table.state.meters
    return sum(bet.held for bet in (*meters.bets.values(), meters.banked))


if __name__ == "__main__":
    sys.exit(campaign(argument_parser(50_000).parse_args(), compare, SHARE, {}))
