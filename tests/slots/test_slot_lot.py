"""The lot and what feeds it: articles 88, 89, 91 and 93 at machines that are played."""

from itertools import pairwise

from msgspec.structs import replace

from drivers.sas.polls import MAX_JACKPOT_CENTS
from drivers.sas.responses import COIN_IN_METER, COIN_OUT_METER, GAMES_PLAYED_METER
from firmware.core.games.slot_machine import THOUSANDTHS
from firmware.core.vocabulary.panel import Text
from firmware.slots.alarms import bank_alarms, bank_notes
from firmware.slots.contributions import is_contributing
from firmware.slots.entries import DefectDecided, MachineAcknowledged
from firmware.slots.returns import MIN_PLAYS, game_returns
from firmware.slots.terms import WHOLE_MACHINE, BankTerms, GameTerms
from sim.slot_machine.machine import Cabinet, SimSlotMachine
from tests.kits.offenders import each
from tests.kits.slots.bank_world import BASE, BEGIN, REGISTERED, BankWorld, terms

SETTLED = 4000


def identified_bank(bank: BankTerms | None = None, *machines: SimSlotMachine) -> BankWorld:
    """Return a bank whose machines have said who they are, and have been read."""
    world = BankWorld(bank or terms(), machines)
    world.run(SETTLED)
    return world


def played(world: BankWorld, coins: int, won: int = 0, address: int = 1) -> None:
    machine = world.machines[address]
    machine.begin_game(coins)
    world.run(2500)
    machine.end_game(won)
    world.run(SETTLED)


def looks(world: BankWorld, who: str, address: int = 1) -> None:
    world.bank.take_entry(MachineAcknowledged(address, BEGIN + world.now, who))


def keys(world: BankWorld) -> list[str]:
    return [alarm.key.removeprefix("slots.alarm.") for alarm in bank_alarms(world.state)]


def test_each_coin_adds_its_part_91() -> None:
    world = identified_bank()
    assert world.state.jackpot_cents == BASE
    played(world, 3)
    played(world, 2, address=2)
    assert world.state.jackpot_thousandths == BASE * THOUSANDTHS + 5 * 25 * 10
    assert [world.machine(at).contributions.counted_cents for at in (1, 2)] == [75, 50]


def test_play_before_first_reading_adds_nothing() -> None:
    machine = SimSlotMachine(Cabinet(1))
    machine.meters[0][COIN_IN_METER] = 99_999_000
    world = identified_bank(terms(1), machine)
    assert world.state.jackpot_cents == BASE
    assert world.machine().contributions.counted_cents == 0


def test_machines_get_lot_each_second_91() -> None:
    world = identified_bank()
    reported = [at for at, sent in world.sent if sent[:2] == b"\0\x80"]
    assert [later - at for at, later in pairwise(reported)] == [1000] * 3
    assert [one.jackpot.shown_cents for one in world.machines.values()] == [BASE, BASE]


def test_unrepresentable_lot_is_an_alarm_unsent_91() -> None:
    world = identified_bank(terms(1, permille=1000, base=MAX_JACKPOT_CENTS))
    assert keys(world) == []
    played(world, 1)
    reported = len([sent for _, sent in world.sent if sent[:2] == b"\0\x80"])
    world.run(3000)
    assert world.state.jackpot_cents == MAX_JACKPOT_CENTS + 25
    assert keys(world) == ["lot_unsaid", "lot_unheard"]
    assert len([sent for _, sent in world.sent if sent[:2] == b"\0\x80"]) == reported


def test_won_lot_restarts_at_base_plus_later_coins_91() -> None:
    world = identified_bank(terms(2, permille=1000))
    played(world, 3)
    world.machines[1].begin_game(1)
    world.run(SETTLED)
    cents = world.machines[1].win_jackpot()
    world.machines[2].begin_game(2)
    world.machines[1].end_game()
    world.run(2 * SETTLED)
    assert cents == BASE + 100
    assert world.state.jackpots_won == 1
    assert world.state.jackpot_cents == BASE + 50
    assert world.machines[1].jackpot.won_cents == 0, "the host has taken it"


def test_win_repeated_after_power_cut_moves_nothing() -> None:
    world = identified_bank()
    world.machines[1].begin_game(1)
    world.run(SETTLED)
    world.machines[1].win_jackpot()
    while not world.state.jackpots_won:
        world.run(1)
    world.start()
    world.run(30_000)
    assert world.state.jackpots_won == 1


def test_two_winners_at_once_are_both_paid_91() -> None:
    world = identified_bank(terms(2, permille=1000))
    played(world, 3)
    for machine in world.machines.values():
        machine.begin_game(1)
    world.run(SETTLED)
    won = [machine.win_jackpot() for machine in world.machines.values()]
    world.run(SETTLED)
    assert won == [BASE + 125] * 2
    assert (world.state.jackpots_won, world.state.jackpot_cents) == (2, BASE)
    assert world.state.reserve_thousandths == -125 * THOUSANDTHS
    assert keys(world).count("lot_twice") == 1
    assert bank_notes(world.state) == [Text("slots.note.reserve", {"owed_cents": 125})]


def test_win_reported_after_two_others_is_paid_91() -> None:
    world = identified_bank(terms(3, permille=1000))
    played(world, 3)
    for machine in world.machines.values():
        machine.begin_game(1)
    world.run(SETTLED)
    world.wire.taps[1].transmits = False
    first = world.machines[1].win_jackpot()
    world.machines[2].win_jackpot()
    world.run(SETTLED)
    assert (world.state.jackpots_won, world.state.jackpot_cents) == (1, BASE)
    assert world.machines[3].win_jackpot() == BASE
    world.run(SETTLED)
    world.wire.taps[1].transmits = True
    world.run(SETTLED)
    assert (world.state.jackpots_won, world.state.jackpot_cents) == (3, BASE)
    assert world.state.reserve_thousandths == (BASE - first) * THOUSANDTHS
    assert {"lot_won", "lot_twice"} <= {*keys(world)}


def test_win_of_an_impossible_lot_is_an_alarm() -> None:
    world = identified_bank()
    world.machines[1].jackpot.shown_cents = BASE + 1
    world.wire.taps[1].machine.win_jackpot()
    world.run(3000)
    assert world.state.jackpots_won == 0
    assert "lot_amount" in keys(world)


def test_reset_meters_add_nothing_until_two_check() -> None:
    world = identified_bank()
    played(world, 3)
    before = world.state.jackpot_thousandths
    world.machines[1].reset_meters()
    world.run(SETTLED)
    played(world, 2)
    assert world.state.jackpot_thousandths == before
    assert "reset" in keys(world)
    looks(world, "anne")
    looks(world, "anne")
    assert not is_contributing(world.state, 1), "one person, however often"
    looks(world, "luc")
    assert is_contributing(world.state, 1)
    assert world.state.jackpot_thousandths == before + 2 * 25 * 10, "what was held is given now"
    assert keys(world) == []


def test_meter_running_back_or_jumping_is_an_alarm() -> None:
    for value, key in ((0, "ran_back"), (50_000, "jumped")):
        world = identified_bank()
        played(world, 3)
        before = world.state.jackpot_thousandths
        world.machines[1].meters[0][COIN_IN_METER] = value
        world.run(SETTLED)
        assert keys(world) == [key]
        assert world.state.jackpot_thousandths == before


def test_other_pay_table_shuts_machine_down_88_89() -> None:
    world = identified_bank(terms(1, shut_down=True), SimSlotMachine(Cabinet(1, pay_table="OTHER")))
    played(world, 3)
    assert keys(world) == ["differs", "shut"]
    assert world.state.jackpot_cents == BASE
    assert world.machines[1].shut_down
    machine = world.machines[1]
    machine.cabinet = replace_pay_table(machine.cabinet, "PT9012")
    machine.exceptions.put_exception(0x3C)
    world.run(SETTLED)
    assert keys(world) == []
    assert not machine.shut_down
    assert world.machine().contributions.counted_cents == 75, "its coins were held meanwhile"


def test_silent_change_is_found_in_a_minute_88_89() -> None:
    world = identified_bank(terms(1))
    world.machines[1].cabinet = replace_pay_table(world.machines[1].cabinet, "OTHER")
    world.run(62_000)
    assert keys(world) == ["differs"]


def replace_pay_table(cabinet: Cabinet, pay_table: str) -> Cabinet:
    return Cabinet(cabinet.address, pay_table=pay_table)


def test_other_denomination_not_counted() -> None:
    world = identified_bank(
        terms(1), SimSlotMachine(Cabinet(1, denomination_code=0x06, credit_cents=100))
    )
    played(world, 3)
    assert (
        world.machine().contributions.counted_cents,
        world.machine().contributions.withheld_cents,
    ) == (0, 0)
    assert keys(world) == ["differs"]


def test_return_under_83_percent_is_an_alarm_93() -> None:
    world = identified_bank(terms(1), SimSlotMachine(Cabinet(1, base_return=8299)))
    assert keys(world) == ["under_83"]


def test_each_game_has_its_own_registration_93() -> None:
    games = {1: GameTerms("A", 9012), 2: GameTerms("B", 9200)}
    bank = replace(terms(1), machine={1: replace(REGISTERED, games=games)})
    machine = SimSlotMachine(Cabinet(1, games=(("A", 9012), ("B", 9100), ("C", 9000))))
    machine.meters |= {game: machine.meters[0].copy() for game in (1, 2, 3)}
    world = identified_bank(bank, machine)
    names = [alarm.values["name"] for alarm in bank_alarms(world.state)]
    assert names == [Text("slots.game", {"machine": 1, "game": game}) for game in (2, 3)]


@each("plays, far", [(MIN_PLAYS - 1, []), (MIN_PLAYS, ["slots.note.far"])])
def test_return_outside_band_is_noted_later_93(plays: int, far: list[str]) -> None:
    world = identified_bank(replace(terms(1), machine={1: replace(REGISTERED, deviation=0.01)}))
    world.machine().meter_tracks[WHOLE_MACHINE].totals |= {
        COIN_IN_METER: 3 * plays,
        COIN_OUT_METER: 3 * plays,
        GAMES_PLAYED_METER: plays,
    }
    assert [note.key for note in bank_notes(world.state)] == far
    assert keys(world) == []


def test_return_excludes_lots_defects_93() -> None:
    world = identified_bank(terms(1))
    for acts in ([], ["win_jackpot", "hand_pay"], ["raise_tilt"]):
        world.machines[1].begin_game(2)
        world.run(2500)
        for act in acts:
            getattr(world.machines[1], act)()
        world.machines[1].end_game(1 if not acts else 3 * ("tilt" in acts))
        world.run(SETTLED)
    world.bank.take_entry(DefectDecided(1, BEGIN, "anne", "machine", 50))
    played(world, 2, won=2)
    (found,) = game_returns(REGISTERED, world.machine())
    assert (found.games_played, found.actual_return) == (3, 10_000 * (1 + 0 + 2) // 6)
