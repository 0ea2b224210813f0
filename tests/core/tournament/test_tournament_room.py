"""A tournament's room: whole tournaments by chance held to their rules, and each refusal."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from firmware.core.tournament import acts as a
from firmware.core.tournament import rulings as r
from firmware.core.tournament.terms import terms_of
from firmware.core.tournament.tournament import Room, Stage, room_of, waiting_for
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling
from tests.kits.examples import examples
from tests.kits.offenders import each

LEVELS = [
    {"seconds": 600, "blinds": [25, 50]},
    {"seconds": 300, "break": True},
    {"seconds": 600, "blinds": [50, 100], "ante": 10},
]
OPTIONS = {"entry_cents": 5000, "levels": LEVELS, "managers": 9}


def open_room(game: str = "holdem-tournament", **options: Any) -> Room:
    more = {"of": "blackjack"} if game == "tournament" else {}
    return room_of(terms_of(game, OPTIONS | more | options, ("blackjack",)))


def filled(count: int, **options: Any) -> Room:
    room = open_room(**options)
    names = [f"P{number:03}" for number in range(1, count + 1)]
    for name in names:
        assert room.handle(a.Register(name, 5000, 40)) == ()
    room.handle(a.Draw(tuple(names)))
    return room


def playing(count: int, **options: Any) -> Room:
    room = filled(count, **options)
    assert not refused(room.handle(a.Start()))
    return room


def refused(ruled: tuple[Ruling, ...]) -> bool:
    return any(isinstance(one, Refused) for one in ruled)


def out(room: Room, *players: str, stack: int = 100) -> tuple[Ruling, ...]:
    return room.handle(a.ReportOut(tuple(a.Lost(player, stack) for player in players)))


def of_kind(kind: type[Ruling], ruled: tuple[Ruling, ...]) -> list[Any]:
    return [one for one in ruled if isinstance(one, kind)]


# whole tournaments by chance


def by_chance(seed: int) -> tuple[Room, list[Ruling]]:
    """Play a tournament to its end, by outs or by its hour."""
    rng = Random(seed)
    options = {"seats": rng.randint(2, 10), "rebuy": {"cents": 5000, "chips": 10_000}}
    room, said = playing(rng.randint(2, 60), **options), list[Ruling]()
    while room.stage is Stage.PLAY:
        left = room.left
        for number, table in room.seating.tables.items():
            room.handle(a.ReportButton(number, rng.choice(sorted(table.players))))
        room.handle(a.BuyAgain(rng.choice(left), 5000))
        gone = rng.sample(left, min(rng.choice([1, 1, 1, 2, 3]), len(left) - 1))
        lost = tuple(a.Lost(player, rng.randint(1, 3)) for player in gone)
        ruled = room.handle(a.ReportOut(lost)) + room.handle(a.Wait(rng.randint(1, 900)))
        assert not refused(ruled)
        said += ruled
        assert_seated_well(room)
    if room.stage is Stage.TIME_OVER:
        said += room.handle(a.ReportStacks({player: rng.randint(0, 3) for player in room.left}))
    return room, said


def assert_seated_well(room: Room) -> None:
    """All who are left sit once, at as few tables as hold them, none more than one apart."""
    tables = [table.players for table in room.seating.tables.values()]
    sitting = Counter(player for players in tables for player in players.values())
    if room.stage is not Stage.OVER:
        assert sitting == Counter(room.left)
        sizes = [len(players) for players in tables]
        assert max(sizes) - min(sizes) <= 1
        assert len(tables) == -(-len(room.left) // room.terms.seats)


@each("seed", range(examples(60, 2000)))
def test_tables_stay_equal_places_are_whole_and_prizes_add_up(seed: int) -> None:
    room, said = by_chance(seed)
    assert room.stage is Stage.OVER
    shares = Counter(one.place for one in of_kind(r.Placed, tuple(said)))
    nearest = 1
    for place in sorted(shares):
        assert place == nearest
        nearest += shares[place]
    assert nearest == len(room.paid) + 1
    won = of_kind(r.PrizeWon, tuple(said))
    (account,) = of_kind(r.ProceedsTold, tuple(said))
    assert sum(one.cents for one in won) == account.prizes
    assert account.gross == sum(room.paid.values()) == account.prizes + account.net
    assert account.prizes <= account.gross // 2
    assert max(one.cents for one in won) <= account.gross // 4 + 1


# places and prizes


def prizes_of(ruled: tuple[Ruling, ...]) -> list[tuple[str, int, int]]:
    return [(one.player, one.place, one.cents) for one in of_kind(r.PrizeWon, ruled)]


def test_004_9_the_rest_goes_to_the_best_place_that_stays_within_half() -> None:
    room = playing(5)
    out(room, "P005", "P004")
    out(room, "P003")
    # of 125.00 $: 62.50, 37.50 and 25.00, down to whole dollars, and one dollar is left over
    assert prizes_of(out(room, "P002")) == [("P001", 1, 6200), ("P002", 2, 3800), ("P003", 3, 2500)]


def test_127_the_rest_goes_to_the_first_and_the_whole_is_rounded_up() -> None:
    room = open_room("tournament", entry_cents=5001, prize_percent=30, prize_unit=500)
    for name in "AB":
        room.handle(a.Register(name, 5001))
    room.handle(a.Draw(("B", "A")))
    room.handle(a.Start())
    assert prizes_of(out(room, "A")) == [("B", 1, 2501), ("A", 2, 500)]


def test_004_12_who_share_a_place_share_its_prizes_and_odd_cents_in_order() -> None:
    room = playing(4, prize_unit=1, entry_cents=5000)
    out(room, "P004")
    ruled = out(room, "P003", "P002")
    assert [(one.player, one.place) for one in of_kind(r.Placed, ruled)] == [
        ("P003", 2),
        ("P002", 2),
        ("P001", 1),
    ]
    assert prizes_of(ruled) == [("P001", 1, 5000), ("P003", 2, 2500), ("P002", 2, 2500)]


def test_004_7_too_little_for_the_charity_is_an_alarm() -> None:
    room = playing(2, expenses_cents=3501)
    ruled = out(room, "P001")
    assert of_kind(r.ProceedsTold, ruled)[0].net == 1499
    assert of_kind(r.ProceedsShort, ruled)
    assert not of_kind(r.ProceedsShort, out(playing(2, expenses_cents=3500), "P001"))


# seats


def test_the_next_big_blind_of_the_fullest_table_moves() -> None:
    room = playing(8, seats=5)
    room.handle(a.ReportButton(2, 2))
    out(room, "P001")
    (moved,) = of_kind(r.Moved, out(room, "P003"))
    # table 2 holds spots 1 to 4: left of the button lie 3, 4 and then 1
    assert (moved.player, moved.origin) == ("P002", (2, 1))


def test_hand_for_hand_from_one_player_above_the_prizes_until_one_less_is_left() -> None:
    room = playing(6, seats=2)
    assert not of_kind(r.HandForHand, out(room, "P001"))
    assert [one.on for one in of_kind(r.HandForHand, out(room, "P002"))] == [True]
    assert [one.on for one in of_kind(r.HandForHand, out(room, "P003"))] == [False]


def test_who_registers_after_the_draw_has_all_drawn_once_more() -> None:
    room = filled(3)
    room.handle(a.Register("Late", 5000, 19))
    assert refused(room.handle(a.Start()))
    assert len(room.handle(a.Draw(("Late", "P001", "P002", "P003")))) == 4
    assert not refused(room.handle(a.Start()))


# the clock


def test_levels_and_breaks_come_by_the_clock_and_pauses_stop_it() -> None:
    room = playing(3)
    assert room.handle(a.Wait(599)) == ()
    assert room.handle(a.Pause()) == ()
    assert room.handle(a.Wait(1000)) == ()
    assert room.handle(a.Resume()) == ()
    assert room.handle(a.Wait(1)) == (r.BreakBegan(300),)
    assert room.handle(a.Wait(300)) == (r.LevelBegan(2, (50, 100), 10, 600),)
    assert room.handle(a.Wait(5000)) == ()


def test_one_wait_may_bring_several_levels() -> None:
    kinds = [type(one) for one in playing(3).handle(a.Wait(2000))]
    assert kinds == [r.BreakBegan, r.LevelBegan]


def test_004_9_at_the_end_of_the_licence_pauses_included_the_stacks_are_counted() -> None:
    room = playing(3, begins="20:00", ends="21:00")
    room.handle(a.Pause())
    assert room.handle(a.Wait(3599)) == ()
    assert of_kind(Announced, room.handle(a.Wait(1)))
    assert waiting_for(room) == "stacks"
    assert refused(out(room, "P001"))
    assert refused(room.handle(a.ReportStacks({"P001": 1})))
    ruled = room.handle(a.ReportStacks({"P001": 1, "P002": 9, "P003": 5}))
    assert [one.player for one in of_kind(r.Placed, ruled)] == ["P002", "P003", "P001"]
    assert waiting_for(room) is None


# chips exchanged, money back


def test_odd_chips_are_raced_and_half_a_chip_counts_as_one() -> None:
    room = playing(3)
    room.handle(a.Wait(600))
    ruled = room.handle(a.ColourUp(25, 100, {"P001": 7, "P002": 2, "P003": 5}))
    assert ruled == (
        r.Coloured("P001", 1, 3),
        r.Coloured("P002", 0, 2),
        r.Coloured("P003", 1, 1),
        r.Raced(2),
    )
    assert room.handle(a.ColourUp(25, 100, {"P001": 5}))[-1] == r.Raced(0)
    assert room.handle(a.ColourUp(25, 100, {"P001": 6}))[-1] == r.Raced(1)


def test_a_cancelled_tournament_gives_entries_and_rebuys_back() -> None:
    room = playing(2, rebuy={"cents": 4000, "chips": 9000})
    room.handle(a.BuyAgain("P002", 4000))
    assert room.handle(a.Void()) == (r.PaidBack("P001", 5000), r.PaidBack("P002", 9000))
    assert refused(room.handle(a.Void()))


# refusals: each act, and what must have been before


@each(
    "act",
    [
        a.Register("P001", 5000, 40),
        a.Register("A", 4999, 40),
        a.Register("A", 5000, 18),
        a.Register("A", 5000),
        a.Register("Z", 5000, 40),
        a.Draw(("P001", "P002", "P003")),
        a.Pause(),
        a.BuyAgain("P001", 5000),
        a.ReportOut((a.Lost("P001", 1),)),
        a.ReportStacks({"P001": 1}),
        a.Wait(0),
    ],
)
def test_during_the_sale_this_is_refused_and_changes_nothing(act: a.Act) -> None:
    room, same = filled(3, staff=["Z"]), filled(3, staff=["Z"])
    assert refused(room.handle(act))
    assert room == same


@each(
    "act",
    [
        a.Register("A", 5000, 40),
        a.Start(),
        a.Resume(),
        a.ReportButton(2, 1),
        a.ReportButton(1, 11),
        a.BuyAgain("P001", 4000),
        a.BuyAgain("nobody", 5000),
        a.ReportOut(()),
        a.ReportOut((a.Lost("P001", 0),)),
        a.ReportOut((a.Lost("P001", 5), a.Lost("P001", 5))),
        a.ReportOut(tuple(a.Lost(f"P00{n}", 5) for n in (1, 2, 3))),
        a.ReportStacks({"P001": 1, "P002": 1, "P003": 1}),
        a.ColourUp(25, 100, {"P001": 1}),
    ],
)
def test_in_play_this_is_refused_and_changes_nothing(act: a.Act) -> None:
    again = {"rebuy": {"cents": 5000, "chips": 10_000, "until_level": 1}}
    room, same = playing(3, **again), playing(3, **again)
    assert refused(room.handle(act))
    assert room == same


def test_a_second_rebuy_and_one_after_its_level_are_refused() -> None:
    room = playing(3, rebuy={"cents": 5000, "chips": 10_000, "until_level": 1})
    assert room.handle(a.BuyAgain("P001", 5000)) == ()
    assert refused(room.handle(a.BuyAgain("P001", 5000)))
    room.handle(a.Wait(600))
    assert room.handle(a.BuyAgain("P002", 5000)) == ()  # the break belongs to the level before
    room.handle(a.Wait(300))
    assert refused(room.handle(a.BuyAgain("P003", 5000)))


def test_004_9_the_401st_player_is_refused() -> None:
    room = filled(400)
    assert refused(room.handle(a.Register("one more", 5000, 40)))


@pytest.mark.parametrize(("managers", "begins"), [(0, False), (1, True)])
def test_004_11_five_tables_begin_with_a_manager(managers: int, begins: bool) -> None:
    room = filled(41, managers=managers)
    assert refused(room.handle(a.Start())) is not begins
