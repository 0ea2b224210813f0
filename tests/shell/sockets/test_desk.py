"""The desk of Keno: tickets over a socket, control numbers, the operating system's chance."""

import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.core.vocabulary.events import KeyPressed, KeySwitchTurned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.desk.desk import (
    CONTROL_ALPHABET,
    CONTROL_NUMBER_LENGTH,
    KENO_NUMBERS,
    computer_draw,
    control_number,
)
from firmware.shell.desk.desk_socket import TicketSale
from tests.kits.shell.served_desk import DAY, ServedDesk, serving_desk

HARDLY_EVER = 140
"""Chi squared with 79 degrees of freedom: once in ten thousand."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedDesk]:
    with serving_desk(tmp_path / "desk.sock") as served:
        yield served


def test_ticket_sold_drawn_and_paid_once(served: ServedDesk) -> None:
    assert served.ask(TicketSale(1, 200, numbers=(7,))) == (True, 200, "")
    control = served.control
    served.draw()
    assert served.ask(claim=control.lower()) == (True, 600, "")
    done, cents, why = served.ask(claim=control)
    assert (done, cents) == (False, 0)
    assert "paid already" in why


def test_86_unissued_number_wins_nothing(served: ServedDesk) -> None:
    done, _, why = served.ask(claim="ABCD")
    assert not done
    assert "not known" in why


def test_86_nothing_is_due_after_the_delay(served: ServedDesk) -> None:
    served.ask(TicketSale(1, 200, numbers=(7,)))
    control = served.control
    served.draw()
    served.day = DAY + 366
    done, _, why = served.ask(claim=control)
    assert not done
    assert "delay" in why or "time" in why or "claim" in why


def test_80_quick_pick_has_its_count(served: ServedDesk) -> None:
    assert served.ask(TicketSale(1, 200, quick_pick=2))[0]
    (ticket,) = served.table.state.device.tickets
    assert len(set(ticket.numbers)) == 2
    assert set(ticket.numbers) <= set(KENO_NUMBERS)


@pytest.mark.parametrize(
    "sale",
    [
        TicketSale(1, 200),
        TicketSale(1, 200, numbers=(1,), quick_pick=1),
        TicketSale(1, 200, quick_pick=81),
        TicketSale(1, 200, quick_pick=-1),
        TicketSale(1, 200, numbers=(1, 1)),
        TicketSale(1, 200, numbers=(0,)),
        TicketSale(1, 200, numbers=(1, 2, 3)),
        TicketSale(1, 0, numbers=(1,)),
        TicketSale(1, 200, draws=0, numbers=(1,)),
    ],
    ids=str,
)
def test_impossible_ticket_refused_in_words(served: ServedDesk, sale: TicketSale) -> None:
    done, _, why = served.ask(sale)
    assert not done
    assert why
    assert served.table.state.device.tickets == ()


def test_voided_draw_returns_every_stake(served: ServedDesk) -> None:
    served.ask(TicketSale(1, 200, draws=2, numbers=(7,)))
    served.table.handle(KeySwitchTurned(on=True), 0)
    served.rulings += served.table.handle(KeyPressed(Key.VOID_ROUND), 0)
    lines = [ruling for ruling in served.rulings if isinstance(ruling, BetSettled)]
    assert [(line.outcome, line.returned) for line in lines] == [("push", 200)]


def test_only_service_group_opens_the_desk(served: ServedDesk) -> None:
    assert served.path.stat().st_mode & 0o777 == 0o660


@pytest.mark.parametrize("said", [b"\n", b"{}\n", b"[1]\n", b'{"sell": 5}\n', b"\xff\n"])
def test_garbage_sells_nothing(served: ServedDesk, said: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(str(served.path))
        client.sendall(said)
        with client.makefile("rb") as answer:
            assert b'"done":false' in answer.readline()
    assert served.table.state.device.tickets == ()


# chance


def test_control_numbers_are_unique() -> None:
    numbers = {control_number() for _ in range(2000)}
    assert len(numbers) == 2000
    assert {len(number) for number in numbers} == {CONTROL_NUMBER_LENGTH}
    assert set("".join(numbers)) == set(CONTROL_ALPHABET)


@pytest.mark.clause("ANZ 1.27.3(b)", "ANZ 1.27.13(b)")
def test_75_computer_draw_is_uniform() -> None:
    draws = [computer_draw().symbols for _ in range(4000)]
    assert all(len(set(symbols)) == 20 for symbols in draws)
    count = Counter(symbol for symbols in draws for symbol in symbols)
    assert set(count) == set(map(str, KENO_NUMBERS))
    spread = sum((n - 1000) ** 2 / 1000 for n in count.values())
    assert spread < HARDLY_EVER
