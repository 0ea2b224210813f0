"""A second formulation of a tournament's room: a script in, the lines that it must print out.

Written from the room's document alone and sharing nothing with the room that it checks. A refused
step is a line with its number alone, an alarm with its code, the end of the licence with its key.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from tests.kits.games.tournament_room.act_correction import NUMBERED, Done, corrected, spelled_step
from tests.kits.games.tournament_room.demands import Refused, demand, folded
from tests.kits.games.tournament_room.prize_money import Placing, by_place, placing, prizes, won
from tests.kits.games.tournament_room.tables import Line, Tables

Step = dict[str, Any]
HOLDEM = "holdem-tournament"
DAY = 24 * 60


def reckon(script: dict[str, Any]) -> list[Line]:
    """Return the lines of a script whose options are allowed."""
    hall = Hall(script["options"], holdem=script["game"] == HOLDEM)
    lines: list[Line] = []
    for number, step in enumerate(script["steps"], 1):
        try:
            lines += hall.do(step)
        except Refused:
            lines.append({"refused": {"step": number}})
    return lines


@dataclass
class Hall:
    options: dict[str, Any]
    holdem: bool
    phase: str = "sale"
    """Or play, time, over."""
    ages: dict[str, int | None] = field(default_factory=dict)
    again: list[str] = field(default_factory=list)
    """Who has bought chips once more."""
    seconds: int = 0
    """Of the clock, pauses not counted."""
    since_start: int = 0
    paused: bool = False
    places: Placing = field(default_factory=dict)
    hand_for_hand: bool = False
    voided: bool = False
    numbers: int = 0
    """Of the steps that may be corrected."""
    done: list[Done] = field(default_factory=list)
    tables: Tables = field(init=False)

    def __post_init__(self) -> None:
        self.tables = Tables(self.option("seats", 10))

    def do(self, step: Step) -> list[Line]:
        """Do a step, and remember it unless it is refused."""
        if "correct" in step:
            return [*corrected(self, step["correct"])]
        lines = [*self.effect(step)]
        (kind,) = step
        self.numbers += kind in NUMBERED
        number = self.numbers if kind in NUMBERED else 0
        self.done.append(Done(spelled_step(self, step), number, lines=tuple(lines)))
        return lines

    def effect(self, step: Step) -> Iterator[Line]:
        ((kind, act),) = step.items()
        return getattr(self, kind)(act)  # type: ignore[no-any-return]

    def option(self, name: str, default: Any) -> Any:
        return self.options.get(name, default)

    @property
    def shares(self) -> list[int]:
        return list(self.option("prizes", [50, 30, 20]))

    @property
    def left(self) -> list[str]:
        return [name for name in self.ages if name not in self.places]

    def spelled(self, name: str) -> str:
        """Return a name as it was registered; capitals and blanks make no other player."""
        return next((one for one in self.ages if folded(one) == folded(name)), name)

    @property
    def gross(self) -> int:
        return sum(map(self.paid, self.ages))

    def paid(self, name: str) -> int:
        return self._sold(name, self.options["entry_cents"], "cents")

    def bought(self, name: str) -> int:
        """Return the chips of one's entry and rebuy."""
        return self._sold(name, self.option("chips", 10_000), "chips")

    def _sold(self, name: str, entry: int, unit: str) -> int:
        rebuy = (self.option("rebuy", None) or {}).get(unit, 0)
        return int(entry * (name in self.ages) + rebuy * (name in self.again))

    # before play

    def register(self, act: Step) -> Iterator[Line]:
        name, age = act["player"], act.get("age")
        demand(self.phase == "sale" and act["cents"] == self.options["entry_cents"])
        demand(folded(name) not in map(folded, [*self.ages, *self.option("staff", [])]))
        demand(not self.holdem or (age is not None and age >= 19 and len(self.ages) < 400))
        self.ages[name] = age
        return iter(())

    def draw(self, drawn: list[str]) -> Iterator[Line]:
        names = list(map(self.spelled, drawn))
        demand(self.phase == "sale" and names and sorted(names) == sorted(self.ages))
        demand(self.tables.players.keys() != self.ages.keys())
        return self.tables.draw(names)

    def start(self) -> Iterator[Line]:
        tables = len(self.tables.buttons)
        demand(self.phase == "sale" and len(self.ages) >= 2)
        demand(self.tables.players.keys() == self.ages.keys())
        demand(not self.holdem or self.option("managers", 0) >= managers(tables))
        self.phase = "play"
        yield self.period_line(0)
        yield from self.tell_hand_for_hand()

    # the clock

    def wait(self, seconds: int) -> Iterator[Line]:
        demand(seconds > 0)
        if self.phase != "play":
            return
        goes = min(seconds, self.lasts - self.since_start)
        before = self.period
        self.since_start += goes
        self.seconds += 0 if self.paused else goes
        for number in range(before + 1, self.period + 1):
            yield self.period_line(number)
        if self.since_start == self.lasts:
            self.phase = "time"
            yield {"announce": "time"}

    @property
    def lasts(self) -> int:
        """The seconds from beginning to end, over midnight if it must be."""
        begins, ends = (
            minutes(self.option(*of)) for of in (("begins", "19:00"), ("ends", "23:00"))
        )
        return 60 * (ends - begins if ends > begins else ends + DAY - begins)

    @property
    def period(self) -> int:
        """The level or break that is on, from 0."""
        *but_last, _ = self.options["levels"]
        ended = 0
        for number, level in enumerate(but_last, 1):
            ended += level["seconds"]
            if self.seconds < ended:
                return number - 1
        return len(but_last)

    def period_line(self, number: int) -> Line:
        level = self.options["levels"][number]
        if level.get("break"):
            return {"break": {"seconds": level["seconds"]}}
        of = {"number": self.level(number), "blinds": level["blinds"], "ante": level.get("ante", 0)}
        return {"level": {**of, "seconds": level["seconds"]}}

    def level(self, number: int) -> int:
        return sum(not level.get("break") for level in self.options["levels"][: number + 1])

    def pause(self) -> Iterator[Line]:
        demand(self.phase == "play" and not self.paused)
        self.paused = True
        return iter(())

    def resume(self) -> Iterator[Line]:
        demand(self.phase == "play" and self.paused)
        self.paused = False
        return iter(())

    # play

    def rebuy(self, act: Step) -> Iterator[Line]:
        name, rebuy = self.spelled(act["player"]), self.option("rebuy", None)
        demand(self.phase == "play" and rebuy and name in self.left and name not in self.again)
        until = rebuy.get("until_level")
        demand(act["cents"] == rebuy["cents"] and self.level(self.period) <= (until or 9999))
        self.again.append(name)
        return iter(())

    def button(self, act: Step) -> Iterator[Line]:
        demand(self.phase == "play" and act["table"] in self.tables.buttons)
        demand(1 <= act["spot"] <= self.tables.seats)
        self.tables.buttons[act["table"]] = act["spot"]
        return iter(())

    def out(self, lost: list[Step]) -> Iterator[Line]:
        stacks = {self.spelled(one["player"]): one["stack"] for one in lost}
        demand(self.phase == "play" and stacks and len(stacks) == len(lost))
        demand(stacks.keys() < set(self.left) and min(stacks.values()) > 0)
        yield from self.place(placing(stacks, len(self.left)))
        for name in stacks:
            self.tables.leave(name)
        if len(self.left) > 1:
            yield from self.tables.put_right()
        yield from self.tell_hand_for_hand()
        if len(self.left) == 1:
            yield from self.end({self.left[0]: 1})

    def sit(self, tables: Tables) -> Iterator[Line]:
        """After a correction: everybody as he sits, but who is out or back."""
        if self.phase not in ("play", "time"):
            return
        reported, self.tables = self.tables.buttons, deepcopy(tables)
        for table in self.tables.buttons:
            self.tables.buttons[table] = reported.get(table, self.tables.buttons[table])
        for name in [*self.tables.players]:
            if name not in self.left:
                self.tables.leave(name)
        for name in self.left:
            if name not in self.tables.players:
                yield self.tables.back(name)
        if self.phase == "play":
            yield from self.tables.put_right()

    def stacks(self, reported: dict[str, int]) -> Iterator[Line]:
        stacks = {self.spelled(name): chips for name, chips in reported.items()}
        demand(len(stacks) == len(reported))
        demand(self.phase == "time" and stacks.keys() == set(self.left))
        demand(min(stacks.values()) >= 0)
        return self.end(placing(stacks, len(stacks)))

    def place(self, found: Placing) -> Iterator[Line]:
        self.places |= found
        for name in by_place(found):
            yield {"placed": {"player": name, "place": found[name]}}

    def tell_hand_for_hand(self) -> Iterator[Line]:
        more = len(self.left) - len(self.shares)
        now = more > 0 and (self.hand_for_hand or (more == 1 and len(self.tables.buttons) > 1))
        if now != self.hand_for_hand:
            self.hand_for_hand = now
            yield {"hand_for_hand": now}

    def end(self, found: Placing) -> Iterator[Line]:
        yield from self.place(found)
        self.phase = "over"
        yield from self.money()

    def money(self) -> Iterator[Line]:
        """Yield the prizes and the account."""
        gross, spent = self.gross, self.option("expenses_cents", 0)
        given = self.given
        for name, place, cents in won(self.places, given):
            yield {"prize": {"player": name, "place": place, "cents": cents}}
        net = gross - sum(given) - spent
        values = {"gross": gross, "prizes": sum(given), "expenses": spent, "net": net}
        yield {"proceeds": values}
        if self.holdem and 100 * net < 15 * gross:
            yield {"alarm": "proceeds"}

    @property
    def given(self) -> list[int]:
        percent, unit = self.option("prize_percent", 50), self.option("prize_unit", 100)
        return prizes(self.gross, percent, self.shares, unit, len(self.ages), holdem=self.holdem)

    def won_by_name(self) -> dict[str, int]:
        if self.phase != "over":
            return {}
        return {name: cents for name, _, cents in won(self.places, self.given)}

    # chips and money

    def colour_up(self, act: Step) -> Iterator[Line]:
        old, new = act["from"], act["to"]
        counts = {self.spelled(name): count for name, count in act["counts"].items()}
        demand(self.phase == "play" and self.options["levels"][self.period].get("break"))
        demand(0 < old < new and new % old == 0)
        demand(counts.keys() <= set(self.left) and min(counts.values(), default=0) >= 0)
        odd = 0
        for name, count in counts.items():
            gets, value = divmod(count * old, new)
            odd += value
            yield {"coloured": {"player": name, "gets": gets, "odd": value // old}}
        whole, part = divmod(odd, new)
        yield {"race": {"chips": whole + (2 * part >= new)}}

    def void(self) -> Iterator[Line]:
        demand(self.phase != "over")
        self.phase, self.voided = "over", True
        for name in self.ages:
            yield {"returned": {"player": name, "cents": self.paid(name)}}

    def press(self, key: str) -> Iterator[Line]:
        presses: dict[str, Callable[[], Iterator[Line]]] = {
            "start": self.start,
            "pause": self.pause,
            "resume": self.resume,
            "void": self.void,
        }
        return presses[key]()


def minutes(clock_text: str) -> int:
    return 60 * int(clock_text[:2]) + int(clock_text[3:])


def managers(tables: int) -> int:
    """Return how many table managers so many tables need (004 11)."""
    if tables <= 4:
        return 0
    if tables <= 9:
        return 1
    return next(2 + more for more in range(99) if tables <= 15 + 5 * more)
