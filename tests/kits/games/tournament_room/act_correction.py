"""An act that was wrong and is corrected later, by its number: the second formulation.

Written from the decision alone (ADR 57): money, clock, places and prizes become those of a
tournament in which the right thing was done at once; who sits keeps his seat, who is out leaves,
who is back sits where he sat, or as the next big blind at the smallest table; then tables are
broken and balanced. What differs is printed.
"""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.kits.games.tournament_room.demands import Refused, demand, folded
from tests.kits.games.tournament_room.prize_money import by_place
from tests.kits.games.tournament_room.tables import Line, Tables

if TYPE_CHECKING:
    from tests.kits.games.tournament_room.hall import Hall

Step = dict[str, Any]
NUMBERED = ("register", "rebuy", "button", "out", "stacks", "colour_up")


class Done(NamedTuple):
    """A step that was not refused, with its number if it may be corrected."""

    step: Step
    number: int = 0
    gone: bool = False
    lines: tuple[Line, ...] = ()

    @property
    def kind(self) -> str:
        return next(iter(self.step))


def corrected(hall: "Hall", act: Step) -> Iterator[Line]:
    """Correct a step of the hall; yield what differs. Raises Refused, and nothing has changed."""
    demand(_may(hall, act["by"]) and act["why"].strip() and not hall.voided)
    wrong = next((one for one in hall.done if one.number == act["act"] > 0), None)
    demand(wrong is not None)
    assert wrong is not None
    to = act.get("to") and spelled_step(hall, act["to"])
    demand(to is None or [*to] == [wrong.kind])
    demand(not wrong.gone if to is None else wrong.gone or to != wrong.step)
    names = _names(wrong, to)
    right = _again(hall, wrong, to, names)
    demand(not (hall.phase == "over" and right.phase != "over"))
    seats = [*_sit(hall, right, names)]
    yield {"corrected": {"act": wrong.number}}
    for wrong_name, name in names.items():
        yield {"renamed": {"player": wrong_name, "to": name}}
    if wrong.gone or not names:
        new = next(one for one in right.done if one.number == wrong.number)
        yield from _differences(hall, right, wrong, new, seats)
    hall.__dict__.update(right.__dict__)


def _may(hall: "Hall", persons: list[str]) -> bool:
    staff, players = (set(map(folded, of)) for of in (hall.option("staff", []), hall.ages))
    two = set(map(folded, persons))
    return len(two) == 2 and "" not in two and not two & players and two <= (staff or two)


def spelled_step(hall: "Hall", step: Step) -> Step:
    """Return a step with each name as it was registered."""
    ((kind, of),) = step.items()
    if kind in ("register", "rebuy"):
        age = {"age": None} if kind == "register" else {}
        return {kind: {**age, **of, "player": hall.spelled(of["player"])}}
    if kind == "out":
        return {kind: [{**one, "player": hall.spelled(one["player"])} for one in of]}
    if kind == "draw":
        return {kind: [hall.spelled(name) for name in of]}
    counts = of if kind == "stacks" else of["counts"] if kind == "colour_up" else None
    if counts is None:
        return step
    found = {hall.spelled(name): count for name, count in counts.items()}
    demand(len(found) == len(counts))
    return {kind: found if kind == "stacks" else {**of, "counts": found}}


def _names(wrong: Done, to: Step | None) -> dict[str, str]:
    if wrong.kind != "register" or to is None:
        return {}
    was, now = wrong.step["register"]["player"], to["register"]["player"]
    return {was: now} if was != now else {}


def _again(hall: "Hall", wrong: Done, to: Step | None, names: Mapping[str, str]) -> "Hall":
    """Return a hall in which the right thing was done at once."""
    right = type(hall)(hall.options, holdem=hall.holdem)
    right.numbers = hall.numbers
    for one in hall.done:
        is_wrong = one.number == wrong.number and one.number > 0
        if one.kind == "draw" and hall.phase == "sale" and wrong.gone is not (to is None):
            continue
        if is_wrong:
            one = one._replace(step=to or one.step, gone=to is None)
        else:
            one = one._replace(step=_named(one.step, names))
        lines: list[Line] = []
        if not one.gone:
            try:
                lines = [*right.effect(_effective(right, one.step))]
            except Refused:
                if is_wrong or one.kind != "button":
                    raise
        right.done.append(one._replace(lines=tuple(lines)))
    return right


def _effective(right: "Hall", step: Step) -> Step:
    if "draw" in step:
        return {"draw": [*dict.fromkeys(name for name in step["draw"] if name in right.ages)]}
    return step


def _named(step: Step, names: Mapping[str, str]) -> Step:
    """Return a step with the right name in place of the wrong one."""

    def named(of: Any) -> Any:
        match of:
            case str():
                return names.get(of, of)
            case Tables():
                at = {named(name): seat for name, seat in of.players.items()}
                left = {named(name): seat for name, seat in of.left.items()}
                return Tables(of.seats, at, dict(of.buttons), left)
            case dict():
                return {named(key): named(value) for key, value in of.items()}
            case list():
                return [named(value) for value in of]
        return of

    ((kind, of),) = step.items()
    return {kind: named(of)}


def _sit(hall: "Hall", right: "Hall", names: Mapping[str, str]) -> Iterator[Line]:
    """Have everybody sit where he sits, as a step of its own."""
    step = _named({"sit": deepcopy(hall.tables)}, names)
    yield from right.effect(step)
    right.done.append(Done(step))


def _differences(
    hall: "Hall", right: "Hall", wrong: Done, new: Done, seats: list[Line]
) -> Iterator[Line]:
    yield from _sold(hall, right)
    for line in new.lines:
        if new.kind == "colour_up" and json.dumps(line) not in map(json.dumps, wrong.lines):
            yield line
    for name in by_place(right.places):
        if hall.places.get(name) != right.places[name]:
            yield {"placed": {"player": name, "place": right.places[name]}}
    yield from seats
    if hall.hand_for_hand != right.hand_for_hand:
        yield {"hand_for_hand": right.hand_for_hand}
    if right.phase == "over":
        yield from _prizes(hall, right)


def _sold(hall: "Hall", right: "Hall") -> Iterator[Line]:
    """Yield the money and the chips of entries and rebuys that differ."""
    both = [*hall.ages, *(name for name in right.ages if name not in hall.ages)]
    for name in both if hall.gross != right.gross else ():
        yield from _line("due", name, "cents", right.paid(name) - hall.paid(name))
    for name in both if right.phase in ("play", "time") else ():
        if name in hall.left or name not in hall.ages:
            yield from _line("chips", name, "chips", right.bought(name) - hall.bought(name))


def _prizes(hall: "Hall", right: "Hall") -> Iterator[Line]:
    if hall.phase != "over":
        yield from right.money()
        return
    before, after = hall.won_by_name(), right.won_by_name()
    for name in {**before, **after}:
        if differs := after.get(name, 0) - before.get(name, 0):
            yield {"prize_difference": {"player": name, "cents": differs}}
    yield from (line for line in right.money() if "prize" not in line)


def _line(kind: str, name: str, unit: str, number: int) -> Iterator[Line]:
    if number < 0 and kind == "due":
        yield {"returned": {"player": name, unit: -number}}
    elif number:
        yield {kind: {"player": name, unit: number}}
