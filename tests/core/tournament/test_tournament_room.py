"""A tournament's room: whole tournaments by chance held to their rules, and each refusal."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from firmware.core.tournament import acts, rulings
from firmware.core.tournament.terms import read_terms
from firmware.core.tournament.tournament import (
    Tournament,
    TournamentStage,
    new_tournament,
    pending_report,
)
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling
from tests.kits.examples import examples
from tests.kits.offenders import each

LEVELS = [
    {"seconds": 600, "blinds": [25, 50]},
    {"seconds": 300, "break": True},
    {"seconds": 600, "blinds": [50, 100], "ante": 10},
]
OPTIONS = {"entry_cents": 5000, "levels": LEVELS, "managers": 9}


def open_room(game: str = "holdem-tournament", **options: Any) -> Tournament:
    more = {"of": "blackjack"} if game == "tournament" else {}
    return new_tournament(read_terms(game, OPTIONS | more | options, ("blackjack",)))


def filled(count: int, **options: Any) -> Tournament:
    room = open_room(**options)
    names = [f"P{number:03}" for number in range(1, count + 1)]
    for name in names:
        assert room.handle_act(acts.Register(name, 5000, 40)) == ()
    room.handle_act(acts.DrawSeats(tuple(names)))
    return room


def playing(count: int, **options: Any) -> Tournament:
    room = filled(count, **options)
    assert not refused(room.handle_act(acts.StartPlay()))
    return room


def refused(ruled: tuple[Ruling, ...]) -> bool:
    return any(isinstance(one, Refused) for one in ruled)


def out(room: Tournament, *players: str, stack: int = 100) -> tuple[Ruling, ...]:
    return room.handle_act(
        acts.ReportEliminated(tuple(acts.EliminatedPlayer(player, stack) for player in players))
    )


def of_kind(kind: type[Ruling], ruled: tuple[Ruling, ...]) -> list[Any]:
    return [one for one in ruled if isinstance(one, kind)]


# whole tournaments by chance


def by_chance(seed: int) -> tuple[Tournament, list[Ruling]]:
    """Play a tournament to its end, by outs or by its hour."""
    rng = Random(seed)
    options = {"seats": rng.randint(2, 10), "rebuy": {"cents": 5000, "chips": 10_000}}
    room, said = playing(rng.randint(2, 60), **options), list[Ruling]()
    while room.stage is TournamentStage.PLAY:
        left = room.remaining
        for number, table in room.seating.tables.items():
            room.handle_act(acts.ReportButton(number, rng.choice(sorted(table.players))))
        room.handle_act(acts.RebuyChips(rng.choice(left), 5000))
        gone = rng.sample(left, min(rng.choice([1, 1, 1, 2, 3]), len(left) - 1))
        lost = tuple(acts.EliminatedPlayer(player, rng.randint(1, 3)) for player in gone)
        ruled = room.handle_act(acts.ReportEliminated(lost)) + room.handle_act(
            acts.PassTime(rng.randint(1, 900))
        )
        assert not refused(ruled)
        said += ruled
        assert_seated_well(room)
    if room.stage is TournamentStage.TIME_OVER:
        said += room.handle_act(
            acts.ReportStacks({player: rng.randint(0, 3) for player in room.remaining})
        )
    return room, said


def assert_seated_well(room: Tournament) -> None:
    """All who are left sit once, at as few tables as hold them, none more than one apart."""
    tables = [table.players for table in room.seating.tables.values()]
    sitting = Counter(player for players in tables for player in players.values())
    if room.stage is not TournamentStage.OVER:
        assert sitting == Counter(room.remaining)
        sizes = [len(players) for players in tables]
        assert max(sizes) - min(sizes) <= 1
        assert len(tables) == -(-len(room.remaining) // room.terms.seats)


@each("seed", range(examples(25, 2000)))
def test_random_tournament_balances_tables_places_prizes(seed: int) -> None:
    room, said = by_chance(seed)
    assert room.stage is TournamentStage.OVER
    shares = Counter(one.place for one in of_kind(rulings.PlayerPlaced, tuple(said)))
    nearest = 1
    for place in sorted(shares):
        assert place == nearest
        nearest += shares[place]
    assert nearest == len(room.payments) + 1
    won = of_kind(rulings.PrizeWon, tuple(said))
    (account,) = of_kind(rulings.ProceedsReported, tuple(said))
    assert sum(one.cents for one in won) == account.prizes
    assert account.gross == sum(room.payments.values()) == account.prizes + account.net
    assert account.prizes <= account.gross // 2
    assert max(one.cents for one in won) <= account.gross // 4 + 1


# seats


def test_next_big_blind_of_fullest_table_moves() -> None:
    room = playing(8, seats=5)
    room.handle_act(acts.ReportButton(2, 2))
    out(room, "P001")
    (moved,) = of_kind(rulings.PlayerMoved, out(room, "P003"))
    # table 2 holds spots 1 to 4: left of the button lie 3, 4 and then 1
    assert (moved.player, moved.origin) == ("P002", (2, 1))


def test_late_registration_redraws_all() -> None:
    room = filled(3)
    room.handle_act(acts.Register("Late", 5000, 19))
    assert refused(room.handle_act(acts.StartPlay()))
    assert len(room.handle_act(acts.DrawSeats(("Late", "P001", "P002", "P003")))) == 4
    assert not refused(room.handle_act(acts.StartPlay()))


# the clock


def test_clock_runs_levels_and_breaks_unless_paused() -> None:
    room = playing(3)
    assert room.handle_act(acts.PassTime(599)) == ()
    assert room.handle_act(acts.PauseClock()) == ()
    assert room.handle_act(acts.PassTime(1000)) == ()
    assert room.handle_act(acts.ResumeClock()) == ()
    assert room.handle_act(acts.PassTime(1)) == (rulings.BreakBegan(300),)
    assert room.handle_act(acts.PassTime(300)) == (rulings.LevelBegan(2, (50, 100), 10, 600),)
    assert room.handle_act(acts.PassTime(5000)) == ()


def test_one_wait_may_pass_levels() -> None:
    kinds = [type(one) for one in playing(3).handle_act(acts.PassTime(2000))]
    assert kinds == [rulings.BreakBegan, rulings.LevelBegan]


def test_004_9_stacks_count_at_licence_end_with_pauses() -> None:
    room = playing(3, begins="20:00", ends="21:00")
    room.handle_act(acts.PauseClock())
    assert room.handle_act(acts.PassTime(3599)) == ()
    assert of_kind(Announced, room.handle_act(acts.PassTime(1)))
    assert pending_report(room) == "stacks"
    assert refused(out(room, "P001"))
    assert refused(room.handle_act(acts.ReportStacks({"P001": 1})))
    ruled = room.handle_act(acts.ReportStacks({"P001": 1, "P002": 9, "P003": 5}))
    assert [one.player for one in of_kind(rulings.PlayerPlaced, ruled)] == ["P002", "P003", "P001"]
    assert pending_report(room) is None


# chips exchanged, money back


def test_odd_chips_are_raced_half_rounding_up() -> None:
    room = playing(3)
    room.handle_act(acts.PassTime(600))
    ruled = room.handle_act(acts.ColourUp(25, 100, {"P001": 7, "P002": 2, "P003": 5}))
    assert ruled == (
        rulings.ChipsExchanged("P001", 1, 3),
        rulings.ChipsExchanged("P002", 0, 2),
        rulings.ChipsExchanged("P003", 1, 1),
        rulings.OddChipsRaced(2),
    )
    assert room.handle_act(acts.ColourUp(25, 100, {"P001": 5}))[-1] == rulings.OddChipsRaced(0)
    assert room.handle_act(acts.ColourUp(25, 100, {"P001": 6}))[-1] == rulings.OddChipsRaced(1)


# refusals: each act, and what must have been before


@each(
    "act",
    [
        acts.Register("P001", 5000, 40),
        acts.Register("A", 4999, 40),
        acts.Register("A", 5000, 18),
        acts.Register("A", 5000),
        acts.Register("Z", 5000, 40),
        acts.DrawSeats(("P001", "P002", "P003")),
        acts.PauseClock(),
        acts.RebuyChips("P001", 5000),
        acts.ReportEliminated((acts.EliminatedPlayer("P001", 1),)),
        acts.ReportStacks({"P001": 1}),
        acts.PassTime(0),
    ],
)
def test_refused_during_sale_unchanged(act: acts.TournamentAct) -> None:
    room, same = filled(3, staff=["Z"]), filled(3, staff=["Z"])
    assert refused(room.handle_act(act))
    assert room == same


@each(
    "act",
    [
        acts.Register("A", 5000, 40),
        acts.StartPlay(),
        acts.ResumeClock(),
        acts.ReportButton(2, 1),
        acts.ReportButton(1, 11),
        acts.RebuyChips("P001", 4000),
        acts.RebuyChips("nobody", 5000),
        acts.ReportEliminated(()),
        acts.ReportEliminated((acts.EliminatedPlayer("P001", 0),)),
        acts.ReportEliminated((acts.EliminatedPlayer("P001", 5), acts.EliminatedPlayer("P001", 5))),
        acts.ReportEliminated(tuple(acts.EliminatedPlayer(f"P00{n}", 5) for n in (1, 2, 3))),
        acts.ReportStacks({"P001": 1, "P002": 1, "P003": 1}),
        acts.ColourUp(25, 100, {"P001": 1}),
    ],
)
def test_refused_in_play_unchanged(act: acts.TournamentAct) -> None:
    again = {"rebuy": {"cents": 5000, "chips": 10_000, "until_level": 1}}
    room, same = playing(3, **again), playing(3, **again)
    assert refused(room.handle_act(act))
    assert room == same


def test_second_or_late_rebuy_refused() -> None:
    room = playing(3, rebuy={"cents": 5000, "chips": 10_000, "until_level": 1})
    assert room.handle_act(acts.RebuyChips("P001", 5000)) == ()
    assert refused(room.handle_act(acts.RebuyChips("P001", 5000)))
    room.handle_act(acts.PassTime(600))
    assert (
        room.handle_act(acts.RebuyChips("P002", 5000)) == ()
    )  # the break belongs to the level before
    room.handle_act(acts.PassTime(300))
    assert refused(room.handle_act(acts.RebuyChips("P003", 5000)))


def test_004_9_401st_player_is_refused() -> None:
    room = filled(400)
    assert refused(room.handle_act(acts.Register("one more", 5000, 40)))


@pytest.mark.parametrize(("managers", "begins"), [(0, False), (1, True)])
def test_004_11_five_tables_begin_with_a_manager(managers: int, begins: bool) -> None:
    room = filled(41, managers=managers)
    assert refused(room.handle_act(acts.StartPlay())) is not begins
