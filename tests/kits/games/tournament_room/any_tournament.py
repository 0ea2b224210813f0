"""Random tournaments as scripts, by the second formulation's own state."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.kits.games.tournament_room.act_correction import Done
from tests.kits.games.tournament_room.demands import Refused
from tests.kits.games.tournament_room.hall import HOLDEM, Hall, Step

LONG = 400
"""No tournament has as many steps."""
PRIZES = ([50, 30, 20], [50, 50], [40, 30, 20, 10], [34, 33, 33], [50, 49, 1], [28, *[9] * 8])
PERIODS: tuple[Step, ...] = (
    {"seconds": 600, "blinds": [25, 50]},
    {"seconds": 300, "break": True},
    {"seconds": 900, "blinds": [50, 100], "ante": 10},
    {"seconds": 60, "blinds": [100, 200], "ante": 0},
)


def tournament(game: str, chance: Random) -> dict[str, Any]:
    """Return the script of a tournament to its prizes, with steps that are refused."""
    options = random_options(game, chance)
    steps: list[Step] = []
    hall = Hall(options, holdem=game == HOLDEM)
    for made in _steps(hall, chance):
        step = made if chance.random() < 0.9 else _spelled_otherwise(made, chance)
        steps.append(step)
        try:
            hall.do(step)
        except Refused:
            continue
        if len(steps) > LONG:
            break
    return {"game": game, "options": options, "steps": steps}


def random_options(game: str, chance: Random) -> dict[str, Any]:
    entry = chance.choice((5000, 4999, 1234))
    most = max(1, chance.randint(1, 9))
    levels = [PERIODS[0], *chance.choices(PERIODS, k=most), PERIODS[3]]
    found: dict[str, Any] = {"entry_cents": entry, "levels": levels, "managers": 9}
    found["seats"] = chance.choice((2, 3, 4, 6, 9, 10))
    found["prizes"] = chance.choice(PRIZES if game == HOLDEM else (*PRIZES, [100], [60, 40]))
    found["prize_unit"] = chance.choice((1, 5, 100, 100, 500, 700, 2000, 5000, 100_000))
    found["prize_percent"] = chance.choice((30, 50, 85))
    found["expenses_cents"] = chance.choice((0, 0, 3000))
    found["staff"] = ["Z", "X"]
    found |= chance.choice(({}, {"begins": "20:30", "ends": "00:15"}, {"ends": "19:45"}))
    if chance.random() < 0.6:
        until = chance.choice((None, 1, 2))
        found["rebuy"] = {"cents": entry, "chips": 9000, "until_level": until}
    return found if game == HOLDEM else {**found, "of": "blackjack"}


def _steps(hall: Hall, chance: Random) -> Iterator[Step]:
    names = [f"P{number:02}" for number in range(1, chance.choice((2, 4, 9, 14, 25, 40)) + 1)]
    for name in names:
        yield _registers(hall, name)
    yield from _before_play(hall, chance, names)
    while hall.phase in ("play", "time"):
        if chance.random() < 0.1:
            yield _wrong(hall, chance, names)
        elif chance.random() < 0.1:
            yield _correction(hall, chance)
        elif hall.phase == "time":
            yield _stacks(hall, chance)
        else:
            yield _play(hall, chance)
    while chance.random() < 0.6:
        yield _correction(hall, chance)
    yield {"press": "void"}
    if chance.random() < 0.1:
        yield _correction(hall, chance)


def _before_play(hall: Hall, chance: Random, names: list[str]) -> Iterator[Step]:
    if chance.random() < 0.2:
        yield _wrong(hall, chance, names)
    if chance.random() < 0.2:
        yield _correction(hall, chance)
    yield {"draw": chance.sample([*hall.ages], len(hall.ages))}
    if chance.random() < 0.1:
        yield _correction(hall, chance)
        yield {"draw": chance.sample([*hall.ages], len(hall.ages))}
    yield {"press": "start"}


def _spelled_otherwise(step: Step, chance: Random) -> Step:
    """Return the same step with another spelling of each name that it has."""
    if "register" in step or "register" in step.get("correct", {}).get("to", {}):
        return step
    spelling = chance.choice((str.lower, lambda name: f" {name}", lambda name: f"{name.lower()}  "))
    return json.loads(re.sub(r"P\d\d", lambda name: spelling(name[0]), json.dumps(step)))


def _registers(hall: Hall, name: str, **other: Any) -> Step:
    return {"register": {"player": name, "cents": hall.options["entry_cents"], "age": 30, **other}}


def _play(hall: Hall, chance: Random) -> Step:
    luck, left = chance.random(), hall.left
    if luck < 0.4:
        return _button(hall, chance)
    if luck < 0.5:
        return {"wait": chance.choice((1, 300, 700, 2000))}
    if luck < 0.55 and "rebuy" in hall.options:
        return {"rebuy": {"player": chance.choice(left), "cents": hall.options["entry_cents"]}}
    if luck < 0.6:
        return {"press": "resume" if hall.paused else "pause"}
    if luck < 0.65:
        counts = {name: chance.randint(0, 9) for name in left}
        return {"colour_up": {"from": 25, "to": chance.choice((100, 75)), "counts": counts}}
    gone = chance.sample(left, min(chance.choice((1, 1, 1, 2, 3)), len(left) - 1))
    return {"out": [{"player": name, "stack": chance.randint(1, 3)} for name in gone]}


def _button(hall: Hall, chance: Random) -> Step:
    table = chance.choice([*hall.tables.buttons])
    return {"button": {"table": table, "spot": chance.randint(1, hall.tables.seats)}}


def _stacks(hall: Hall, chance: Random) -> Step:
    return {"stacks": {name: chance.randint(0, 3) for name in hall.left}}


def _correction(hall: Hall, chance: Random) -> Step:
    """Return the correction of an act, which may be refused."""
    found = [one for one in hall.done if one.number] or [Done({"register": {}}, 999)]
    one = chance.choice(found)
    # more of the acts that are few
    if (kind := chance.choice(("register", "rebuy", "button", "out", "out", "stacks"))) != one.kind:
        one = chance.choice([other for other in found if other.kind == kind] or [one])
    by = ["Z", "X"] if chance.random() < 0.95 else chance.choice((["Z", "z "], ["Z", "P01"]))
    act: Step = {"act": one.number, "by": by, "why": "counted" if chance.random() < 0.95 else " "}
    if chance.random() < 0.7 and one.number < 999:
        act["to"] = _right(hall, chance, one)
    return {"correct": act}


def _right(hall: Hall, chance: Random, one: Done) -> Step:
    """Return what a step should have been."""
    ((kind, of),) = one.step.items()
    names = [*hall.ages] or ["P01"]
    name = (
        chance.choice((*names, f"Q{chance.randint(1, 99):02}", of["player"]))
        if kind in ("register", "rebuy")
        else ""
    )
    match kind:
        case "register":
            return {kind: {**of, "player": name, "age": chance.choice((18, 30, 44, 44))}}
        case "rebuy":
            return {kind: {**of, "player": name}}
        case "button":
            return {kind: {**of, "spot": chance.randint(1, hall.tables.seats)}}
        case "out":
            gone = chance.sample(names, min(chance.choice((len(of), len(of), 2)), len(names)))
            remaining = [lost["player"] for lost in of]
            gone = remaining if chance.random() < 0.3 else gone
            return {kind: [{"player": name, "stack": chance.randint(1, 3)} for name in gone]}
        case "stacks":
            return {kind: {name: chance.randint(0, 3) for name in of}}
    return {kind: {**of, "counts": {name: chance.randint(0, 9) for name in of["counts"]}}}


def _wrong(hall: Hall, chance: Random, names: list[str]) -> Step:
    """Return a step that may be refused."""
    name, entry = chance.choice(names), hall.options["entry_cents"]
    name = chance.choice((name, name, name.lower(), f"{name} "))
    return chance.choice(
        [
            _registers(hall, name),
            _registers(hall, "Z"),
            _registers(hall, "Y", cents=entry - 1),
            {"draw": names},
            {"press": chance.choice(("start", "pause", "resume"))},
            {"rebuy": {"player": name, "cents": chance.choice((entry, entry - 1))}},
            {"button": {"table": 9, "spot": 1}},
            {"out": [{"player": name, "stack": 1}]},
            {"out": [{"player": name, "stack": 1}, {"player": name, "stack": 2}]},
            {"stacks": {name: 1}},
        ]
    )
