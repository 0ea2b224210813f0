"""The pit's screen: a tile for each table, worst first, and the alarms that wait."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from firmware.floor.heartbeat import BankView, HallView
from firmware.floor.pit.alarms import Alarm, counting, is_grave
from firmware.floor.pit.banks_and_halls import Other
from firmware.floor.pit.cards import Hands
from firmware.floor.pit.fact import Moment
from firmware.floor.pit.heartbeats import Lease, Sight, lease
from firmware.floor.pit.jackpots import Lot
from firmware.floor.pit.play import Phase, Shuffle
from firmware.floor.pit.projection import Fold
from firmware.floor.pit.takings import RoundOver, Sums

UNHEARD: Final = frozenset({"bank_silent", "hall_silent", "no_bank"})
WIDE: Final = 3.0
"""Standard deviations beyond which a hold is out of its band; by chance three in 1,000 are."""

Band = Literal["within", "above", "below"]


class Acknowledged(msgspec.Struct, frozen=True):
    """Who has acknowledged an alarm, when, and his words."""

    by: str
    at: Moment
    words: str = ""


class ShownAlarm(msgspec.Struct, frozen=True):
    """An alarm, and who has acknowledged it."""

    alarm: Alarm
    grave: bool
    seen: Acknowledged | None


class Money(msgspec.Struct, frozen=True):
    """The money of some rounds, in cents. `expected` and `deviations` are of those of their bets
    that have an exact edge, whose stakes are `priced` and whose gain is `won`.
    """

    rounds: int
    handle: int
    held: int
    voids: int
    late_bets: int
    priced: int
    won: int
    expected: int
    deviations: float | None
    band: Band | None


class Tile(msgspec.Struct, frozen=True):
    """A table at a glance."""

    table: str
    game: str
    limits: dict[str, dict[str, int]]
    phase: Phase
    round: int
    opened: Moment
    last: Moment
    pace: float | None
    spots: int
    shift: Money
    alarms: int
    grave: int
    in_doubt: int = 0
    """How often a card of the shift was not read for certain, or may be lost."""
    shuffle: Shuffle | None = None
    behind_s: int | None = None
    """For how long the table waits for the ledger; None if the table is not heard."""
    lease: Lease | None = None
    """Whether it takes bets on its linked lot; None if it has none, or is not seen."""
    tournament: bool = False
    """Whether its chips have no value: it has no money."""


class OtherTile(msgspec.Struct, frozen=True):
    """A bank of machines or a hall at a glance; its view is None as long as it is not heard."""

    table: str
    of: Literal["bank", "hall"]
    view: BankView | HallView | None
    alarms: int
    grave: int
    unheard_since: Moment | None = None
    """Of a bank or hall that is not heard and should be."""


class Table(msgspec.Struct, frozen=True):
    """A table at a closer look: its last rounds, the newest first, and the shift's bets."""

    tile: Tile
    rounds: tuple[RoundOver, ...]
    bets: dict[str, Money]


class Screen(msgspec.Struct, frozen=True):
    """All that the pit shows at once."""

    now: Moment
    shift: Moment
    tiles: tuple[Tile | OtherTile, ...]
    alarms: tuple[ShownAlarm, ...]
    lots: tuple[Lot, ...] = ()
    blind: bool = False
    """Whether the engine is not reached: what tables show now is not seen."""


def money(sums: Sums) -> Money:
    theory = sums.theory
    z = theory.deviations
    band: Band | None = None
    if z is not None:
        band = "within" if abs(z) <= WIDE else "above" if z > 0 else "below"
    counts = sums.rounds, sums.handle, sums.held, sums.voids, sums.late_bets
    return Money(*counts, theory.handle, theory.held, round(theory.expected), z, band)


def standing(
    alarms: Iterable[Alarm], acknowledged: Mapping[str, Acknowledged], now: Moment
) -> tuple[ShownAlarm, ...]:
    """Return the alarms that last, or that nobody has acknowledged: the gravest first, then those
    that wait for somebody, then those whose cause lasts, then the oldest.
    """
    shown = [
        ShownAlarm(alarm, is_grave(alarm.kind), acknowledged.get(alarm.id))
        for alarm in counting(alarms, now)
        if alarm.over is None or alarm.id not in acknowledged
    ]
    return tuple(sorted(shown, key=_urgency))


def tile(
    fold: Fold, alarms: Collection[ShownAlarm], hours: tuple[int, int], sight: Sight | None = None
) -> Tile:
    """Return a table's tile, with the money of these hours."""
    play = fold.play
    own = [shown for shown in alarms if shown.alarm.table == fold.table]
    return Tile(
        fold.table,
        play.game,
        play.limits,
        play.phase,
        play.round,
        play.opened,
        play.last,
        fold.takings.pace,
        play.spots,
        money(fold.takings.between(*hours)),
        len(own),
        sum(shown.grave for shown in own),
        play.in_doubt(*hours),
        play.shuffle,
        sight.behind_s if sight else None,
        lease(sight) if sight and sight.view and sight.view.linked else None,
        play.tournament,
    )


def other_tile(
    name: str, other: Other, alarms: Collection[ShownAlarm], *, silent: bool
) -> OtherTile:
    own = [shown for shown in alarms if shown.alarm.table == name]
    view = None if silent else other.seen.view
    grave = sum(shown.grave for shown in own)
    return OtherTile(name, other.of, view, len(own), grave, _unheard_since(own))


def _unheard_since(alarms: Iterable[ShownAlarm]) -> Moment | None:
    lasting = (shown.alarm for shown in alarms if shown.alarm.over is None)
    return next((alarm.since for alarm in lasting if alarm.kind in UNHEARD), None)


def closer(
    of: Tile, fold: Fold, hours: tuple[int, int], cards: Mapping[int, Hands] = MappingProxyType({})
) -> Table:
    """Return a table at a closer look, with the cards of its rounds as far as they are known."""
    rounds = (replace(over, cards=cards.get(over.number, {})) for over in fold.takings.rounds)
    bets = {name: money(sums) for name, sums in fold.takings.by_bet(*hours).items()}
    return Table(of, tuple(reversed(tuple(rounds))), bets)


def worst_first(tiles: Iterable[Tile | OtherTile]) -> tuple[Tile | OtherTile, ...]:
    """Return the tiles by their grave alarms, then by their others, then by name."""
    return tuple(sorted(tiles, key=lambda tile: (-tile.grave, -tile.alarms, tile.table)))


def newest(folds: Sequence[Fold]) -> list[Fold]:
    """Return the newest journal of each table, of journals in the order of their beginning."""
    return list({fold.table: fold for fold in folds}.values())


def _urgency(shown: ShownAlarm) -> tuple[bool, bool, bool, Moment, str]:
    alarm = shown.alarm
    is_over, is_seen = alarm.over is not None, shown.seen is not None
    return not shown.grave, is_seen, is_over, alarm.since, alarm.id
