"""Who comes, goes, sits out or in between two games, for random evenings."""

from random import Random

from tests.kits.games.poker_room.table import Step, Table

NAMES = ("A", "B", "C", "D")


def come_or_go(table: Table, chance: Random) -> Step:
    """Return a step that may be refused."""
    spots = sorted(table.stacks)
    spot = {"spot": chance.choice(spots)}
    waiting = [one for one in spots if one in table.out]
    sits_in: Step = {"sit_in": {"spot": chance.choice(waiting)}} if waiting else {"sit_in": spot}
    steps: list[Step] = [{"leave": spot}, {"sit_out": spot}, sits_in, sits_in]
    return chance.choice([*steps, _sits_down(table, chance), _comes_back(table, chance)])


def _sits_down(table: Table, chance: Random) -> Step:
    return {"seat": {**_place(table, chance), "cents": chance.randrange(500, 5001, 100)}}


def _place(table: Table, chance: Random) -> Step:
    """Return a spot, and now and then a name, also of somebody who sits at another spot."""
    free = [spot for spot in range(1, table.spots + 1) if spot not in table.stacks]
    if not free:
        return {"spot": chance.choice(sorted(table.stacks))}
    named = {"player": chance.choice(NAMES)} if chance.random() < 0.3 else {}
    return {"spot": chance.choice(free), **named}


def _comes_back(table: Table, chance: Random) -> Step:
    """Return somebody who has left, with what he left with or other chips."""
    if not table.departures.gone:
        return {"wait": chance.choice((600, 1000, 3700))}
    gone = chance.choice(table.departures.gone)
    place = {"spot": gone.spot}
    if gone.spot in table.stacks or chance.random() < 0.3:
        place = {"spot": _place(table, chance)["spot"]}
    if gone.player and gone.player not in table.names.values():
        place |= {"player": gone.player}
    cents = max(100, gone.cents + chance.choice((-100, 0, 0, 500)))
    return {"seat": {**place, "cents": cents}}
