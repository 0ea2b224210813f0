"""Contributions: from coin-in meters to the progressive jackpot (91).

    reading -> meter deltas -> coin in (cents) -> withheld -> counted x permille -> jackpot
                  (meter_delta)                    |  release()
                                                   held back while in doubt

- Every reading updates the totals of its game. Only the reading of the whole machine contributes:
  the meters of its games would count the same coins twice.
- A delta of coin in is converted to cents and added to `withheld_cents`, never straight to the
  jackpot. `release` moves it to `counted_cents`, and `permille` thousandths of each coin to the
  jackpot: cents x permille is an exact count of thousandths of a cent, so nothing is rounded.
- `release` does nothing while the machine is not contributing: before it has described itself,
  while the description differs from the registration, and while its meters are in doubt (they
  jumped, ran back or were reset). The coins of that time wait in `withheld_cents`.
- Two different people acknowledge the machine; the second one ends the doubt and releases them. The
  doubtful delta itself is never counted, neither before nor after.
- The first reading of a meter counts nothing: the machine's history before it is unknown.
- A roll-over of a meter is an ordinary delta (`meter_delta`).

Both sums are a fold of the journaled readings, so a restart continues them exactly. `BankState` has
the invariant of the jackpot.
"""

from typing import Final

from drivers.sas.responses import COIN_IN_METER
from firmware.slots import hand_pays, voids
from firmware.slots.entries import MachineAcknowledged, MetersRead
from firmware.slots.machine_state import NEEDS_ACKNOWLEDGEMENT, MachineState, MeterDoubt, MeterTrack
from firmware.slots.meter_delta import MeterDelta, max_delta, meter_delta
from firmware.slots.state import BankState
from firmware.slots.terms import WHOLE_MACHINE, registered_description

ACKNOWLEDGEMENTS_NEEDED: Final = 2
"""Different people who must acknowledge a machine (ADR 51)."""


def apply_reading(bank_state: BankState, entry: MetersRead) -> None:
    """Apply a reading of meters: totals, contribution, stakes of defective games."""
    machine = bank_state.machines[entry.machine]
    meter_track = machine.meter_tracks.setdefault(entry.game, MeterTrack())
    meter_deltas = _meter_deltas(meter_track, entry, bank_state.terms.machine[entry.machine].coins)
    for meter, reading in entry.readings.items():
        meter_track.readings[meter] = reading
        meter_track.totals[meter] = meter_track.totals.get(meter, 0) + meter_deltas[meter].amount
    # the meters of single games count the same coins once more
    if entry.game == WHOLE_MACHINE:
        _add_contribution(bank_state, entry, meter_deltas)
        machine.play_state.meters_settled = machine.play_state.current_game is None
        has_meter_doubt = any(delta.meter_doubt for delta in meter_deltas.values())
        voids.apply_meters(
            machine, bank_state.terms.machine[entry.machine], has_meter_doubt=has_meter_doubt
        )
        hand_pays.apply_reading(machine)


def acknowledge(bank_state: BankState, entry: MachineAcknowledged) -> None:
    """Record an acknowledgement: the first person's ends what only needed attention, the second
    one's ends doubts and conditions, and releases coins.
    """
    machine = bank_state.machines[entry.machine]
    contributions = machine.contributions
    machine.conditions.attention, machine.conditions.unknown_codes = [], []
    if not machine.needs_two_people:
        return
    contributions.acknowledged_by = tuple(
        dict.fromkeys((*contributions.acknowledged_by, entry.person))
    )
    if len(contributions.acknowledged_by) >= ACKNOWLEDGEMENTS_NEEDED:
        contributions.meter_doubt, contributions.acknowledged_by = None, ()
        # a pending hand pay ends by exception 52 alone, not by an acknowledgement
        if not machine.is_hand_pay_pending:
            machine.play_state.unpaid_cents.clear()
        machine.conditions.active = [
            condition
            for condition in machine.conditions.active
            if condition not in NEEDS_ACKNOWLEDGEMENT
        ]
        voids.acknowledge(machine, bank_state.terms.machine[entry.machine])
        release(bank_state, entry.machine)


def withhold(machine: MachineState, meter_doubt: MeterDoubt) -> None:
    """Stop the machine's contributions until two people acknowledge; earlier acknowledgements
    lapse.
    """
    machine.contributions.meter_doubt, machine.contributions.acknowledged_by = meter_doubt, ()


def misregistered_games(bank_state: BankState, address: int) -> list[int]:
    """Return the games whose description differs from the registration; WHOLE_MACHINE: the
    machine's own.
    """
    machine_terms = bank_state.terms.machine[address]
    unregistered_games = []
    for game_number, identity in bank_state.machines[address].identities.items():
        registered_values = registered_description(machine_terms, game_number)
        reported = identity._asdict()
        if not registered_values or any(
            reported[field_name] != field_value
            for field_name, field_value in registered_values.items()
        ):
            unregistered_games.append(game_number)
    return unregistered_games


def is_contributing(bank_state: BankState, address: int) -> bool:
    """Return whether coins go to the jackpot at once: the machine is described, as registered,
    undoubted.
    """
    machine = bank_state.machines[address]
    is_registered = WHOLE_MACHINE in machine.identities and not misregistered_games(
        bank_state, address
    )
    return is_registered and machine.contributions.meter_doubt is None


def release(bank_state: BankState, address: int) -> None:
    """Move the withheld coins to the jackpot if the machine contributes."""
    contributions = bank_state.machines[address].contributions
    if is_contributing(bank_state, address):
        bank_state.jackpot_thousandths += (
            contributions.withheld_cents * bank_state.terms.contribution_permille(address)
        )
        contributions.counted_cents += contributions.withheld_cents
        contributions.withheld_cents = 0


def _meter_deltas(
    meter_track: MeterTrack, entry: MetersRead, max_credits: int
) -> dict[int, MeterDelta]:
    """Return the delta of each meter; all 0 if one is in doubt.

    A meter that was reset shortly before its roll-over looks exactly like one that rolled over, so
    a doubt about one meter is a doubt about the whole reading.
    """
    deltas = {
        meter: meter_delta(
            meter_track.readings.get(meter),
            reading,
            max_delta(meter, reading.digits, max_credits, entry.elapsed_ms),
        )
        for meter, reading in entry.readings.items()
    }
    meter_doubts = [delta.meter_doubt for delta in deltas.values() if delta.meter_doubt]
    return dict.fromkeys(deltas, MeterDelta(0, meter_doubts[0])) if meter_doubts else deltas


def _add_contribution(
    bank_state: BankState, entry: MetersRead, meter_deltas: dict[int, MeterDelta]
) -> None:
    machine = bank_state.machines[entry.machine]
    machine.contributions.meters_read_ms = entry.time_ms
    meter_doubt = next(
        (delta.meter_doubt for delta in meter_deltas.values() if delta.meter_doubt), None
    )
    if meter_doubt:
        # the alarm names the first doubt until it is acknowledged
        withhold(machine, machine.contributions.meter_doubt or meter_doubt)
    if COIN_IN_METER in meter_deltas:
        machine.contributions.withheld_cents += meter_deltas[COIN_IN_METER].amount * _credit_cents(
            bank_state, entry.machine
        )
    release(bank_state, entry.machine)


def _credit_cents(bank_state: BankState, address: int) -> int:
    """Return the cents of a credit; 0 while the machine reports another denomination than
    registered.
    """
    denomination = bank_state.terms.machine[address].denomination
    reported_identity = bank_state.machines[address].identities.get(WHOLE_MACHINE)
    if reported_identity is None or reported_identity.denomination == denomination:
        return denomination
    return 0
