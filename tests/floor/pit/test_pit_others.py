"""A bank of machines and a tournament's hall in the pit: what they show, and alarms that stay."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from firmware.core.vocabulary.panel import Text
from firmware.floor.heartbeat import (
    AnyHeartbeat,
    BankHeartbeat,
    BankView,
    TableHeartbeat,
    TournamentHeartbeat,
    decode_heartbeat,
)
from firmware.floor.pit.alarm_policy import AlarmRank
from firmware.floor.pit.heartbeats import SILENT_AFTER_MS, SKEW_ALARM_MS, Heartbeats
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.uplink.bank import bank_heartbeat
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.technician.requests import Person
from firmware.shell.words.words import Words
from firmware.slots.requests import BankRequestHandler
from firmware.slots.status import make_bank_status
from firmware.tournament.pit_view import tournament_view
from tests.floor.pit.test_pit_sights import BEGAN, _iso
from tests.kits.floor.stores import empty_store
from tests.kits.offenders import each
from tests.kits.slots.bank_world import BankWorld, terms
from tests.kits.tournament.hall_machine import Machine, began

OPEN = Text("slots.alarm.open", {"machine": 3, "name": Text("slots.code.11"), "code": "11"})
JUMPED = Text("slots.alarm.jumped", {"machine": 3, "left": 2})
BANK = BankView("nord", None, 0, 0, (), (), ())


class Floor:
    """A pit over an empty store, at a time of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.now = BEGAN
        self.store = empty_store(folder / "ledger.db")
        self.watch = self.pit()

    def pit(self) -> FloorMonitor:
        sights = Heartbeats(lambda: self.now, lambda: self.now)
        sights.set_connected(is_connected=True)
        return FloorMonitor(self.store, (6, 14, 22), lambda: self.now, sights)

    def receive(self, seen: AnyHeartbeat, name: str = "nord") -> None:
        self.watch.heartbeats.receive(name, msgspec.json.encode(seen))
        self.watch.refresh()

    def bank(self, *alarms: Text) -> None:
        self.receive(BankHeartbeat(_iso(self.now), replace(BANK, alarms=alarms)))

    def hall(self, stage: str = "PLAY") -> None:
        view = replace(tournament_view(began(Machine(), "A", "B", "C")), stage=stage)
        self.receive(TournamentHeartbeat(_iso(self.now), view), stage)

    def wait(self, ms: int) -> None:
        self.now += ms
        self.watch.refresh()

    @property
    def screen(self) -> Any:
        self.watch.refresh()
        return msgspec.json.decode(self.watch.encoded_screen or b"{}")

    @property
    def alarms(self) -> list[tuple[str, bool]]:
        """The kinds of what waits, and whether each is over."""
        found = (shown["alarm"] for shown in self.screen["alarms"])
        return [(one["kind"], one["over"] is not None) for one in found]


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    found = Floor(tmp_path)
    yield found
    found.store.dispose()


# what is received


def test_table_of_earlier_program_is_read() -> None:
    assert decode_heartbeat(b'{"at":"now","view":null,"behind_s":3}') == TableHeartbeat(
        "now", None, 3
    )


@each(
    "seen",
    [
        TableHeartbeat("now", None),
        BankHeartbeat("now", None),
        BankHeartbeat("now", replace(BANK, alarms=(OPEN,))),
        TournamentHeartbeat("now", tournament_view(began(Machine(), "A", "B", "C"))),
    ],
)
def test_sent_message_is_read_alike(seen: AnyHeartbeat) -> None:
    assert decode_heartbeat(msgspec.json.encode(seen)) == seen


@each("octets", [b"", b"[]", b'{"of":"bank"}', b'{"of":"crowd","at":"now","view":null}', b"\xff"])
def test_invalid_message_is_ignored(octets: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        decode_heartbeat(octets)


def test_bank_status_has_every_shown_field() -> None:
    world = BankWorld(terms(2))
    world.run(3000)
    world.machines[1].open_door()
    world.run(1000)
    said = make_bank_status(world.bank)
    view = msgspec.json.decode(msgspec.json.encode(said), type=BankView)
    assert [alarm.key for alarm in view.alarms] == ["slots.alarm.open"]
    for name in BankView.__struct_fields__:
        if name != "machines":
            assert getattr(view, name) == getattr(said, name)
    assert [one.machine for one in view.machines] == [1, 2]


def test_bank_is_read_at_its_socket(tmp_path: Path) -> None:
    desk = BankRequestHandler(BankWorld(terms(2)).bank, threading.Lock(), nobody, lambda: BEGAN)
    with closing(LineSocket(tmp_path / "bank.sock", 0o600, desk.answer_request)):
        seen = bank_heartbeat(tmp_path / "bank.sock", "now")
    assert seen.view is not None
    assert seen.view.bank == "nord"
    assert bank_heartbeat(tmp_path / "bank.sock", "now") == BankHeartbeat("now", None)


def nobody(_name: str, _passphrase: str) -> Person:
    raise AssertionError


def test_pit_learns_no_player_of_a_hall() -> None:
    tournament = began(Machine(), "Anne Roy", "Luc Roy")
    view = tournament_view(tournament)
    assert (view.entered, view.left, view.tables) == (2, 2, {1: 2})
    assert b"Roy" not in msgspec.json.encode(view)
    assert sum(view.prizes) > 0


# tiles and alarms


def test_alarm_moves_no_tile(floor: Floor) -> None:
    floor.hall()
    floor.bank(OPEN)
    shown = [(tile["table"], tile["of"], tile["alarms"]) for tile in floor.screen["tiles"]]
    assert shown == [("nord", "bank", 1), ("PLAY", "hall", 0)]
    floor.hall("AFTER")
    names = [tile["table"] for tile in floor.screen["tiles"]]
    assert names == ["AFTER", "nord", "PLAY"]


def test_bank_alarm_goes_with_its_cause(floor: Floor) -> None:
    floor.bank(OPEN)
    assert floor.alarms == [("slots.alarm.open:3:11", False)]
    floor.bank()
    assert floor.alarms == []


def test_bank_alarm_has_present_values(floor: Floor) -> None:
    floor.bank(JUMPED)
    floor.bank(Text(JUMPED.key, {"machine": 3, "left": 1}))
    (shown,) = floor.screen["alarms"]
    assert shown["rank"] <= AlarmRank.HIGH
    said = msgspec.convert(shown["alarm"]["values"]["said"], Text)
    assert "people who must still look: 1" in Words.load("en").render(said)


def test_recovered_link_is_no_alarm(floor: Floor) -> None:
    deaf = Text("slots.alarm.deaf", {"machine": 3})
    floor.bank(deaf)
    floor.now += 10_000
    floor.bank()
    assert floor.alarms == []
    floor.bank(deaf)
    for _ in range(3):
        floor.now += 10_000
        floor.bank(deaf)
    assert floor.alarms == [("slots.alarm.deaf:3", False)]


def test_bank_silent_for_15_s_is_alarm(floor: Floor) -> None:
    floor.bank(OPEN)
    floor.wait(SILENT_AFTER_MS)
    assert floor.alarms == [("slots.alarm.open:3:11", False)]
    floor.wait(1)
    assert floor.alarms == [("bank_silent", False)]
    (tile,) = floor.screen["tiles"]
    assert (tile["view"], tile["unheard_since"]) == (None, floor.now)
    floor.bank()
    assert floor.alarms == []
    assert floor.screen["tiles"][0]["unheard_since"] is None


def test_unreachable_bank_host_is_an_alarm(floor: Floor) -> None:
    floor.receive(BankHeartbeat(_iso(floor.now), None))
    assert floor.alarms == [("no_bank", False)]
    assert floor.screen["tiles"][0]["unheard_since"] == floor.now


def test_bank_wire_down_is_one_grave_alarm(floor: Floor) -> None:
    floor.bank(Text("slots.alarm.wire", {"count": 30}))
    (shown,) = floor.screen["alarms"]
    assert shown["rank"] <= AlarmRank.HIGH


def test_restart_preserves_silent_bank_alarm(floor: Floor) -> None:
    floor.bank()
    floor.wait(SILENT_AFTER_MS + 1)
    floor.watch = floor.pit()
    assert floor.alarms == [("bank_silent", False)]


def test_only_a_hall_in_play_must_report(floor: Floor) -> None:
    for stage in ("SALE", "PLAY", "TIME_OVER", "OVER"):
        floor.hall(stage)
    floor.wait(SILENT_AFTER_MS + 1)
    silent = {shown["alarm"]["table"] for shown in floor.screen["alarms"]}
    assert silent == {"PLAY", "TIME_OVER"}


def test_bank_clock_error_is_an_alarm(floor: Floor) -> None:
    floor.receive(BankHeartbeat(_iso(floor.now - SKEW_ALARM_MS - 1000), BANK))
    assert floor.alarms == [("skew", False)]


@each(
    "ending",
    [
        BankHeartbeat(_iso(BEGAN), BANK, "2026-12-20"),
        BankHeartbeat(_iso(BEGAN), None, "2026-12-20"),
        TournamentHeartbeat(_iso(BEGAN), tournament_view(began(Machine(), "A", "B")), "2026-12-20"),
    ],
)
def test_old_certificate_alarms_until_renewed(
    ending: BankHeartbeat | TournamentHeartbeat, tmp_path_factory: pytest.TempPathFactory
) -> None:
    floor = Floor(tmp_path_factory.mktemp("floor"))
    floor.receive(ending)
    (shown,) = [one for one in floor.screen["alarms"] if one["alarm"]["kind"] == "certificate"]
    said = Text(shown["keys"]["alarm"], {"table": "nord", **shown["alarm"]["values"]})
    for lang, day in (("fr", "expire le 2026-12-20"), ("en", "runs out on 2026-12-20")):
        words = Words.load(lang).render(said)
        assert day in words
        assert "croupier floor keys" in words
    floor.receive(replace(ending, certificate_ends=None))
    assert "certificate" not in dict(floor.alarms)
    floor.store.dispose()


def test_a_day_that_is_none_is_set_aside(floor: Floor) -> None:
    floor.receive(BankHeartbeat(_iso(floor.now), BANK, "<b>soon</b>"))
    assert floor.alarms == [("unread_heartbeat", False)]


def test_absent_hall_waits_for_somebody(floor: Floor) -> None:
    view = tournament_view(began(Machine(), "A", "B"))
    back = replace(view, alarms=(Text("hall.alarm.came_back"),))
    floor.receive(TournamentHeartbeat(_iso(floor.now), back), "room")
    assert floor.alarms == [("hall.alarm.came_back", False)]
    assert floor.screen["alarms"][0]["rank"] == AlarmRank.URGENT
