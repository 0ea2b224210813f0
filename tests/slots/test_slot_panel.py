"""The panel shows the lot (91), and nothing that may be old; the bank's view shows each machine."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.words.words import Words
from firmware.slots.panel.server import SERVED_FILES, PanelServer
from firmware.slots.panel.views import bank_view, jackpot_view
from firmware.slots.requests import BankRequestHandler
from firmware.slots.status import make_bank_status
from sim.slot_machine.machine import Cabinet, SimSlotMachine
from tests.kits.slots.bank_world import BankWorld, terms

ANY = ("127.0.0.1", 0)
FRENCH, ENGLISH = Words.load("fr"), Words.load("en")


@pytest.fixture
def world() -> BankWorld:
    world = BankWorld(terms(3))
    world.run(3000)
    return world


def test_panel_shows_the_lot_91(world: BankWorld) -> None:
    assert "10\u00a0000,00\u00a0$" in jackpot_view(make_bank_status(world.bank), FRENCH)
    assert "$10,000.00" in jackpot_view(make_bank_status(world.bank), ENGLISH)


def test_stale_amount_is_not_shown() -> None:
    assert jackpot_view(None, FRENCH) == '<p class="lot">–</p>'
    assert "croupier slots serve" in bank_view(None, ENGLISH)


def test_bank_shows_alarms_and_machines(world: BankWorld) -> None:
    world.machines[1].open_door()
    world.machines[2].begin_game(3)
    world.machines[3].reset_meters()
    world.run(3000)
    said = bank_view(make_bank_status(world.bank), ENGLISH)
    assert "slot door open (11)" in said
    assert '<li class=" playing"><h2 class="">2</h2>' in said
    assert '<li class="held"><h2 class="">3</h2>' in said


def test_machine_text_is_no_html() -> None:
    world = BankWorld(terms(1), [SimSlotMachine(Cabinet(1, pay_table="<b>&"))])
    world.run(3000)
    assert "pay table &lt;b&gt;&amp;" in bank_view(make_bank_status(world.bank), ENGLISH)


@contextmanager
def served(world: BankWorld, folder: Path) -> Iterator[HTTPConnection]:
    desk = BankRequestHandler(
        world.bank, threading.Lock(), lambda name, passphrase: None, lambda: 0
    )
    place = folder / "machines.sock"
    socket, server = LineSocket(place, 0o600, desk.answer_request), PanelServer(ANY, place, ENGLISH)
    with closing(socket), server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        with closing(HTTPConnection(*server.server_address[:2])) as browser:
            yield browser
        server.shutdown()


def test_browser_has_both_views_only(world: BankWorld, tmp_path: Path) -> None:
    found = {}
    with served(world, tmp_path) as browser:
        browser.request("GET", "/bank", headers={"Host": "foreign.example"})
        foreign = browser.getresponse()
        assert foreign.status == 403
        foreign.read()
        for path in ("/", "/bank", "/lot/shown", "/bank/shown", "/panel.js", "/nothing", "/lot/x"):
            browser.request("GET", path)
            answer = browser.getresponse()
            found[path] = answer.status, answer.read().decode()
    assert [status for status, _ in found.values()] == [200] * 5 + [404] * 2
    assert 'data-view="lot"' in found["/"][1]
    assert 'data-view="bank"' in found["/bank"][1]
    assert "$10,000.00" in found["/lot/shown"][1]
    assert all(path.exists() for path in SERVED_FILES.values())
