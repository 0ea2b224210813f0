"""The alarms of a table, by its facts: each begins with one, and most end with another."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from firmware.floor.pit.fact import Moment, Told


class Alarm(msgspec.Struct, frozen=True):
    """Something that a person must see. `over` is None as long as its cause lasts."""

    id: str
    kind: str
    table: str
    since: Moment
    over: Moment | None = None
    values: dict[str, Any] = {}


BEGIN: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "FaultShown": ("fault", ("part", "code")),
    "LateBet": ("late_bet", ("place",)),
    "DoorMoved": ("door", ("door",)),
    "KeySwitchTurned": ("key", ()),
    "PowerLost": ("power", ()),
}
"""By fact: the alarm that begins with it, and the fields that tell one from another."""
END: Final[Mapping[str, str]] = {
    "FaultCleared": "fault",
    "LateResolved": "late_bet",
    "DoorMoved": "door",
    "KeySwitchTurned": "key",
    "PowerReturned": "power",
}
SWITCHED: Final = {"DoorMoved": "open", "KeySwitchTurned": "on"}
"""Facts that begin an alarm if a field is true, and otherwise end it."""
SWEPT: Final[Mapping[str, tuple[str, ...]]] = {
    "RoundOpened": ("late_bet",),
    "started": ("power", "door", "key"),
}
"""By fact: the alarms that can't last beyond it, whatever they were about."""
PASSING: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "RoundVoided": ("void", ("round",)),
    "LotCalled": ("lot_called", ("round",)),
    "ClearAllowed": ("override", ("part", "code")),
    "ClockStepped": ("clock", ("seconds",)),
}
"""By fact: the alarm that is over as it begins."""
GRAVE: Final = frozenset(
    {
        *("fault", "late_bet", "lot_called", "power", "altered", "chain_broken", "fact_differs"),
        *("two_journals", "cut", "tray", "unread"),
        *("silent", "no_answer", "behind", "locked", "lot_history"),
        *("bank_silent", "no_bank", "hall_silent", "hall.alarm.came_back"),
        *(f"slots.alarm.{why}" for why in ("wire", "lost", "deaf")),
        *(f"slots.alarm.{why}" for why in ("differs", "under_83", "defective", "lot_won")),
        *(f"slots.alarm.{why}" for why in ("lot_credited", "lot_twice", "lot_amount")),
        *(f"slots.alarm.{why}" for why in ("defective_unknown", "ran_back", "jumped", "reset")),
    }
)
"""Alarms that come before all others; of one that its bank tells, the words without what they are
about.
"""
BEARABLE_S: Final = 2
"""By how much a table's clock may be set without an alarm."""
TOLERATED_MS: Final[Mapping[str, Moment]] = {
    "key": 300_000,
    "lot_silent": 30_000,
    "slots.alarm.doubtful": 30_000,
    "slots.alarm.deaf": 30_000,
}
"""How long a cause may last before it is an alarm: the link to a machine comes back by itself."""


def sounded(alarms: tuple[Alarm, ...], told: Told, table: str) -> tuple[Alarm, ...]:
    """Return a table's alarms after its next fact."""
    swept = SWEPT.get(told.name, ())
    alarms = tuple(_ended(alarm, told.at) if alarm.kind in swept else alarm for alarm in alarms)
    if told.name in PASSING:
        return _passing(alarms, told, table)
    if told.name in BEGIN and told.what.get(SWITCHED.get(told.name, ""), True):
        return _begun(alarms, told, table)
    if told.name in END:
        return _without(alarms, told, END[told.name])
    return alarms


def counting(alarms: Iterable[Alarm], now: Moment) -> list[Alarm]:
    """Return the alarms whose cause lasts, or has lasted, for longer than is tolerated."""
    return [
        alarm
        for alarm in alarms
        if (alarm.over or now) - alarm.since >= TOLERATED_MS.get(_words(alarm.kind), 0)
    ]


def is_grave(kind: str) -> bool:
    return _words(kind) in GRAVE


def _words(kind: str) -> str:
    """Return a kind without what it is about."""
    return kind.partition(":")[0]


def _begun(alarms: tuple[Alarm, ...], told: Told, table: str) -> tuple[Alarm, ...]:
    """Begin an alarm, unless the same one lasts already."""
    kind, names = BEGIN[told.name]
    new = Alarm(told.id, kind, table, told.at, None, _values(told, names))
    same = (new.kind, new.values, new.over)
    return alarms if any((a.kind, a.values, a.over) == same for a in alarms) else (*alarms, new)


def _passing(alarms: tuple[Alarm, ...], told: Told, table: str) -> tuple[Alarm, ...]:
    kind, names = PASSING[told.name]
    if kind == "clock" and abs(told.what["seconds"]) <= BEARABLE_S:
        return alarms
    return (*alarms, Alarm(told.id, kind, table, told.at, told.at, _values(told, names)))


def _without(alarms: tuple[Alarm, ...], told: Told, kind: str) -> tuple[Alarm, ...]:
    """End the alarms of that kind about the same thing."""
    about = _values(told, next(names for of, names in BEGIN.values() if of == kind))
    return tuple(
        _ended(alarm, told.at) if (alarm.kind, alarm.values) == (kind, about) else alarm
        for alarm in alarms
    )


def _ended(alarm: Alarm, at: Moment) -> Alarm:
    return alarm if alarm.over is not None else replace(alarm, over=at)


def _values(told: Told, names: tuple[str, ...]) -> dict[str, Any]:
    values = {name: told.what[name] for name in names if name in told.what}
    if "place" in values:
        values["spot"], values["on"] = values.pop("place")
    return values
