"""Keno, articles 84 and 86: claims, what is kept of tickets, and tickets of a test."""

import json
from random import Random

import pytest

from firmware.core.games.keno import keno
from firmware.core.games.keno.keno import REMEMBERED_TICKETS
from firmware.core.vocabulary.events import (
    FaultRaised,
    KeySwitchTurned,
    TestBegun,
    TestEnded,
    TicketClaimed,
)
from firmware.core.vocabulary.keys import Key
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from tests.kits.core.keno_desk import HIGH, LOW, Desk
from tests.kits.core.table_kit import kinds, refusals
from tests.kits.offenders import each

# 84 and 86: claims


def test_86_winning_ticket_is_paid_once() -> None:
    desk = Desk()
    desk.ask([1])
    desk.ask([30])
    assert desk.claim("A") == "why.ticket_not_won"
    desk.draw()
    assert desk.claim("A") == 300
    assert desk.claim("A") == "why.ticket_paid"
    assert desk.claim("B") == "why.ticket_not_won"


def test_86_running_ticket_is_paid_its_wins_so_far() -> None:
    desk = Desk()
    desk.ask([1, 2, 3], draws=3)
    desk.draw()
    assert desk.claim("A") == 3000
    assert desk.claim("A") == "why.ticket_paid"
    desk.draw(HIGH)
    desk.draw(HIGH)
    assert desk.claim("A") == 200
    assert desk.claim("A") == "why.ticket_paid"


def test_84_register_prevails() -> None:
    desk = Desk()
    assert desk.claim("FORGED") == "why.ticket_unknown"
    desk.ask([], control="REFUSED")
    desk.draw()
    assert desk.claim("REFUSED") == "why.ticket_unknown"


def test_86_claim_ends_with_last_day() -> None:
    for day, reported in ((10, 300), (11, "why.ticket_expired")):
        desk = Desk(claim_days=10)
        desk.ask([1])
        desk.draw()
        assert desk.claim("A", day) == reported
    desk.ask([1], day=11)
    assert desk.claim("A", 11) == "why.ticket_expired"
    assert list(desk.game.sold_tickets) == ["B"]


def test_only_finished_tickets_dropped() -> None:
    desk = Desk()
    desk.ask([1], control="won")
    for number in range(REMEMBERED_TICKETS + 10):
        desk.ask([30], control=f"lost {number}")
    desk.draw()
    assert len(desk.game.finished_tickets) == REMEMBERED_TICKETS
    assert desk.claim("lost 0") == "why.ticket_unknown"
    assert desk.claim("won") == 300


# money, memory


@each("seed", range(20))
def test_later_events_change_no_claim(seed: int) -> None:
    """Every draw the table is put away and taken out again, as by a power cut."""
    chance, desk = Random(seed), Desk()
    controls, won, paid = [], {}, 0
    for _ in range(12):
        for _ in range(chance.randrange(4)):
            picks = chance.sample(range(1, 81), chance.choice([1, 2, 3, 10]))
            said = desk.ask(picks, chance.randrange(1, 500), chance.randrange(1, 4))
            controls += [ruling.ticket.control for ruling in said]
        balls = tuple(map(str, chance.sample(range(1, 81), 20)))
        for on, (_, cents, _) in desk.draw(balls).items():
            won[on] = won.get(on, 0) + cents
        memory = json.loads(json.dumps(desk.game.memory))
        before = desk.game.memory, desk.game.carried
        desk.table.resume_from(desk.table.checkpoint())
        desk.game.remember(memory)
        assert (desk.game.memory, desk.game.carried) == before
        if controls and chance.random() < 0.5:
            cents = desk.claim(chance.choice(controls))
            paid += cents if isinstance(cents, int) else 0
    for control in controls:
        cents = desk.claim(control)
        paid += cents if isinstance(cents, int) else 0
    assert paid == sum(won.values())


def test_balls_are_keyed_and_undone() -> None:
    desk = Desk()
    desk.ask([1])
    for ball in LOW:
        for digit in ball:
            desk.press(Key[f"DIGIT_{digit}"])
        desk.press(Key.END_NUMBER)
    assert desk.game.draw_number == 2
    desk.press(Key.UNDO)
    assert (desk.game.draw_number, desk.claim("A")) == (1, "why.ticket_not_won")
    assert desk.draw(HIGH) == {"ticket:1": ("lose", 0, 0)}


def test_checkpoint_limits_ticket_sales(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keno, "MOST_TICKETS", 3)
    desk = Desk()
    for _ in range(3):
        assert refusals(desk.ask([1])) == []
    assert refusals(desk.ask([2])) == ["why.ticket_full"]
    desk.draw(HIGH)
    assert refusals(desk.ask([2])) == []


# in a test


def test_test_ticket_is_marked_worthless() -> None:
    desk = Desk()
    desk.ask([1])
    desk.tell(TestBegun())
    desk.press(Key.CONFIRM)
    (issued,) = desk.ask([1])
    assert issued.ticket.test
    assert desk.draw() == {"ticket:1": ("win", 300, 1)}
    assert kinds(desk.tell(TicketClaimed("B"))) == ["TicketPaid"]
    assert refusals(desk.tell(TicketClaimed("A"))) == ["why.claim_later"]
    assert not refusals(desk.tell(TestEnded()))
    assert refusals(desk.tell(TicketClaimed("B"))) == ["why.ticket_unknown"]
    assert desk.draw() == {"ticket:1": ("win", 300, 1)}
    assert [ticket.test for ticket in desk.table.state.device.tickets] == [False, True]
    assert "ESSAI" in DisplayScreens(Words.load("fr")).ticket_lines(desk.panel)[1][1][0]


@pytest.mark.parametrize("code", ["clock_back", "clock_forward"])
def test_86_no_claim_lapses_if_clock_is_doubtful(code: str) -> None:
    desk = Desk()
    desk.ask([1])
    desk.draw()
    (ticket,) = desk.game.sold_tickets
    late = desk.game.sold_tickets[ticket].ticket.claim_until + 1
    desk.tell(FaultRaised("host", code, {"seconds": "315360000"}))
    assert desk.claim(ticket, late) == "why.stopped"
    desk.tell(KeySwitchTurned(on=True))
    desk.press(Key.CLEAR_FAULTS)
    assert desk.claim(ticket, late - 1) == 300
