"""Game events: a game begins, is disturbed, ends, or has won the jackpot."""

from collections.abc import Callable, Mapping
from typing import Final

from drivers.sas.exception_meaning import ExceptionMeaning
from drivers.sas.exceptions import GAME_DISTURBING
from drivers.sas.polls import HAND_PAY, HOST_JACKPOT_WON, JACKPOT_WON
from drivers.sas.responses import COIN_IN_METER, COIN_OUT_METER, GAMES_PLAYED_METER
from firmware.slots import hand_pays
from firmware.slots.entries import ExceptionReported
from firmware.slots.play_state import GameInProgress
from firmware.slots.state import BankState
from firmware.slots.voids import apply_disturbance, remove_settled_games

WIN_COMMANDS: Final = {
    ExceptionMeaning.HAND_PAY_PENDING: (HAND_PAY, JACKPOT_WON),
    ExceptionMeaning.JACKPOT_WON: (JACKPOT_WON,),
    ExceptionMeaning.HOST_JACKPOT_WON: (HOST_JACKPOT_WON,),
}
"""The commands that poll the win, by the exception that reports it."""


def apply_exception(bank_state: BankState, entry: ExceptionReported) -> None:
    """Apply an exception to the game in progress and to pending wins."""
    meaning = entry.meaning
    play_state = bank_state.machines[entry.machine].play_state
    if meaning in WIN_COMMANDS:
        play_state.win_commands = tuple(
            dict.fromkeys((*play_state.win_commands, *WIN_COMMANDS[meaning]))
        )
        play_state.is_hand_pay_reset = False
        if meaning is ExceptionMeaning.HAND_PAY_PENDING:
            hand_pays.begin(bank_state.machines[entry.machine])
    elif meaning in GAME_DISTURBING:
        apply_disturbance(bank_state, entry)
    elif meaning in _GAME_HANDLERS:
        _GAME_HANDLERS[meaning](bank_state, entry)


def _start_game(bank_state: BankState, entry: ExceptionReported) -> None:
    machine = bank_state.machines[entry.machine]
    play_state = machine.play_state
    totals_before = [
        machine.meter_total(meter) for meter in (COIN_IN_METER, GAMES_PLAYED_METER, COIN_OUT_METER)
    ]
    play_state.current_game = GameInProgress(
        entry.time_ms,
        # totals of an older game would give this one a wrong stake
        *(totals_before if play_state.meters_settled else [None] * len(totals_before)),
    )
    play_state.last_game_defective = play_state.is_hand_pay_reset = False
    # from the next game on a reported win is a new one
    play_state.reported_wins.clear()
    remove_settled_games(machine, bank_state.terms.machine[entry.machine])


def _end_game(bank_state: BankState, entry: ExceptionReported) -> None:
    play_state = bank_state.machines[entry.machine].play_state
    play_state.current_game, play_state.meters_settled = None, False


_GAME_HANDLERS: Final[Mapping[ExceptionMeaning, Callable[[BankState, ExceptionReported], None]]] = {
    ExceptionMeaning.GAME_STARTED: _start_game,
    ExceptionMeaning.GAME_ENDED: _end_game,
    ExceptionMeaning.HAND_PAY_RESET: hand_pays.reset,
    ExceptionMeaning.HAND_PAY_CANCELLED: hand_pays.cancel,
}
