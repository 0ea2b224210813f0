"""Who sits where: the draw, tables that are broken, players that move (004 12)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice

Line = dict[str, object]
At = tuple[int, int]
"""A table and a spot."""


def big_blinds(spots: Iterable[int], button: int) -> Iterator[int]:
    """Yield who is the big blind, game after game, as if nobody ever left."""
    around = sorted(spots, key=lambda spot: (spot <= button, spot))
    first = 0 if len(around) == 2 else 2
    return islice(cycle(around), first, None)


def turn(spots: Iterable[int], button: int, of: int) -> int:
    """Return how many are the big blind before the one who sits at `of`, or would sit there."""
    for before, spot in enumerate(big_blinds({*spots, of}, button)):
        if spot == of:
            return before
    raise AssertionError


@dataclass
class Tables:
    seats: int
    players: dict[str, At] = field(default_factory=dict)
    buttons: dict[int, int] = field(default_factory=dict)
    """Of each table that has not been broken; 0 if it was not reported."""
    left: dict[str, At] = field(default_factory=dict)
    """Where those sat who are out."""

    def draw(self, names: Sequence[str]) -> Iterator[Line]:
        count = self.needed(len(names))
        self.buttons = dict.fromkeys(range(1, count + 1), 0)
        self.players = {}
        for number, name in enumerate(names):
            table = number % count + 1
            spot = self.free(table)[0]
            self.players[name] = (table, spot)
            yield {"seat": {"player": name, "table": table, "spot": spot}}

    def needed(self, players: int) -> int:
        return (players + self.seats - 1) // self.seats

    def at(self, table: int) -> dict[int, str]:
        return {spot: name for name, (number, spot) in self.players.items() if number == table}

    def free(self, table: int) -> list[int]:
        taken = self.at(table)
        return [spot for spot in range(1, self.seats + 1) if spot not in taken]

    def sizes(self) -> Mapping[int, int]:
        return {table: len(self.at(table)) for table in self.buttons}

    def leave(self, name: str) -> None:
        self.left[name] = self.players.pop(name)

    def back(self, name: str) -> Line:
        """Seat one who was out: where he sat, or next to be the big blind elsewhere."""
        table, spot = was = self.left.pop(name)
        if table in self.buttons and spot in self.free(table):
            self.players[name] = was
            return {"seat": {"player": name, "table": table, "spot": spot}}
        if not any(map(self.free, self.buttons)):
            self.buttons[max(self.buttons) + 1] = 0
        self.players[name] = was
        return self._move(name, 0)

    def put_right(self) -> Iterator[Line]:
        """Break tables while the players fit on one fewer, then balance."""
        while len(self.players) <= self.seats * (len(self.buttons) - 1):
            yield from self._break(max(self.buttons))
        while max(self.sizes().values()) - min(self.sizes().values()) >= 2:
            yield self._balance()

    def _break(self, table: int) -> Iterator[Line]:
        yield {"broken": {"table": table}}
        there, button = self.at(table), self.buttons.pop(table)
        for spot in sorted(there):
            yield self._move(there[spot], turn(there, button, spot))

    def _balance(self) -> Line:
        sizes = self.sizes()
        most = max(sizes.values())
        table = max(number for number, size in sizes.items() if size == most)
        spot = next(big_blinds(self.at(table), self.buttons[table]))
        return self._move(self.at(table)[spot], 0)

    def _move(self, name: str, had: int) -> Line:
        origin = self.players.pop(name)
        sizes = self.sizes()
        table = min(number for number, size in sizes.items() if size == min(sizes.values()))
        found = []
        for spot in self.free(table):
            there = turn(self.at(table), self.buttons[table], spot)
            found.append((abs(there - had), there, spot))
        self.players[name] = (table, min(found)[2])
        return {"move": {"player": name, "from": list(origin), "to": list(self.players[name])}}
