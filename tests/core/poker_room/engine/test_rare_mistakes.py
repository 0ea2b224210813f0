"""Mistakes that random evenings found once in a hundred thousand games, each by itself."""

from tests.kits.games.poker import (
    POST,
    TAKE_BACK,
    UNDO,
    Step,
    alarms,
    button,
    checks,
    deal,
    expose,
    of,
    play,
    refused,
    seat,
    show,
    sit,
    up,
    waits,
)

POSTED = [*sit(5000, 5000, 5000), button(3), POST]


def sits_as(player: str, spot: int, cents: int) -> Step:
    return {"seat": {"spot": spot, "player": player, "cents": cents}}


def leaves(spot: int) -> Step:
    return {"leave": {"spot": spot}}


def test_unnamed_player_is_not_one_who_left_elsewhere() -> None:
    said = play(seat(1, 3900), sits_as("C", 2, 1300), leaves(2), sits_as("C", 1, 1800))
    assert refused(said) == [4]
    assert of("stack", said)[-1] == {"spot": 2, "cents": 1300}


def test_card_exposed_twice_in_its_hand_counts_once() -> None:
    said = play(POSTED, expose("AS", 2), expose("AS", 2), deal(6))
    assert not alarms(said)
    assert not refused(said)


def test_time_counts_from_first_deal_not_taken_back() -> None:
    charge = {"cents": 500, "minutes": 30}
    dealt = [*POSTED, deal(6), TAKE_BACK, UNDO, waits(3700)]
    assert of("commission", play(dealt, seat(1, 100), time_charge=charge)) == []
    played = [*POSTED, deal(6), {"press": "void"}, waits(3700)]
    assert of("commission", play(played, seat(1, 100), time_charge=charge))


def test_readings_of_an_undone_deal_are_dropped() -> None:
    stud = {"poker": "stud", "limit": "fixed", "bets": [200, 400], "ante": 100, "bring_in": 100}
    seated = [*sit(5000, 5000), POST, deal(4), up("2H 9D")]
    opened = [{"decide": {"spot": 1, "do": "bring_in"}}, {"decide": {"spot": 2, "do": "call"}}]
    streets = [
        step
        for cards in ("3C KD", "4S QD", "5D JD")
        for step in ({"burn": True}, up(cards), *checks(2, 1))
    ]
    seventh = [{"burn": True}, deal(2)]
    read = {"hole": {"spot": 1, "cards": ["AC", "7H"]}}
    shown = [*checks(2, 1), show(1, "8C 8D 8H")]
    steps = [*seated, *opened, *streets, *seventh]
    stays = play(steps, read, shown, **stud, readers="seats")
    assert refused(stays) == [len([*steps, read, *shown])]
    again = play(steps, read, TAKE_BACK, deal(2), shown, **stud, readers="seats")
    assert not refused(again)
