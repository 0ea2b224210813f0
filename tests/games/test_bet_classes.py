"""The classes of bets that meters are kept of: all bets of one have one edge."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from firmware.core.returns import table_worths
from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.bets import Bet, base_bet_name, bet_class
from firmware.core.vocabulary.meters import METER_MODULO, BetMeters, Meters
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.history.journal_entries import Checked, Entry
from firmware.shell.history.recount import MeterRecount
from tests.kits.games.any_round import Evening
from tests.kits.games.journaled import check_recount, journaled
from tests.kits.quebec import open_game

SYMBOLS = {"1": [24, 1], "2": [15, 2], "5": [7, 5], "10": [4, 10], "20": [2, 20], "joker": [2, 40]}
GAMES: dict[str, dict[str, Any]] = {
    "roulette": {"numbers": 38, "kind": "american"},
    "sic-bo": {},
    "craps": {},
    "wheel-of-fortune": {"segments": SYMBOLS},
}


@pytest.mark.parametrize("game", GAMES)
def test_class_has_equal_chances(game: str) -> None:
    chances: dict[str, Any] = {}
    for on, worth in table_worths(open_game(game, GAMES[game])).items():
        if on != "come" and not _has_its_point(on):
            assert chances.setdefault(bet_class(on), worth.chances) == worth.chances, on
    assert len(chances) > 5


def _has_its_point(on: str) -> bool:
    """A bet whose number is set later is of the class in which it was laid; odds on the table's
    point are without an edge on any.
    """
    name, _, number = on.partition(":")
    return bool(number) and name.removesuffix("_odds") in ("pass", "dont_pass", "come", "dont_come")


def test_ticket_class_is_its_count_of_numbers() -> None:
    line = BetSettled(Bet(Place(1, "ticket:17"), 100), "lose", 0, hits=1, picks=4)  # type: ignore[arg-type]
    assert line.name == "ticket:4"


@pytest.mark.parametrize(
    ("on", "name"),
    [
        ("banker", "banker"),
        ("straight:17", "straight"),
        ("sum:4", "sum:4"),
        ("duo:1,2", "duo"),
        ("hop:1,1", "hop:1,1"),
        ("pass:6", "pass"),
        ("come_odds:6", "come_odds:6"),
    ],
)
def test_argument_changing_edge_has_own_class(on: str, name: str) -> None:
    assert bet_class(on) == name


def as_before(meters: Meters) -> Meters:
    """Return the meters as a program would have that counted money alone, by the bets' names."""
    bets: dict[str, BetMeters] = {}
    for name, bet in meters.bets.items():
        base, names = base_bet_name(name), BetMeters.__struct_fields__[:5]
        before = bets.get(base, BetMeters())
        bets[base] = BetMeters(
            *((getattr(before, n) + getattr(bet, n)) % METER_MODULO for n in names)
        )
    return replace(meters, bets=bets)


def recorded_before(entries: Iterable[Entry], more: int = 0) -> Iterator[Entry]:
    for entry in entries:
        if isinstance(entry, Checked):
            meters = as_before(entry.table.meters)
            bets = {n: replace(bet, handle=bet.handle + more) for n, bet in meters.bets.items()}
            entry = replace(entry, table=replace(entry.table, meters=replace(meters, bets=bets)))
        yield entry


@pytest.mark.parametrize("game", ["baccarat", "craps", "sic-bo"])
def test_older_meters_without_classes_agree(
    game: str,
) -> None:
    evening = Evening(game, 1, 0.02, 240, Amounts.READ)
    table = journaled(evening.new())
    for step in evening.stood:
        table.handle(step.event, step.now)
    check_recount(recorded_before(table.entries))
    recount = MeterRecount()
    wrong = [recount.take(entry) for entry in recorded_before(table.entries, more=1)]
    assert any(wrong)
