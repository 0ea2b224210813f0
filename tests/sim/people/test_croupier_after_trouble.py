"""The simulated croupier goes on after restarts, voids, doors and a wheel out of service."""

from collections import Counter
from collections.abc import Callable
from random import Random
from threading import Event

import pytest

from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.rulings import (
    FaultShown,
    Refused,
    RoundVoided,
)
from sim.machines.punto_banco import PuntoBanco
from sim.machines.slingshot import SimSlingShot
from sim.machines.wheel_source import RouletteWheel
from sim.people.pack import ShuffledPack
from tests.kits.sim.counted_rulings import count, gained, is_at
from tests.kits.sim.played_table import PlayedTable, play, play_rounds

pytestmark = pytest.mark.long

AT_ONCE = 1000.0


# coming back


ACTS = [
    Act.OPEN_TABLE,
    Act.PLACE_BETS,
    Act.DEAL_CARD,
    Act.RESOLVE_LATE,
    Act.PAY_BET,
    Act.CONFIRM_PAID,
    Act.RETURN_BET,
    Act.MEND_FAULT,
]


@pytest.mark.parametrize("act", ACTS)
def test_restart_resumes_in_the_same_phase(act: Act) -> None:
    before = PlayedTable(speed=AT_ONCE, mishaps=0.1, seed=7)
    play(before, is_at(act), 40)
    after = PlayedTable(before.files, speed=AT_ONCE, seed=8)
    after.come_back()
    assert after.core.state.round.number == before.core.state.round.number
    play_rounds(after, 2)
    assert count(after.rulings, Refused) == 0
    assert count(after.rulings, RoundVoided) == 0


def test_restart_leaves_the_remaining_cards() -> None:
    gone = {parse_card("AS"): 8, parse_card("TD"): 3}
    pack = ShuffledPack(8, Random(1), gone)
    left = Counter(pack.draw_card() for _ in range(len(pack)))
    assert left == Counter({card: 8 - gone.get(card, 0) for card in FULL_PACK if card.name != "AS"})


# what may go wrong besides


def test_alarm_for_a_void_is_voided() -> None:
    table = PlayedTable(speed=AT_ONCE)
    play(table, lambda seen: len(seen.cards["banker"]) == 1, 1)
    table.sim.shoe.resume_game(PuntoBanco())
    play_rounds(table, 3)
    assert {r.code for r in table.rulings if isinstance(r, FaultShown)} == {"wrong_hand"}
    assert count(table.rulings, RoundVoided) == 1
    assert table.croupier.tray_gain == gained(table.rulings)


def test_opened_door_shut_and_cleared() -> None:
    table = PlayedTable(speed=AT_ONCE)
    play(table, is_at(Act.DEAL_CARD), 1)
    table.sim.move_door(Door.LOGIC, is_open=True)
    table.table.run_for(200)
    assert table.look().stopped
    play_rounds(table, 2)
    assert count(table.rulings, RoundVoided) == 0


def test_dead_end_is_voided_finally() -> None:
    table = PlayedTable(speed=AT_ONCE)
    play(table, is_at(Act.DEAL_CARD), 1)
    table.sim.shoe.damage = lambda _frame: b""
    for _ in range(12):
        table.croupier.step()
    table.sim.shoe.damage = None
    play_rounds(table, 2)
    assert table.croupier.mishap_counts["void"] == 1


def test_dismissed_croupier_stops() -> None:
    table = PlayedTable(speed=AT_ONCE)
    stop = Event()
    stop.set()
    table.croupier.run(stop)
    assert not table.sim.is_lit(Key.NO_MORE_BETS)


# a wheel that opens and closes


def roulette_wheel(table: PlayedTable) -> SimSlingShot:
    assert isinstance(table.sim.wheel, RouletteWheel)
    assert isinstance(table.sim.wheel.far_end, SimSlingShot)
    return table.sim.wheel.far_end


def closes(wheel: SimSlingShot) -> None:
    wheel.close_table()


def is_switched_off(wheel: SimSlingShot) -> None:
    wheel.power_cycle()


@pytest.mark.parametrize("mishap", [closes, is_switched_off])
def test_wheel_is_put_into_service_by_the_people(mishap: Callable[[SimSlingShot], None]) -> None:
    table = PlayedTable(game="roulette", speed=AT_ONCE, seed=4)
    play_rounds(table, 1)
    mishap(roulette_wheel(table))
    play_rounds(table, 2)
    codes = [ruling.code for ruling in table.rulings if isinstance(ruling, FaultShown)]
    assert "wheel_closed" in codes
    assert count(table.rulings, RoundVoided) == 0
