"""Each refusal of a tournament, by the message that its books explain (004 9 to 12, 123 to 127)."""

from copy import deepcopy
from typing import Any, Final

import pytest

from firmware.core.game.bounds import Bound
from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.terms import PRICE
from firmware.core.tournament import acts
from firmware.core.tournament.terms import read_terms
from firmware.core.tournament.tournament import Tournament
from firmware.core.vocabulary.rulings import Refused
from tests.kits.offenders import each
from tests.kits.tournament_kit import LEVELS, gone, playing, sold

SOLD: Final = sold(3, staff=["Zoe"])
PLAY: Final = playing(3, rebuy={"cents": 3000, "chips": 8000, "until_level": 1})
HOUR: Final = playing(3, acts.PassTime(4 * 3600))
REST: Final = playing(3, acts.PassTime(1200))
OVER: Final = playing(2, gone("A"))
ONCE: Final = acts.EliminatedPlayer("A", 100)


def messages(room: Tournament, *steps: acts.TournamentAct) -> list[str]:
    """Return why a copy of a room refuses the last of these acts."""
    copied = deepcopy(room)
    for act in steps[:-1]:
        copied.handle_act(act)
    rulings = copied.handle_act(steps[-1])
    return [ruling.why.key for ruling in rulings if isinstance(ruling, Refused)]


@each(
    "room, key, steps",
    [
        (SOLD, "hall.entry", [acts.Register("D", 4999, 40)]),
        (SOLD, "hall.twice", [acts.Register("A", 5000, 40)]),
        (SOLD, "hall.staff", [acts.Register("Zoe", 5000, 40)]),
        (SOLD, "hall.age", [acts.Register("D", 5000, 18)]),
        (SOLD, "hall.drawn_already", [acts.DrawSeats(("A", "B", "C"))]),
        (SOLD, "hall.all_once", [acts.Register("D", 5000, 40), acts.DrawSeats(("A", "B"))]),
        (SOLD, "hall.draw_first", [acts.Register("D", 5000, 40), acts.StartPlay()]),
        (SOLD, "hall.seconds", [acts.PassTime(0)]),
        (SOLD, "hall.no_play", [gone("A")]),
        (PLAY, "hall.sale_over", [acts.Register("D", 5000, 40)]),
        (PLAY, "hall.clock_runs", [acts.ResumeClock()]),
        (PLAY, "hall.clock_stands", [acts.PauseClock(), acts.PauseClock()]),
        (PLAY, "hall.rebuy", [acts.RebuyChips("A", 2999)]),
        (PLAY, "hall.rebuy_once", [acts.RebuyChips("A", 3000), acts.RebuyChips("A", 3000)]),
        (PLAY, "hall.rebuy_late", [acts.PassTime(600), acts.RebuyChips("A", 3000)]),
        (playing(3, rebuy=None), "hall.no_rebuy", [acts.RebuyChips("A", 3000)]),
        (PLAY, "hall.no_table", [acts.ReportButton(2, 1)]),
        (PLAY, "hall.no_spot", [acts.ReportButton(1, 11)]),
        (PLAY, "hall.not_in", [gone("nobody")]),
        (PLAY, "hall.out_twice", [acts.ReportEliminated((ONCE, ONCE))]),
        (PLAY, "hall.had_chips", [acts.ReportEliminated((acts.EliminatedPlayer("A", 0),))]),
        (PLAY, "hall.somebody_wins", [gone("A", "B", "C")]),
        (PLAY, "hall.not_yet", [acts.ReportStacks({"A": 1, "B": 1, "C": 1})]),
        (PLAY, "hall.in_a_break", [acts.ColourUp(25, 100, {"A": 1})]),
        (REST, "hall.chip_values", [acts.ColourUp(25, 60, {"A": 1})]),
        (REST, "hall.stack", [acts.ColourUp(25, 100, {"A": -1})]),
        (HOUR, "hall.stacks_of_all", [acts.ReportStacks({"A": 1})]),
        (HOUR, "hall.stack", [acts.ReportStacks({"A": 1, "B": 1, "C": -1})]),
        (OVER, "hall.over", [acts.CancelTournament()]),
        (sold(0), "hall.nobody", [acts.DrawSeats(())]),
        (sold(1), "hall.two_players", [acts.StartPlay()]),
        (sold(12, seats=2, managers=0), "hall.managers", [acts.StartPlay()]),
    ],
)
def test_act_is_refused_by_its_message(
    room: Tournament, key: str, steps: list[acts.TournamentAct]
) -> None:
    assert messages(room, *steps) == [key]


@each(
    "game, options, key",
    [
        (
            "holdem-tournament",
            {"rebuy": {"cents": 4001, "chips": 1}, "entry_cents": 4000},
            "dearer",
        ),
        ("holdem-tournament", {"rebuy": {"cents": 1, "chips": 10_001}}, "more_chips"),
        ("holdem-tournament", {"prizes": [51, 49]}, "half"),
        ("holdem-tournament", {"prize_percent": 86}, "charity"),
        ("holdem-tournament", {"seats": 11}, "seats"),
        ("holdem-tournament", {"begins": "08:00", "ends": "20:01"}, "twelve_hours"),
        ("holdem-tournament", {"ends": "02:00"}, "two_o_clock"),
        ("holdem-tournament", {"entry_cents": 10_001}, "together"),
        ("holdem-tournament", {"entry_cents": 99}, "together_low"),
        ("tournament", {"of": "blackjack", "prize_percent": 29}, "returned"),
        ("tournament", {"of": "blackjack", "published_days": 6}, "published"),
        ("tournament", {"of": "poker-grand-prix", "bonus_cents": 20_000}, "of_bonus"),
    ],
)
def test_option_is_refused_by_its_message(game: str, options: dict[str, Any], key: str) -> None:
    bounds = {PRICE: Bound(100, 10_000, "004 9")}
    given = {"entry_cents": 5000, "levels": LEVELS, **options}
    with pytest.raises(OptionRefused) as refusal:
        read_terms(game, given, ("blackjack", "poker-grand-prix"), bounds=bounds)
    assert refusal.value.why.key.rpartition(".")[2] == key
