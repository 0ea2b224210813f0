"""The alarms and the notes of a bank, as texts that name the remedy."""

from collections.abc import Iterator, Mapping

from drivers.sas.exceptions import exception_meaning
from drivers.sas.polls import HAND_PAY, MAX_JACKPOT_CENTS
from firmware.core.games.slot_machine import LEAST_RETURN, THOUSANDTHS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.slots.contributions import ACKNOWLEDGEMENTS_NEEDED, misregistered_games
from firmware.slots.machine_alarm import (
    exception_values,
    machine_alarm,
    unknown_codes_text,
)
from firmware.slots.machine_state import (
    HAND_PAY_PENDING,
    NEEDS_ACKNOWLEDGEMENT,
    MachineConditions,
    MachineState,
)
from firmware.slots.message_keys import (
    CONDITION_ALARM_KEYS,
    DEFECT_REASON_KEYS,
    DOUBT_ALARM_KEYS,
    LINK_ALARM_KEYS,
    SETTING_NOTE_KEYS,
)
from firmware.slots.payment_alarms import payment_alarms
from firmware.slots.play_state import UNKNOWN_AMOUNT, DefectiveGame
from firmware.slots.returns import GameReturn, game_returns
from firmware.slots.state import BankState
from firmware.slots.terms import WHOLE_MACHINE


def bank_alarms(bank_state: BankState) -> list[Text]:
    """Return the alarms: jackpot and wire first, then machine by machine."""
    unshown_jackpot = Text("slots.alarm.lot_unsaid", {"most_cents": Cents(MAX_JACKPOT_CENTS)})
    wire_alarm = Text("slots.alarm.wire", {"count": len(bank_state.machines)})
    is_wire_down = _is_wire_down(bank_state)
    return (
        [unshown_jackpot] * (bank_state.jackpot_cents > MAX_JACKPOT_CENTS)
        + [wire_alarm] * is_wire_down
        + [
            alarm
            for address, machine in sorted(bank_state.machines.items())
            for alarm in (
                *_link_alarms(address, machine.conditions, is_wire_down=is_wire_down),
                *_machine_alarms(bank_state, address, machine),
            )
        ]
    )


def bank_notes(bank_state: BankState) -> list[Text]:
    """Return the notes: the house's debt to the jackpot, games whose return is out of its band,
    settings that another host has left, and unknown exceptions.
    """
    reserve_debt = Text(
        "slots.note.reserve", {"owed_cents": Cents(-bank_state.reserve_thousandths // THOUSANDTHS)}
    )
    out_of_band = [
        Text("slots.note.far", _return_values(address, game_return))
        for address, machine in sorted(bank_state.machines.items())
        for game_return in game_returns(bank_state.terms.machine[address], machine)
        if game_return.is_out_of_band
    ]
    debts = [reserve_debt] * bool(bank_state.reserve_thousandths)
    return [*debts, *out_of_band, *_setting_notes(bank_state)]


def _setting_notes(bank_state: BankState) -> Iterator[Text]:
    """Yield the settings of another host, and the exceptions that are unknown."""
    for address, machine in sorted(bank_state.machines.items()):
        for setting in machine.conditions.settings:
            yield machine_alarm(SETTING_NOTE_KEYS[setting], address)
        if HAND_PAY in machine.unanswered_polls:
            yield machine_alarm("slots.note.no_hand_pay_report", address)
        if machine.conditions.unknown_codes:
            codes = unknown_codes_text(machine.conditions.unknown_codes)
            yield machine_alarm("slots.note.unknown", address, codes=codes)


def _is_wire_down(bank_state: BankState) -> bool:
    """Return whether every machine is lost: with more than one machine that is the wire itself."""
    link_states = [machine.conditions.link_state for machine in bank_state.machines.values()]
    return len(link_states) > 1 and {*link_states} == {"lost"}


def _link_alarms(address: int, conditions: MachineConditions, *, is_wire_down: bool) -> list[Text]:
    if is_wire_down or conditions.link_state not in LINK_ALARM_KEYS:
        return []
    return [machine_alarm(LINK_ALARM_KEYS[conditions.link_state], address)]


def _machine_alarms(bank_state: BankState, address: int, machine: MachineState) -> Iterator[Text]:
    conditions = machine.conditions
    acknowledgements_left = ACKNOWLEDGEMENTS_NEEDED - len(machine.contributions.acknowledged_by)
    for game_number in misregistered_games(bank_state, address):
        yield _registration_alarm(machine, address, game_number)
    if conditions.is_shut_down:
        yield machine_alarm("slots.alarm.shut", address)
    yield from payment_alarms(address, machine)
    if machine.contributions.meter_doubt:
        yield _doubt_alarm(machine, address, acknowledgements_left)
    yield from _condition_alarms(address, conditions, acknowledgements_left)
    for defective_game in machine.play_state.defective_games:
        yield from _defective_game_alarms(address, defective_game, acknowledgements_left)


def _doubt_alarm(machine: MachineState, address: int, acknowledgements_left: int) -> Text:
    meter_doubt = machine.contributions.meter_doubt
    if meter_doubt == "replaced":
        return machine_alarm(
            "slots.alarm.replaced",
            address,
            serial=machine.serial_number,
            left=acknowledgements_left,
        )
    return machine_alarm(
        DOUBT_ALARM_KEYS[meter_doubt or "jumped"], address, left=acknowledgements_left
    )


def _condition_alarms(
    address: int, conditions: MachineConditions, acknowledgements_left: int
) -> Iterator[Text]:
    for condition in conditions.active:
        if condition in NEEDS_ACKNOWLEDGEMENT:
            yield machine_alarm(
                CONDITION_ALARM_KEYS[condition], address, left=acknowledgements_left
            )
        elif condition != HAND_PAY_PENDING:
            yield machine_alarm(CONDITION_ALARM_KEYS[condition], address)
    for open_door in conditions.open_doors:
        yield machine_alarm("slots.alarm.open", address, **exception_values(open_door))
    for cause in conditions.attention:
        yield machine_alarm("slots.alarm.attention", address, **exception_values(cause))


def _registration_alarm(machine: MachineState, address: int, game_number: int) -> Text:
    identity = machine.identities[game_number]
    if identity.base_return is not None and identity.base_return < LEAST_RETURN:
        return machine_alarm(
            "slots.alarm.under_83",
            address,
            name=game_name(address, game_number),
            percent=percent_text(identity.base_return),
        )
    return machine_alarm(
        "slots.alarm.differs",
        address,
        name=game_name(address, game_number),
        pay_table=identity.pay_table,
        coins=identity.coins,
        coin_cents=Cents(identity.denomination or 0),
        percent=percent_text(identity.base_return or 0),
    )


def _defective_game_alarms(
    address: int, defective_game: DefectiveGame, acknowledgements_left: int
) -> Iterator[Text]:
    if defective_game.pending_step == "decision":
        yield _decision_alarm(address, defective_game)
    if defective_game.pending_step != "nothing":
        if defective_game.credited_cents:
            yield _credited_alarm(address, defective_game.credited_cents)
        if defective_game.game.jackpot_cents:
            yield machine_alarm(
                "slots.alarm.lot_not_won",
                address,
                lot_cents=Cents(defective_game.game.jackpot_cents),
            )
    if defective_game.pending_step == "look":
        yield machine_alarm("slots.alarm.after_decision", address, left=acknowledgements_left)


def _decision_alarm(address: int, defective_game: DefectiveGame) -> Text:
    # a program before this one may have called other exceptions a tilt
    meaning = exception_meaning(defective_game.exception_code)
    reason = Text(
        DEFECT_REASON_KEYS.get(meaning, "slots.told.tilt"),
        exception_values(defective_game.exception_code),
    )
    if defective_game.stake_cents in (None, UNKNOWN_AMOUNT):
        return machine_alarm("slots.alarm.defective_unknown", address, why=reason)
    return machine_alarm(
        "slots.alarm.defective",
        address,
        why=reason,
        stake_cents=Cents(defective_game.stake_cents or 0),
    )


def _credited_alarm(address: int, amount_cents: int) -> Text:
    if amount_cents == UNKNOWN_AMOUNT:
        return machine_alarm("slots.alarm.credited_unknown", address)
    return machine_alarm("slots.alarm.credited", address, credited_cents=Cents(amount_cents))


def _return_values(address: int, game_return: GameReturn) -> Mapping[str, str | int | Text]:
    return {
        "name": game_name(address, game_return.game),
        "plays": game_return.games_played,
        "actual": percent_text(game_return.actual_return),
        "base": percent_text(game_return.registered_return),
        "band": percent_text(game_return.band_width or 0),
    }


def game_name(address: int, game_number: int) -> Text:
    """Return the name of a machine's game; WHOLE_MACHINE gives the machine's own."""
    text_values: TextValues = {"machine": address, "game": game_number}
    return Text("slots.whole" if game_number == WHOLE_MACHINE else "slots.game", text_values)


def percent_text(hundredths: int) -> Text:
    """Return hundredths of a percent as a text with two decimals."""
    whole_percent, remainder = divmod(hundredths, 100)
    return Text("slots.percent", {"whole": whole_percent, "rest": f"{remainder:02}"})
