"""An earlier act is corrected by two persons: money, places, prizes and seats follow."""

from random import Random
from typing import Any

from firmware.core.tournament import acts, rulings
from firmware.core.tournament.act_log import ActLog, new_act_log
from firmware.core.tournament.terms import read_terms
from firmware.core.tournament.tournament import TournamentStage
from firmware.core.vocabulary.rulings import Refused, Ruling
from tests.kits.examples import examples
from tests.kits.offenders import each

LEVELS = [{"seconds": 600, "blinds": [25, 50]}, {"seconds": 600, "blinds": [50, 100]}]
REBUY = {"cents": 5000, "chips": 9000}
OPTIONS = {"entry_cents": 5000, "levels": LEVELS, "managers": 9, "ends": "20:00", "rebuy": REBUY}
PERSONS = ("Marie", "Jean")


def done(log: ActLog, *operator_acts: acts.TournamentAct) -> tuple[Ruling, ...]:
    """Do acts; return the rulings on the last."""
    ruled: tuple[Ruling, ...] = ()
    for act in operator_acts:
        ruled = log.handle_act(act, by_operator=True)
    return ruled


def correct(
    log: ActLog, number: int, right: acts.CorrectableAct | None = None, **more: Any
) -> tuple[Ruling, ...]:
    persons, reason = more.get("persons", PERSONS), more.get("reason", "seen")
    return done(log, acts.CorrectAct(number, persons, reason, right))


def refusal(ruled: tuple[Ruling, ...]) -> str:
    (refused,) = ruled
    assert isinstance(refused, Refused)
    return refused.why.key


def out(*players: str, stack: int = 100) -> acts.ReportEliminated:
    return acts.ReportEliminated(tuple(acts.EliminatedPlayer(player, stack) for player in players))


def begun(players: str = "ABCDEF", **options: Any) -> ActLog:
    """Return a tournament in play; the entries are its acts 1, 2 …"""
    log = new_act_log(read_terms("holdem-tournament", OPTIONS | options, ()))
    done(log, *(acts.Register(player, 5000, 30) for player in players))
    done(log, acts.DrawSeats(tuple(players)), acts.StartPlay())
    return log


def seats(log: ActLog) -> dict[str, rulings.TableSpot]:
    return log.tournament.seating.seats_by_player()


def test_wrong_elimination_moves_to_right_player() -> None:
    log = begun()
    before = seats(log)
    done(log, out("A"), out("F"))
    corrected = correct(log, 7, out("B"))
    assert corrected[1:] == (rulings.PlayerPlaced("B", 6), rulings.SeatDrawn("A", *before["A"]))
    assert log.tournament.places == {6: ["B"], 5: ["F"]}
    assert seats(log) == {player: before[player] for player in "ACDE"}


def test_reinstated_player_lowers_later_places_by_one() -> None:
    log = begun()
    done(log, out("A"), out("F"))
    corrected = correct(log, 7)
    assert rulings.PlayerPlaced("F", 6) in corrected
    assert log.tournament.places == {6: ["F"]}
    assert sorted(log.tournament.remaining) == [*"ABCDE"]


def test_reinstated_player_moves_if_seat_is_taken() -> None:
    log = begun("ABCDEFGH", seats=4)
    # tables 1: A C E G, 2: B D F H
    moved = [one for one in done(log, out("A", "C")) if isinstance(one, rulings.PlayerMoved)]
    done(log, out("H"))
    sat = seats(log)
    corrected = correct(log, 9, out("C"))
    assert {one.player for one in moved}
    assert {player: seats(log)[player] for player in sat} == sat
    assert seats(log).keys() - sat == {"A"}
    assert isinstance(corrected[-1], rulings.SeatDrawn | rulings.PlayerMoved)


def test_broken_table_reopens_for_reinstated_player() -> None:
    log = begun("ABCDE", seats=4)
    done(log, out("A"))
    assert [*log.tournament.seating.tables] == [1]
    corrected = correct(log, 6)
    sizes = [len(table.players) for table in log.tournament.seating.tables.values()]
    assert sorted(sizes) == [2, 3]
    assert {one.player for one in corrected if isinstance(one, rulings.PlayerMoved)} >= {"A"}


def test_renamed_sale_takes_later_acts() -> None:
    log = begun()
    done(log, acts.RebuyChips("A", 5000), out("A"))
    corrected = correct(log, 1, acts.Register("Anne", 5000, 44))
    assert corrected[1:] == (rulings.PlayerRenamed("A", "Anne"),)
    assert log.tournament.payments["Anne"] == 10_000
    assert log.tournament.places == {6: ["Anne"]}
    assert refusal(correct(log, 2, acts.Register("Anne", 5000, 44))) == "hall.twice"
    assert refusal(correct(log, 1, acts.Register("Anne", 5000, 18))) == "hall.age"


def test_false_sale_is_withdrawn_with_chips_and_restorable() -> None:
    log = begun()
    before = seats(log)
    corrected = correct(log, 1)
    assert corrected[1:] == (
        rulings.PaymentRefunded("A", 5000),
        rulings.ChipsCorrected("A", -10_000),
    )
    assert "A" not in {**log.tournament.payments, **seats(log)}
    corrected = correct(log, 1, acts.Register("A", 5000, 30))
    assert corrected[1:] == (
        rulings.PaymentDue("A", 5000),
        rulings.ChipsCorrected("A", 10_000),
        rulings.SeatDrawn("A", *before["A"]),
    )
    assert seats(log) == before


def test_entry_sold_under_two_spellings_is_one() -> None:
    log = begun()
    correct(log, 2)
    correct(log, 1, acts.Register("B", 5000, 30))
    assert sorted(log.tournament.payments) == [*"BCDEF"]
    assert seats(log)["B"] == (1, 1)
    assert refusal(correct(log, 2, acts.Register("B", 5000, 30))) == "hall.twice"


def test_sale_withdrawn_before_start_redraws_all() -> None:
    log = new_act_log(read_terms("holdem-tournament", OPTIONS, ()))
    done(log, *(acts.Register(player, 5000, 30) for player in "ABC"), acts.DrawSeats((*"ABC",)))
    correct(log, 2, acts.Register("Bob", 5000, 30))
    correct(log, 2, acts.Register("Bob", 5000, 44))
    assert log.tournament.is_drawn
    correct(log, 2)
    assert not log.tournament.is_drawn
    assert not log.tournament.seating.tables


def test_wrong_rebuy_moves_or_vanishes() -> None:
    log = begun()
    done(log, acts.RebuyChips("A", 5000), out("F"))
    corrected = correct(log, 7, acts.RebuyChips("B", 5000))
    assert corrected[1:] == (rulings.ChipsCorrected("A", -9000), rulings.ChipsCorrected("B", 9000))
    assert correct(log, 7)[1:] == (
        rulings.PaymentRefunded("B", 5000),
        rulings.ChipsCorrected("B", -9000),
    )
    assert log.tournament.rebuy_count == 0


def test_wrong_button_is_corrected_for_next_move() -> None:
    log = begun()
    done(log, acts.ReportButton(1, 2), out("F"))
    correct(log, 7, acts.ReportButton(1, 5))
    assert log.tournament.seating.tables[1].button == 5
    correct(log, 7)
    assert log.tournament.seating.tables[1].button == 0
    assert refusal(correct(log, 7, acts.ReportButton(9, 5))) == "hall.no_table"


def test_miscounted_stacks_move_awarded_prizes() -> None:
    log = begun("ABC")
    log.handle_act(acts.PassTime(3600), by_operator=False)
    done(log, acts.ReportStacks({"A": 1, "B": 2, "C": 29_997}))
    given = log.tournament.prizes_won()
    corrected = correct(log, 4, acts.ReportStacks({"A": 29_997, "B": 2, "C": 1}))
    differs = given["C"] - given["A"]
    assert differs > 0
    assert corrected[1:5] == (
        rulings.PlayerPlaced("A", 1),
        rulings.PlayerPlaced("C", 3),
        rulings.PrizeCorrected("C", -differs),
        rulings.PrizeCorrected("A", differs),
    )
    assert log.tournament.prizes_won() == {"A": given["C"], "B": given["B"], "C": given["A"]}


def test_miscounted_exchange_states_right_chips() -> None:
    levels = [*LEVELS[:1], {"seconds": 300, "break": True}, *LEVELS[1:]]
    log = begun(levels=levels)
    log.handle_act(acts.PassTime(600), by_operator=False)
    done(log, acts.ColourUp(25, 100, {"A": 7, "B": 1}))
    corrected = correct(log, 7, acts.ColourUp(25, 100, {"A": 8, "B": 1}))
    assert corrected[1:] == (rulings.ChipsExchanged("A", 2, 0), rulings.OddChipsRaced(0))


def test_stacks_of_joint_eliminations_decide_places() -> None:
    log = begun()
    done(log, out("A", "B"), out("C"))
    right = acts.ReportEliminated((acts.EliminatedPlayer("A", 9), acts.EliminatedPlayer("B", 5)))
    assert correct(log, 7, right)[1:] == (rulings.PlayerPlaced("B", 6),)
    assert log.tournament.places == {5: ["A"], 6: ["B"], 4: ["C"]}


def test_added_elimination_ends_tournament_with_prizes() -> None:
    log = begun("ABC")
    done(log, out("A"))
    corrected = correct(log, 4, out("A", "B"))
    assert log.tournament.stage is TournamentStage.OVER
    assert sum(one.cents for one in corrected if isinstance(one, rulings.PrizeWon)) == 7500


def test_contradicted_act_is_named() -> None:
    log = begun()
    done(log, out("A"), out("B"))
    (refused,) = correct(log, 7, out("B"))
    assert isinstance(refused, Refused)
    assert refused.why.key == "hall.correct.in_the_way"
    assert refused.why.values["what"].values["number"] == 8  # type: ignore[union-attr]
    correct(log, 8)
    correct(log, 7, out("B"))
    assert log.tournament.places == {6: ["B"]}


def test_ended_play_does_not_resume() -> None:
    log = begun("ABC")
    done(log, out("A"), out("B"))
    assert refusal(correct(log, 4)) == refusal(correct(log, 5)) == "hall.correct.over"
    corrected = correct(log, 5, out("C"))
    assert rulings.PlayerPlaced("B", 1) in corrected
    assert sum(one.cents for one in corrected if isinstance(one, rulings.PrizeCorrected)) == 0


def test_none_after_cancellation_and_no_undo_after_one() -> None:
    log = begun()
    done(log, out("A"))
    correct(log, 7, out("B"))
    assert refusal(done(log, acts.UndoAct())) == "hall.nothing_to_undo"
    done(log, out("A"))
    assert isinstance(done(log, acts.UndoAct())[0], rulings.ActUndone)
    done(log, acts.CancelTournament())
    assert refusal(correct(log, 7)) == "hall.correct.cancelled"


@each(
    "more, key",
    [
        ({"persons": ("Marie", "marie ")}, "hall.correct.two_persons"),
        ({"persons": ("Marie", "A")}, "hall.correct.not_staff"),
        ({"reason": " "}, "why.no_reason"),
        ({"number": 99}, "hall.correct.no_act"),
        ({"number": 0}, "hall.correct.no_act"),
        ({"right": out("A", stack=100)}, "hall.correct.same"),
        ({"right": acts.ReportButton(1, 1)}, "hall.correct.other_kind"),
        ({"right": out("Q")}, "hall.not_in"),
    ],
)
def test_invalid_correction_is_refused_unchanged(more: dict[str, Any], key: str) -> None:
    log = begun()
    done(log, out("A"))
    before = log.tournament
    assert refusal(correct(log, more.pop("number", 7), more.pop("right", None), **more)) == key
    assert log.tournament is before


def test_named_staff_corrects_in_twos() -> None:
    log = begun(staff=["Marie", "Jean"])
    done(log, out("A"))
    assert refusal(correct(log, 7, persons=("Marie", "Luc"))) == "hall.correct.not_staff"
    assert isinstance(correct(log, 7)[0], rulings.ActCorrected)


def test_act_number_is_permanent() -> None:
    log = begun("AB")
    done(log, acts.ReportButton(1, 1), acts.UndoAct(), acts.ReportButton(1, 2))
    assert [*log.numbered_acts] == [1, 2, 4]
    correct(log, 4)
    assert log.numbered_acts[4].is_withdrawn


@each("seed", range(examples(8, 600)))
def test_every_cent_is_accounted_for(seed: int) -> None:
    rng = Random(seed)
    log = begun("ABCDEFGHIJKL", seats=4)
    till, paid_out = 12 * 5000, 0
    while log.tournament.stage is not TournamentStage.OVER or rng.random() < 0.8:
        ruled = done(log, _any_act(log, rng))
        if not ruled:
            till += 5000  # a rebuy has no ruling
        for one in ruled:
            match one:
                case rulings.PaymentRefunded(_, cents):
                    till -= cents
                case rulings.PaymentDue(_, cents):
                    till += cents
                case rulings.PrizeWon(_, _, cents) | rulings.PrizeCorrected(_, cents):
                    paid_out += cents
                case rulings.ActUndone() if log.tournament.stage is not TournamentStage.OVER:
                    paid_out = 0  # the last elimination is undone before anybody is paid
        proceeds = [one for one in ruled if isinstance(one, rulings.ProceedsReported)]
        assert till == sum(log.tournament.payments.values())
        assert all(one.gross == till and one.prizes == paid_out for one in proceeds)
        assert paid_out == sum(log.tournament.prizes_won().values())


def _any_act(log: ActLog, rng: Random) -> acts.TournamentAct:
    remaining = log.tournament.remaining
    player, other = rng.choice(remaining or ["A"]), rng.choice([*log.tournament.payments])
    number = rng.choice([*log.numbered_acts])
    rights: dict[type, acts.CorrectableAct] = {
        acts.Register: acts.Register(f"Q{rng.randint(1, 99)}", 5000, 30),
        acts.RebuyChips: acts.RebuyChips(other, 5000),
        acts.ReportEliminated: out(other),
    }
    right = rights[type(log.numbered_acts[number].act)] if rng.random() < 0.7 else None
    choices = [acts.RebuyChips(player, 5000), out(player)] if len(remaining) > 1 else []
    choices += [acts.CorrectAct(number, PERSONS, "seen", right), acts.UndoAct()]
    return rng.choice(choices)
