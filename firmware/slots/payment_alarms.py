"""The alarms of amounts that wait to be paid by hand: jackpots and other hand pays."""

from collections.abc import Iterator

from drivers.sas.hand_pay import (
    CANCELLED_CREDITS_LEVEL,
    LOWEST_PROGRESSIVE_LEVEL,
    TOP_WIN_LEVEL,
)
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.slots.contributions import ACKNOWLEDGEMENTS_NEEDED
from firmware.slots.machine_alarm import machine_alarm
from firmware.slots.machine_state import MachineState
from firmware.slots.play_state import HandPay


def payment_alarms(address: int, machine: MachineState) -> Iterator[Text]:
    """Yield the amounts that wait for a hand pay. The win of a defective game is never paid."""
    yield from _jackpot_alarms(address, machine)
    if not machine.is_hand_pay_pending:
        return
    play_state = machine.play_state
    if play_state.unpaid_cents:
        # the jackpot's own alarm has its amount
        others = [pay for pay in play_state.hand_pays if not _is_progressive(pay)]
        yield from (_hand_pay_alarm(address, hand_pay) for hand_pay in others)
    elif _is_void_possible(machine):
        yield machine_alarm("slots.alarm.hand_pay_void", address)
    elif play_state.hand_pays:
        yield from (_hand_pay_alarm(address, hand_pay) for hand_pay in play_state.hand_pays)
    else:
        yield machine_alarm("slots.alarm.hand_pay", address)


def _jackpot_alarms(address: int, machine: MachineState) -> Iterator[Text]:
    acknowledgements_left: TextValues = (
        {}
        if machine.is_hand_pay_pending
        else {"left": ACKNOWLEDGEMENTS_NEEDED - len(machine.contributions.acknowledged_by)}
    )
    for amount_cents in machine.play_state.unpaid_cents:
        message_key = (
            "slots.alarm.lot_won" if machine.is_hand_pay_pending else "slots.alarm.lot_credited"
        )
        yield machine_alarm(
            message_key, address, lot_cents=Cents(amount_cents), **acknowledgements_left
        )


def _is_void_possible(machine: MachineState) -> bool:
    play_state = machine.play_state
    return play_state.last_game_defective or any(
        defective_game.pending_step != "nothing" for defective_game in play_state.defective_games
    )


def _hand_pay_alarm(address: int, hand_pay: HandPay) -> Text:
    alarm = machine_alarm(
        "slots.alarm.hand_pay_of",
        address,
        amount_cents=Cents(hand_pay.amount_cents),
        win=_hand_pay_kind(hand_pay),
    )
    if hand_pay.partial_cents:
        partial_values: TextValues = {
            "alarm": alarm,
            "partial_cents": Cents(hand_pay.partial_cents),
        }
        alarm = Text("slots.alarm.hand_pay_partial", {"machine": address, **partial_values})
    if hand_pay.may_go_to_credits:
        alarm = machine_alarm("slots.alarm.hand_pay_credits", address, alarm=alarm)
    return alarm


def _hand_pay_kind(hand_pay: HandPay) -> Text:
    """Return the kind of a win, by the level that the machine has reported."""
    if _is_progressive(hand_pay):
        return Text("slots.win.progressive", {"level": hand_pay.level, "group": hand_pay.group})
    match hand_pay.level:
        case 0:
            return Text("slots.win.win")
        case level if level == TOP_WIN_LEVEL:
            return Text("slots.win.top")
        case level if level == CANCELLED_CREDITS_LEVEL:
            return Text("slots.win.credits")
        case level:
            return Text("slots.win.unknown", {"level": f"{level:02X}"})


def _is_progressive(hand_pay: HandPay) -> bool:
    return 0 < hand_pay.level <= LOWEST_PROGRESSIVE_LEVEL
