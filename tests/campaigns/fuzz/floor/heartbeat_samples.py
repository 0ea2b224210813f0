"""Heartbeats of tables, a bank and a tournament, as their uplinks send them."""

from collections.abc import Iterable
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.floor.heartbeat import (
    AnyHeartbeat,
    BankHeartbeat,
    BankView,
    MachineView,
    PitTableView,
    TableHeartbeat,
    TournamentHeartbeat,
    TournamentView,
)
from firmware.floor.places import place_subject
from tests.campaigns.fuzz.floor.hostile_senders import Sample, Voice
from tests.kits.floor.pit_kit import NOW
from tests.kits.floor_wire import place

VIEW: Final = PitTableView(
    game="roulette",
    phase="OPEN",
    round=1,
    stopped=False,
    limits=("5 $ – 500 $",),
    jackpot=None,
    jackpot_closed=None,
    linked=False,
    faults=(("display", "away"),),
    late=False,
    key_switch=False,
    doors_open=(),
    testing=False,
    locked=False,
)
MACHINE: Final = MachineView(1, "up", True, False, 100, 50, 4)
BANK: Final = BankView("bank", 5000, 1, 0, (MACHINE,), (Text("slots.alarm.lost"),), ())
GALA: Final = TournamentView(
    *("room", "play", 1, (25, 50), 0, False, True, 60, False, 12, 11),
    *({1: 6, 2: 5}, (5000,), (Text("hall.alarm.two_halls", {"table": "north"}),)),
)


def heartbeat_voices(tables: Iterable[str]) -> list[Voice]:
    """Return these tables, a bank and a tournament, each with a heartbeat of its own."""
    heartbeats: dict[str, AnyHeartbeat] = {
        "bank": BankHeartbeat(NOW, BANK),
        "room": TournamentHeartbeat(NOW, GALA),
        **{name: TableHeartbeat(NOW, VIEW, behind_s=1) for name in tables},
    }
    return [
        Voice(name, place_subject("seen", place(name)), [Sample(msgspec.json.encode(heartbeat))])
        for name, heartbeat in heartbeats.items()
    ]
