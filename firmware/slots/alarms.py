"""The alarms and the notes of a bank, as texts that name the remedy."""

from collections.abc import Iterator, Mapping

from drivers.sas.exceptions import exception_meaning
from drivers.sas.polls import MAX_JACKPOT_CENTS
from firmware.core.games.slot_machine import LEAST_RETURN, THOUSANDTHS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.slots.contributions import ACKNOWLEDGEMENTS_NEEDED, misregistered_games
from firmware.slots.message_keys import (
    CONDITION_ALARM_KEYS,
    DEFECT_REASON_KEYS,
    DOUBT_ALARM_KEYS,
    EXCEPTION_NAME_KEYS,
    LINK_ALARM_KEYS,
)
from firmware.slots.returns import GameReturn, game_returns
from firmware.slots.state import (
    HAND_PAY_PENDING,
    NEEDS_ACKNOWLEDGEMENT,
    UNKNOWN_AMOUNT,
    BankState,
    DefectiveGame,
    MachineConditions,
    MachineState,
)
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
    """Return the notes: the house's debt to the jackpot, and games whose return is out of
    its band.
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
    return [reserve_debt, *out_of_band] if bank_state.reserve_thousandths else out_of_band


def _is_wire_down(bank_state: BankState) -> bool:
    """Return whether every machine is lost: with more than one machine that is the wire itself."""
    link_states = [machine.conditions.link_state for machine in bank_state.machines.values()]
    return len(link_states) > 1 and {*link_states} == {"lost"}


def _link_alarms(address: int, conditions: MachineConditions, *, is_wire_down: bool) -> list[Text]:
    if is_wire_down or conditions.link_state not in LINK_ALARM_KEYS:
        return []
    return [_machine_alarm(LINK_ALARM_KEYS[conditions.link_state], address)]


def _machine_alarms(bank_state: BankState, address: int, machine: MachineState) -> Iterator[Text]:
    conditions = machine.conditions
    acknowledgements_left = ACKNOWLEDGEMENTS_NEEDED - len(machine.contributions.acknowledged_by)
    for game_number in misregistered_games(bank_state, address):
        yield _registration_alarm(machine, address, game_number)
    if conditions.is_shut_down:
        yield _machine_alarm("slots.alarm.shut", address)
    yield from _jackpot_alarms(address, machine)
    if machine.contributions.meter_doubt:
        doubt_key = DOUBT_ALARM_KEYS[machine.contributions.meter_doubt]
        yield _machine_alarm(doubt_key, address, left=acknowledgements_left)
    yield from _condition_alarms(address, conditions, acknowledgements_left)
    for defective_game in machine.play_state.defective_games:
        yield from _defective_game_alarms(address, defective_game, acknowledgements_left)


def _condition_alarms(
    address: int, conditions: MachineConditions, acknowledgements_left: int
) -> Iterator[Text]:
    for condition in conditions.active:
        if condition in NEEDS_ACKNOWLEDGEMENT:
            yield _machine_alarm(
                CONDITION_ALARM_KEYS[condition], address, left=acknowledgements_left
            )
        elif condition != HAND_PAY_PENDING:
            yield _machine_alarm(CONDITION_ALARM_KEYS[condition], address)
    for open_door in conditions.open_doors:
        yield _machine_alarm("slots.alarm.open", address, **_exception_values(open_door))


def _registration_alarm(machine: MachineState, address: int, game_number: int) -> Text:
    identity = machine.identities[game_number]
    if identity.base_return is not None and identity.base_return < LEAST_RETURN:
        return _machine_alarm(
            "slots.alarm.under_83",
            address,
            name=game_name(address, game_number),
            percent=percent_text(identity.base_return),
        )
    return _machine_alarm(
        "slots.alarm.differs",
        address,
        name=game_name(address, game_number),
        pay_table=identity.pay_table,
        coins=identity.coins,
        coin_cents=Cents(identity.denomination or 0),
        percent=percent_text(identity.base_return or 0),
    )


def _jackpot_alarms(address: int, machine: MachineState) -> Iterator[Text]:
    """Yield the jackpots that wait for a hand pay. The win of a defective game is never paid."""
    play_state, hand_pay_pending = machine.play_state, HAND_PAY_PENDING in machine.conditions.active
    acknowledgements_left: TextValues = (
        {}
        if hand_pay_pending
        else {"left": ACKNOWLEDGEMENTS_NEEDED - len(machine.contributions.acknowledged_by)}
    )
    for amount_cents in play_state.unpaid_cents:
        message_key = "slots.alarm.lot_won" if hand_pay_pending else "slots.alarm.lot_credited"
        yield _machine_alarm(
            message_key, address, lot_cents=Cents(amount_cents), **acknowledgements_left
        )
    if hand_pay_pending and not play_state.unpaid_cents:
        is_void_possible = play_state.last_game_defective or any(
            defective_game.pending_step != "nothing"
            for defective_game in play_state.defective_games
        )
        yield _machine_alarm(
            "slots.alarm.hand_pay_void" if is_void_possible else "slots.alarm.hand_pay", address
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
            yield _machine_alarm(
                "slots.alarm.lot_not_won",
                address,
                lot_cents=Cents(defective_game.game.jackpot_cents),
            )
    if defective_game.pending_step == "look":
        yield _machine_alarm("slots.alarm.after_decision", address, left=acknowledgements_left)


def _decision_alarm(address: int, defective_game: DefectiveGame) -> Text:
    reason = Text(
        DEFECT_REASON_KEYS[exception_meaning(defective_game.exception_code)],
        _exception_values(defective_game.exception_code),
    )
    if defective_game.stake_cents in (None, UNKNOWN_AMOUNT):
        return _machine_alarm("slots.alarm.defective_unknown", address, why=reason)
    return _machine_alarm(
        "slots.alarm.defective",
        address,
        why=reason,
        stake_cents=Cents(defective_game.stake_cents or 0),
    )


def _exception_values(exception_code: int) -> dict[str, str | int | Text]:
    """Return the text values of an exception: its name, and its code for a technician."""
    return {"name": Text(EXCEPTION_NAME_KEYS[exception_code]), "code": f"{exception_code:02X}"}


def _credited_alarm(address: int, amount_cents: int) -> Text:
    if amount_cents == UNKNOWN_AMOUNT:
        return _machine_alarm("slots.alarm.credited_unknown", address)
    return _machine_alarm("slots.alarm.credited", address, credited_cents=Cents(amount_cents))


def _machine_alarm(message_key: str, address: int, **text_values: str | int | Text) -> Text:
    return Text(message_key, {"machine": address, **text_values})


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
