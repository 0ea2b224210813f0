"""Articles 91, 94 and 95: a win is reported with its amount until it is paid, or taken back."""

from firmware.slots.alarms import bank_alarms
from firmware.slots.entries import DefectDecided, MachineAcknowledged
from firmware.slots.play_state import UNKNOWN_AMOUNT, DefectiveGame, GameInProgress
from firmware.slots.requests import further_steps
from tests.kits.offenders import each
from tests.kits.slots.bank_world import BASE, BEGIN, BankWorld, terms


def world_in_game() -> BankWorld:
    world = BankWorld(terms(1))
    world.run(4000)
    world.machines[1].begin_game(2)
    world.run(2000)
    return world


def tilted(world: BankWorld) -> BankWorld:
    world.machines[1].raise_tilt()
    world.run(2500)
    return world


def ended(world: BankWorld, won: int) -> BankWorld:
    world.machines[1].end_game(won)
    world.run(3000)
    return world


def decides(world: BankWorld) -> None:
    world.bank.take_entry(DefectDecided(1, BEGIN, "anne", "machine", 50))


def looks(world: BankWorld, *people: str) -> None:
    for who in people:
        world.bank.take_entry(MachineAcknowledged(1, BEGIN, who))


def alarm_values(world: BankWorld) -> dict[str, dict[str, object]]:
    found = {
        one.key.removeprefix("slots.alarm."): dict(one.values) for one in bank_alarms(world.state)
    }
    for values in found.values():
        del values["machine"]
    return found


def test_won_lot_shown_until_paid_91() -> None:
    world = world_in_game()
    world.machines[1].win_jackpot()
    ended(world, 0)
    assert alarm_values(world) == {"lot_won": {"lot_cents": BASE}}
    world.start()
    assert alarm_values(world) == {"lot_won": {"lot_cents": BASE}}, "a power cut forgets nothing"
    world.machines[1].hand_pay()
    world.run(3000)
    assert alarm_values(world) == {}


def test_lot_paid_before_reading_awaits_nobody_91() -> None:
    world = world_in_game()
    world.machines[1].win_jackpot()
    world.machines[1].hand_pay()
    ended(world, 0)
    assert (world.state.jackpots_won, alarm_values(world)) == (1, {})


def test_lot_without_hand_pay_needs_two_people_91() -> None:
    world = world_in_game()
    machine = world.machines[1]
    machine.jackpot.won_cents = BASE
    machine.exceptions.put_exception(0x56)
    ended(world, 0)
    assert alarm_values(world) == {"lot_credited": {"lot_cents": BASE, "left": 2}}
    assert world.machine().needs_acknowledgement
    looks(world, "anne", "luc")
    assert alarm_values(world) == {}


def test_later_disturbance_voids_the_lot_94_95() -> None:
    world = world_in_game()
    before = world.state.jackpot_thousandths
    world.machines[1].win_jackpot()
    world.run(3000)
    tilted(world)
    assert (world.state.jackpot_thousandths, world.state.jackpots_won) == (before, 0)
    assert alarm_values(world)["lot_not_won"] == {"lot_cents": BASE}
    assert alarm_values(world).keys() == {"lot_not_won", "defective", "hand_pay_void"}


def test_earlier_disturbance_voids_the_lot_94_95() -> None:
    world = tilted(world_in_game())
    before = world.state.jackpot_thousandths
    world.machines[1].win_jackpot()
    ended(world, 0)
    assert (world.state.jackpot_thousandths, world.state.jackpots_won) == (before, 0)
    assert alarm_values(world)["lot_not_won"] == {"lot_cents": BASE}
    decides(world)
    assert alarm_values(world).keys() == {"lot_not_won", "hand_pay_void", "after_decision"}
    looks(world, "anne", "luc")
    assert alarm_values(world).keys() == {"hand_pay_void"}


def test_defective_game_s_credit_is_shown_94_95() -> None:
    world = ended(tilted(world_in_game()), 20)
    assert alarm_values(world)["credited"] == {"credited_cents": 500}
    decides(world)
    assert alarm_values(world) == {}


@each(
    "credited, won, keys",
    [
        (0, 0, []),
        (500, 0, ["take_off"]),
        (UNKNOWN_AMOUNT, 0, ["see_credits"]),
        (None, 0, ["not_over"]),
        (0, BASE, ["lot_not_won"]),
    ],
)
def test_decision_names_the_amount_to_recover_94_95(
    credited: int | None, won: int, keys: list[str]
) -> None:
    defect = DefectiveGame(0, 0x20, GameInProgress(0, 0, 0, 0, won), 50, credited)
    assert [text.key for text in further_steps(defect)] == [f"slots.{key}" for key in keys]


def test_win_after_decision_is_alarm_95() -> None:
    world = tilted(world_in_game())
    decides(world)
    assert alarm_values(world) == {}
    ended(world, 10)
    assert alarm_values(world) == {
        "credited": {"credited_cents": 250},
        "after_decision": {"left": 2},
    }
    looks(world, "anne", "anne")
    assert alarm_values(world)["after_decision"] == {"left": 1}
    looks(world, "luc")
    assert alarm_values(world) == {}


def test_no_win_after_decision_ends_it_95() -> None:
    world = tilted(world_in_game())
    decides(world)
    ended(world, 0)
    assert alarm_values(world) == {}
    world.machines[1].begin_game(1)
    world.run(3000)
    assert world.machine().play_state.defective_games == []


def test_next_game_is_not_the_defective_one_94_95() -> None:
    world = ended(tilted(world_in_game()), 0)
    decides(world)
    world.machines[1].begin_game(1)
    world.run(2000)
    world.machines[1].win_jackpot()
    ended(world, 50)
    assert world.state.jackpots_won == 1
    assert alarm_values(world).keys() == {"lot_won"}


def test_overlapping_game_leaves_credit_unknown() -> None:
    world = tilted(world_in_game())
    world.wire.taps[1].transmits = False
    for won in (10, 0):
        world.machines[1].end_game(won)
        world.machines[1].begin_game(1)
    world.wire.taps[1].transmits = True
    world.run(6000)
    assert "credited_unknown" in alarm_values(world)


def test_win_of_next_game_is_not_of_the_defective_one_91() -> None:
    """Behind a cut link its 56 comes before the queued 7E of its game (SAS 6.02, 2.2.1)."""
    world = tilted(world_in_game())
    ended(world, 0)
    decides(world)
    world.wire.taps[1].transmits = False
    machine = world.machines[1]
    machine.begin_game(3)
    machine.exceptions.put_exception(0x66)
    machine.win_jackpot()
    world.run(3000)
    machine.end_game()
    world.wire.taps[1].transmits = True
    world.run(6000)
    assert world.state.jackpots_won == 1
    assert alarm_values(world) == {"lot_won": {"lot_cents": BASE}}
