"""Hand pays: from 51 to 52, with the machine's report of them (SAS 6.02, 7.8).

    51 ──► pending ──1B──► reported ──52──► over         (the next of its queue, if there is one)
                              │
                              ├── 1B is zeros, of a machine that had repeated the report
                              ├── 1B is another one, of such a machine: that one is pending now
                              ├── coins have been played since: a machine is locked until the reset
                              └── 55: the player no longer wants cancelled credits paid

52 may be lost: it is one octet without a CRC. The other ends are by the machine's own state, and
not by its queue. They are no proof of a payment: a jackpot then waits for two people.

Zeros mean that no hand pay is pending (7.8.2), or that each was reported (7.8.1, `hand_pay`). They
end one of which nothing was reported, unless an earlier run of the host may have taken the report:
that run was then stopped before it could write it down.
"""

from drivers.sas.hand_pay import CANCELLED_CREDITS_LEVEL, RESET_TO_CREDITS
from drivers.sas.polls import HAND_PAY
from drivers.sas.responses import COIN_IN_METER
from firmware.slots.entries import ExceptionReported, HandPayReported, PollUnanswered
from firmware.slots.machine_state import HAND_PAY_PENDING, MachineState
from firmware.slots.play_state import HandPay
from firmware.slots.state import BankState


def begin(machine: MachineState) -> None:
    """A hand pay is pending, or the one that is pending was announced again."""
    if not machine.is_hand_pay_pending:
        machine.conditions.active = sorted({*machine.conditions.active, HAND_PAY_PENDING})
        machine.contributions.acknowledged_by = ()
        machine.play_state.hand_pay_coin_in = None
    machine.play_state.awaits_hand_pay_coin_in = machine.play_state.hand_pay_coin_in is None


def reset(bank_state: BankState, entry: ExceptionReported) -> None:
    """The oldest hand pay was reset (52). One of cancelled credits pays no jackpot."""
    machine = bank_state.machines[entry.machine]
    play_state = machine.play_state
    oldest = play_state.hand_pays[:1]
    del play_state.hand_pays[:1]
    if not any(hand_pay.level == CANCELLED_CREDITS_LEVEL for hand_pay in oldest):
        play_state.is_hand_pay_reset = True
        play_state.unpaid_cents.clear()
    if not play_state.hand_pays:
        _end(machine)


def cancel(bank_state: BankState, entry: ExceptionReported) -> None:
    """The player no longer wants his credits paid by hand (55)."""
    machine = bank_state.machines[entry.machine]
    play_state = machine.play_state
    play_state.hand_pays = [
        hand_pay for hand_pay in play_state.hand_pays if hand_pay.level != CANCELLED_CREDITS_LEVEL
    ]
    if not (play_state.hand_pays or play_state.unpaid_cents):
        _end(machine)


def apply_report(bank_state: BankState, entry: HandPayReported) -> None:
    """Apply the answer to `1B`."""
    machine = bank_state.machines[entry.machine]
    _forget_poll(machine)
    if HAND_PAY in machine.unanswered_polls:
        machine.unanswered_polls.remove(HAND_PAY)
    if entry.report.is_none:
        _apply_zeros(machine, is_resumed=entry.is_resumed)
    else:
        begin(machine)
        _apply_hand_pay(machine, _hand_pay(entry))


def apply_unanswered(machine: MachineState, entry: PollUnanswered) -> None:
    """The machine does not support a long poll; if that is `1B`, a hand pay ends without it."""
    machine.unanswered_polls = sorted({*machine.unanswered_polls, entry.command})
    if entry.command == HAND_PAY:
        _forget_poll(machine)


def apply_reading(machine: MachineState) -> None:
    """End a hand pay if coins have been played since: the meters have just been read."""
    play_state, coin_in = machine.play_state, machine.meter_total(COIN_IN_METER)
    if not machine.is_hand_pay_pending or coin_in is None:
        return
    play_state.awaits_hand_pay_coin_in = False
    # a machine with a queue may be played again before its hand pay was polled (7.8.1)
    is_report_awaited = (
        HAND_PAY in play_state.win_commands and HAND_PAY not in machine.unanswered_polls
    )
    if play_state.hand_pay_coin_in is None or is_report_awaited:
        play_state.hand_pay_coin_in = coin_in
    elif coin_in > play_state.hand_pay_coin_in:
        _end(machine)


def is_change(machine: MachineState, entry: HandPayReported) -> bool:
    """Return whether an answer to `1B` changes the machine."""
    if HAND_PAY in machine.play_state.win_commands or HAND_PAY in machine.unanswered_polls:
        return True
    hand_pays = machine.play_state.hand_pays
    if entry.report.is_none:
        is_unreported = machine.is_hand_pay_pending and not hand_pays and not entry.is_resumed
        return is_unreported or any(hand_pay.is_repeated for hand_pay in hand_pays[:1])
    return not (hand_pays and hand_pays[-1].is_repeated and _is_same(hand_pays[-1], entry))


def _apply_zeros(machine: MachineState, *, is_resumed: bool) -> None:
    hand_pays = machine.play_state.hand_pays
    is_over = hand_pays[0].is_repeated if hand_pays else not is_resumed
    if machine.is_hand_pay_pending and is_over:
        _end(machine)


def _apply_hand_pay(machine: MachineState, hand_pay: HandPay) -> None:
    play_state = machine.play_state
    last = play_state.hand_pays[-1] if play_state.hand_pays else None
    if last and _values(last) == _values(hand_pay):
        last.is_repeated = True
        return
    if last and last.is_repeated:
        # such a machine reports the next one once this one is over: its 52 was lost
        play_state.hand_pays.clear()
    play_state.hand_pays.append(hand_pay)
    play_state.hand_pays_reported += 1
    play_state.hand_pay_cents += hand_pay.amount_cents


def _hand_pay(entry: HandPayReported) -> HandPay:
    report = entry.report
    unit_cents = 1 if report.is_progressive else entry.credit_cents
    return HandPay(
        report.group,
        report.level,
        report.amount * unit_cents,
        report.partial_pay * entry.credit_cents,
        report.reset_methods == RESET_TO_CREDITS,
    )


def _is_same(hand_pay: HandPay, entry: HandPayReported) -> bool:
    return _values(hand_pay) == _values(_hand_pay(entry))


def _values(hand_pay: HandPay) -> tuple[int, int, int, int]:
    """Return the values that distinguish hand pays: how one may be reset can change."""
    return hand_pay.group, hand_pay.level, hand_pay.amount_cents, hand_pay.partial_cents


def _end(machine: MachineState) -> None:
    machine.conditions.active = [
        condition for condition in machine.conditions.active if condition != HAND_PAY_PENDING
    ]
    play_state = machine.play_state
    play_state.hand_pays.clear()
    play_state.hand_pay_coin_in, play_state.awaits_hand_pay_coin_in = None, False
    _forget_poll(machine)


def _forget_poll(machine: MachineState) -> None:
    machine.play_state.win_commands = tuple(
        command for command in machine.play_state.win_commands if command != HAND_PAY
    )
