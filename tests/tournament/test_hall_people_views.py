"""The screens of a tournament's seats and prizes; all values by hand."""

from typing import Any

from firmware.core.tournament import acts
from firmware.core.tournament.rulings import PlayerMoved
from firmware.core.tournament.tournament import Tournament
from firmware.tournament.screens.payouts import PayoutView, WinnerView, payouts_view
from firmware.tournament.screens.seats import (
    SHOWN_MOVES,
    MoveView,
    SeatedTableView,
    SeatView,
    seats_view,
)
from tests.kits.offenders import each
from tests.kits.tournament_kit import gone, playing, sold


def lost(**stacks: int) -> acts.ReportEliminated:
    return acts.ReportEliminated(
        tuple(acts.EliminatedPlayer(name, stack) for name, stack in stacks.items())
    )


def without_rebuys(count: int, *done: acts.TournamentAct, **options: Any) -> Tournament:
    return playing(count, *done, rebuy=None, **options)


# seats


def test_seat_shows_table_and_spot() -> None:
    view = seats_view(sold(3, seats=2))
    assert view.tables == (
        SeatedTableView(1, (SeatView(1, "A"), SeatView(2, "C"))),
        SeatedTableView(2, (SeatView(1, "B"),)),
    )


def test_seats_before_redraw_are_hidden() -> None:
    room = sold(3)
    assert seats_view(room).drawn
    room.handle_act(acts.Register("Late", 5000, 40))
    view = seats_view(room)
    assert (view.drawn, view.tables) == (False, ())


def test_moves_are_shown_latest_first() -> None:
    moves = [
        PlayerMoved(name, (9, 9), (1, spot)) for spot, name in enumerate("ABCDEFGHIJ", start=1)
    ]
    shown = seats_view(sold(10), moves).moves
    assert shown[:2] == (MoveView("J", 1, 10), MoveView("I", 1, 9))
    assert len(shown) == SHOWN_MOVES


def test_move_ends_with_another_seat_or_elimination() -> None:
    moves = [
        PlayerMoved("A", (2, 1), (1, 1)),
        PlayerMoved("B", (2, 2), (1, 9)),
        PlayerMoved("A", (2, 1), (1, 1)),
    ]
    assert seats_view(sold(2), moves).moves == (MoveView("A", 1, 1),)
    assert seats_view(playing(3, gone("A")), moves).moves == ()


def test_no_seats_after_the_end() -> None:
    view = seats_view(playing(2, gone("A")), [PlayerMoved("B", (2, 1), (1, 1))])
    assert (view.over, view.tables, view.moves) == (True, (), ())


# prizes: 4 entries at 50 $ give 100 $, at 50, 30 and 20 %


def test_nobody_has_a_prize_during_sale() -> None:
    view = payouts_view(playing(4, gone("A"), gone("B")))
    assert (view.settled, view.cents) == (False, 10_000)
    assert view.payouts == (PayoutView(1, 1, 5000), PayoutView(2, 2, 3000), PayoutView(3, 3, 2000))


def test_eliminated_in_the_money_has_prize_at_once() -> None:
    view = payouts_view(without_rebuys(4, gone("A"), gone("B")))
    assert view.payouts[2] == PayoutView(3, 3, 2000, (WinnerView("B", 2000),))
    assert view.payouts[0].winners == ()


SHARED = [
    # equal chips for second and third: 30 $ and 20 $ are shared
    ([gone("A"), lost(B=100, C=100)], [PayoutView(1, 1, 5000, (WinnerView("D", 5000),)),
                          PayoutView(2, 3, 5000, (WinnerView("B", 2500), WinnerView("C", 2500)))]),
    # for third and fourth: 20 $ and nothing
    ([lost(B=100, A=100)], [PayoutView(1, 1, 5000), PayoutView(2, 2, 3000),
                          PayoutView(3, 4, 2000, (WinnerView("B", 1000), WinnerView("A", 1000)))]),
]  # fmt: skip


@each("done, payouts", SHARED)
def test_004_12_shared_place_has_shares(
    done: list[acts.TournamentAct], payouts: list[PayoutView]
) -> None:
    assert payouts_view(without_rebuys(4, *done)).payouts == tuple(payouts)


def test_prizes_add_up_and_vanish_on_cancellation() -> None:
    room = without_rebuys(
        7, acts.PassTime(20_000), acts.ReportStacks(dict.fromkeys("ABCDEFG", 10_000))
    )
    view = payouts_view(room)
    assert (view.over, view.cancelled, view.cents) == (True, False, 17_500)
    assert sum(winner.cents for payout in view.payouts for winner in payout.winners) == 17_500
    cancelled = payouts_view(without_rebuys(4, gone("A"), acts.CancelTournament()))
    assert (cancelled.cancelled, cancelled.cents, cancelled.payouts) == (True, 0, ())
