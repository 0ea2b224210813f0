"""Wins of the progressive jackpot (91)."""

from firmware.core.games.slot_machine import THOUSANDTHS
from firmware.slots.entries import JackpotWinReported
from firmware.slots.machine_state import JACKPOT_AMOUNT_IMPOSSIBLE, JACKPOT_WON_TWICE, MachineState
from firmware.slots.state import BankState


def apply_win(bank_state: BankState, entry: JackpotWinReported) -> None:
    """Apply a machine's report of its jackpot win; a repeated report changes nothing.

    The jackpot falls from the won amount to its base; what other machines contributed since the
    winner saw its amount remains. Until the host learns of a win the other machines still display
    the jackpot and may win it too: such a second win is paid from the house's reserve, and the new
    jackpot is not touched. A machine that was cut off may report any number of jackpots late. An
    amount that the jackpot never had moves nothing and raises a condition. A defective game wins
    nothing (94, 95).
    """
    machine = bank_state.machines[entry.machine]
    play_state = machine.play_state
    play_state.win_commands = tuple(
        command for command in play_state.win_commands if command != entry.command
    )
    if not entry.amount_cents:
        play_state.reported_wins.pop(entry.command, None)
    if not entry.amount_cents or entry.amount_cents in play_state.reported_wins.values():
        return
    play_state.reported_wins[entry.command] = entry.amount_cents
    # the jackpot meter counts this win too, but it is no part of the game's return (93)
    machine.excluded_counts.paid_credits += (
        entry.amount_cents // bank_state.terms.machine[entry.machine].denomination
    )
    # a machine that was cut off may have won any earlier jackpot, at most the highest one
    highest_shown_cents = max(bank_state.jackpot_cents, bank_state.highest_won_cents)
    if (
        not bank_state.terms.contribution_permille(entry.machine)
        or not bank_state.terms.first_jackpot_cents <= entry.amount_cents <= highest_shown_cents
    ):
        _raise_condition(machine, JACKPOT_AMOUNT_IMPOSSIBLE)
    elif play_state.last_game_defective:
        _void_win(machine, entry.amount_cents)
    else:
        _record_win(bank_state, machine, entry.amount_cents)


def take_back_jackpot(bank_state: BankState, machine: MachineState) -> None:
    """Return the jackpot won by the game in progress: the game has become defective."""
    play_state = machine.play_state
    if play_state.current_game is not None and play_state.current_game.jackpot_cents:
        _move_jackpot(
            bank_state,
            play_state.current_game.jackpot_cents,
            -1,
            is_from_reserve=play_state.current_game.is_from_reserve,
        )
        play_state.unpaid_cents = [
            amount_cents
            for amount_cents in play_state.unpaid_cents
            if amount_cents != play_state.current_game.jackpot_cents
        ]


def _record_win(bank_state: BankState, machine: MachineState, amount_cents: int) -> None:
    # more than the jackpot now holds: another machine's win has been applied since this one was
    # shown the amount
    is_second_win = amount_cents > bank_state.jackpot_cents
    if is_second_win:
        _raise_condition(machine, JACKPOT_WON_TWICE)
    else:
        bank_state.highest_won_cents = max(bank_state.highest_won_cents, bank_state.jackpot_cents)
    _move_jackpot(bank_state, amount_cents, 1, is_from_reserve=is_second_win)
    if not machine.play_state.is_hand_pay_reset:
        machine.play_state.unpaid_cents.append(amount_cents)
        machine.contributions.acknowledged_by = ()
    if current_game := machine.play_state.current_game:
        current_game.jackpot_cents, current_game.is_from_reserve = amount_cents, is_second_win


def _void_win(machine: MachineState, amount_cents: int) -> None:
    defective_game = machine.play_state.defective_games[-1]
    defective_game.game.jackpot_cents = amount_cents
    if defective_game.pending_step == "nothing":
        defective_game.pending_step, machine.contributions.acknowledged_by = "look", ()


def _move_jackpot(
    bank_state: BankState, amount_cents: int, win_count: int, *, is_from_reserve: bool
) -> None:
    moved_thousandths = (
        win_count * (amount_cents - bank_state.terms.first_jackpot_cents) * THOUSANDTHS
    )
    if is_from_reserve:
        bank_state.reserve_thousandths -= moved_thousandths
    else:
        bank_state.jackpot_thousandths -= moved_thousandths
    bank_state.jackpots_won += win_count


def _raise_condition(machine: MachineState, condition: str) -> None:
    machine.conditions.active = sorted({*machine.conditions.active, condition})
    machine.contributions.acknowledged_by = ()
