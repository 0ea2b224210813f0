"""The master game report: forms and meters side by side; an open day says so; a year is linear."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import event

from firmware.floor.day.day_content import DayTakings
from firmware.floor.day.day_pages import DAYS_A_PAGE
from firmware.floor.day.game_figures import game_figures
from firmware.floor.pit.form_balance import TableSitting
from tests.kits.floor.day_kit import FIRST, DayFloor, quiet_day
from tests.kits.floor.stores import empty_store
from tests.kits.offenders import each

RANGE = f"from={FIRST}&to={FIRST}"


@pytest.fixture
def floor(tmp_path: Path) -> DayFloor:
    floor = DayFloor(empty_store(tmp_path / "ledger.db"), tmp_path)
    quiet_day(floor)
    return floor


def sitting(left: int | None, drop: int | None) -> TableSitting:
    return TableSitting("table-7", 1, 0, 50_000, fills=1_000, credits=500, drop=drop, left=left)


def test_hold_is_win_over_drop() -> None:
    figures = game_figures([sitting(45_000, 10_000), sitting(50_000, 30_000)], [])
    assert (figures.win, figures.drop) == (34_000, 40_000)
    assert figures.hold == pytest.approx(85.0)


@each("left, drop", [(None, 10_000), (45_000, None)])
def test_part_is_not_shown_as_the_whole(left: int | None, drop: int | None) -> None:
    figures = game_figures([sitting(45_000, 10_000), sitting(left, drop)], [])
    assert (figures.win, figures.hold, figures.unfinished) == (None, None, 1)
    assert figures.opener == 100_000


def test_no_drop_has_no_hold() -> None:
    assert game_figures([sitting(45_000, 0)], []).hold is None
    assert game_figures([], []).win is None


def test_band_is_three_deviations() -> None:
    takings = DayTakings(10, 10_000, 900, 0, 0, 10_000, 900, 500, 100 * 100)
    figures = game_figures([], [takings, takings])
    assert (figures.expected, figures.band_cents) == (1_000, 424)
    assert (figures.deviations, figures.band) == (pytest.approx(5.657, abs=0.001), "above")


@each("by, groups", [("table", ["table-7", "table-8"]), ("pit", ["main"])])
def test_report_is_by_its_groups(by: str, groups: list[str], floor: DayFloor) -> None:
    (day,) = floor.visitor("anne").get(f"/game-report?{RANGE}&by={by}").said["days"]
    assert [line["group"] for line in day["lines"]] == groups
    assert day["number"] is None
    for name in ("held", "handle", "rounds", "opener", "drop"):
        total = sum(line["figures"][name] for line in day["lines"])
        assert day["total"][name] == total != 0


def test_closed_day_is_as_sealed(floor: DayFloor) -> None:
    visitor = floor.visitor("anne")
    (before,) = visitor.get(f"/game-report?{RANGE}").said["days"]
    floor.close()
    (after,) = visitor.get(f"/game-report?{RANGE}").said["days"]
    assert after == {**before, "number": 0}


def test_file_says_which_day_is_closed(floor: DayFloor) -> None:
    visitor, asked = floor.visitor("aude"), f"/game-report.csv?{RANGE}&lang=en"
    assert "not closed" in visitor.get(asked).body.decode()
    floor.close()
    lines = visitor.get(asked).body.decode().splitlines()
    assert [line.split(",")[:3] for line in lines[1:]] == [
        [str(FIRST), "closed", "table-7"],
        [str(FIRST), "closed", "table-8"],
        [str(FIRST), "closed", ""],
    ]


def test_year_is_paged_and_streamed(floor: DayFloor) -> None:
    last = FIRST + timedelta(days=366)
    visitor = floor.visitor("aude")
    first, days = FIRST.isoformat(), list[str]()
    while first:
        answer = visitor.get(f"/game-report?from={first}&to={last}").said
        assert len(answer["days"]) <= DAYS_A_PAGE
        days += [day["day"] for day in answer["days"]]
        first = answer["next"]
    assert (days[0], days[-1], len(days)) == (str(FIRST), str(last), 367)
    lines = visitor.get(f"/game-report.csv?from={FIRST}&to={last}").body.decode().splitlines()
    assert len([line for line in lines if ",," in line]) >= 367


def test_year_asks_the_ledger_in_proportion(floor: DayFloor) -> None:
    def statements(days: int) -> int:
        counted = list[str]()

        def count(*arguments: object) -> None:
            counted.append(str(arguments[2]))

        event.listen(floor.store, "before_cursor_execute", count)
        visitor.get(f"/game-report.csv?from={FIRST}&to={FIRST + timedelta(days=days - 1)}")
        event.remove(floor.store, "before_cursor_execute", count)
        return len(counted)

    visitor = floor.visitor("aude")
    ten, hundred = statements(10), statements(100)
    assert hundred <= 11 * ten


@each(
    "asked",
    [
        "from=2026-11-25&to=2026-11-24",
        "from=2026-11-25&to=2046-11-25",
        "from=&to=2026-11-24",
        "from=x&to=y",
        "from=2026-11-25&to=2026-11-25&by=dealer",
    ],
)
def test_bad_range_is_refused_in_words(asked: str, floor: DayFloor) -> None:
    for path in ("/game-report", "/game-report.csv"):
        answer = floor.visitor("anne").get(f"{path}?{asked}")
        assert answer.status in (400, 409), answer.body
        assert answer.said["why"]["key"]


def test_unknown_property_is_refused(floor: DayFloor) -> None:
    answer = floor.visitor("anne").get(f"/game-report?{RANGE}&property=laval")
    assert answer.said["why"]["key"] == "floor.day.why.property"


def test_list_of_days_names_the_next(floor: DayFloor) -> None:
    visitor = floor.visitor("anne")
    view = visitor.get("/days").said
    assert (view["today"], view["next"], view["is_over"]) == ("2026-11-27", "2026-11-26", True)
    floor.close()
    view = visitor.get("/days").said
    assert (view["closed"], view["next"]) == ([str(FIRST)], "2026-11-26")
    assert visitor.get(f"/days?before={FIRST}").said["closed"] == []
