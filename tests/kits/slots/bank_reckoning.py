"""The lines of a slot machines' script by articles 89 to 95 alone, without host or wire."""

from dataclasses import dataclass, field
from typing import Any

Line = dict[str, Any]


class Refused(Exception):
    """A step that no machine takes."""


@dataclass
class Play:
    """The last play of a machine, which may still be void."""

    stake: int
    pending: bool = True
    lot_won: int = 0
    """Thousandths of a cent that the lot paid for it."""


@dataclass
class ReckonedBank:
    """Its options are those of a script; the lot is in thousandths of a cent."""

    machines: dict[str, Line]
    progressive: Line | None = None
    lot: int = 0
    plays: dict[int, Play] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lot = self.progressive["base"] * 1000 if self.progressive else 0

    def lines(self, steps: list[Line]) -> list[Line]:
        """Return the lines of a script; a refusal without its words."""
        lines = []
        for number, step in enumerate(steps, start=1):
            shown = self.lot // 1000
            try:
                lines += self._ruled(*next(iter(step.items())))
            except Refused:
                lines.append({"refused": number})
                continue
            if self.lot // 1000 != shown:
                lines.append({"progressive": {"cents": self.lot // 1000}})
        if any(play.pending for play in self.plays.values()):
            lines.append({"unfinished": {"waiting_for": "result"}})
        return lines

    def _ruled(self, kind: str, act: Line) -> list[Line]:
        demand(str(act["machine"]) in self.machines)
        if kind == "play":
            self._play(act["machine"], act["cents"])
            return []
        play = self.plays.get(act["machine"])
        demand(play is not None)
        assert play is not None
        if kind == "result":
            demand(play.pending and act.get("cents", 0) >= 0)
            return [self._result(act, play)]
        return [self._defect(act, play)]

    def _linked(self, machine: int) -> bool:
        return self.progressive is not None and machine in self.progressive["machines"]

    def _play(self, machine: int, cents: int) -> None:
        last = self.plays.get(machine)
        coin = self.machines[str(machine)]["denomination"]
        demand(not (last and last.pending) and cents > 0 and cents % coin == 0)
        # of the play before it the money is the player's from now on
        self.plays[machine] = Play(cents)
        if self.progressive and self._linked(machine):
            self.lot += cents * self.progressive["permille"]  # 91

    def _result(self, act: Line, play: Play) -> Line:
        paid, jackpot = act.get("cents", 0), act.get("jackpot", False)
        if jackpot:
            demand(self._linked(act["machine"]))
            assert self.progressive is not None
            machine = self.machines[str(act["machine"])]
            demand(play.stake >= machine["coins"] * machine["denomination"])  # 92
            paid += self.lot // 1000
            # less than a cent stays in the next one
            play.lot_won = self.lot - self.lot % 1000 - self.progressive["base"] * 1000
            self.lot -= play.lot_won
        play.pending = False
        outcome, article = "win" if paid else "lose", "91" if jackpot else "89"
        return settled(act["machine"], play.stake, outcome, 0, paid, article)

    def _defect(self, act: Line, play: Play) -> Line:
        del self.plays[act["machine"]]
        self.lot += play.lot_won
        if act["by"] == "player":
            return settled(act["machine"], play.stake, "lose", 0, 0, "94")
        return settled(act["machine"], play.stake, "push", play.stake, 0, "95")


def demand(allowed: bool) -> None:
    """Raise Refused unless it is allowed."""
    if not allowed:
        raise Refused


def settled(machine: int, stake: int, outcome: str, returned: int, paid: int, article: str) -> Line:
    values = {"machine": machine, "stake": stake, "outcome": outcome}
    return {"settled": {**values, "returned": returned, "paid": paid, "article": article}}
