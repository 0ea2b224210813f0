"""Defective games: they pay nothing, and a person decides about the stake (94, 95).

The machine may finish such a game and credit a win all the same: people get the amount, which must
come off. A win that is credited only after the decision is an alarm until two people acknowledge.
"""

from drivers.sas.responses import COIN_IN_METER, COIN_OUT_METER, GAMES_PLAYED_METER
from firmware.slots.entries import DefectDecided, ExceptionReported
from firmware.slots.jackpot import take_back_jackpot
from firmware.slots.machine_state import MachineState
from firmware.slots.play_state import UNKNOWN_AMOUNT, DefectiveGame, GameInProgress
from firmware.slots.state import BankState
from firmware.slots.terms import MachineTerms


def apply_disturbance(bank_state: BankState, entry: ExceptionReported) -> None:
    """Mark the game in progress as defective, and take back a jackpot that it has won."""
    machine = bank_state.machines[entry.machine]
    play_state = machine.play_state
    if play_state.current_game is None:
        return
    take_back_jackpot(bank_state, machine)
    play_state.defective_games.append(
        DefectiveGame(entry.time_ms, entry.exception_code, play_state.current_game)
    )
    play_state.current_game, play_state.last_game_defective = None, True


def apply_meters(
    machine: MachineState, machine_terms: MachineTerms, *, has_meter_doubt: bool
) -> None:
    """Record the stake of defective games, and the credit for them, as the meters give them."""
    for defective_game in machine.play_state.defective_games:
        if has_meter_doubt:
            # no later difference of the meters includes the doubtful step
            defective_game.game.coin_out_credits = None
        if defective_game.stake_cents is None:
            defective_game.stake_cents = _stake_cents(machine, defective_game.game, machine_terms)
        previous_credit = defective_game.credited_cents
        defective_game.credited_cents = _credited_cents(machine, defective_game, machine_terms)
        if (
            defective_game.pending_step == "nothing"
            and defective_game.credited_cents
            and defective_game.credited_cents != previous_credit
        ):
            defective_game.pending_step, machine.contributions.acknowledged_by = "look", ()
    if machine.play_state.last_game_defective and _is_played_since(machine, machine_terms):
        machine.play_state.last_game_defective = False
    remove_settled_games(machine, machine_terms)


def apply_decision(bank_state: BankState, entry: DefectDecided) -> None:
    """Apply the decision on the oldest defective game; a jackpot that it seemed to win needs two
    people.
    """
    machine = bank_state.machines[entry.machine]
    defective_game = machine.play_state.undecided_games[0]
    defective_game.pending_step = "look" if defective_game.game.jackpot_cents else "nothing"
    machine.contributions.acknowledged_by = ()
    remove_settled_games(machine, bank_state.terms.machine[entry.machine])


def acknowledge(machine: MachineState, machine_terms: MachineTerms) -> None:
    """Record that two people have acknowledged a win credited after the decision."""
    for defective_game in machine.play_state.defective_games:
        if defective_game.pending_step == "look":
            defective_game.pending_step = "nothing"
    remove_settled_games(machine, machine_terms)


def remove_settled_games(machine: MachineState, machine_terms: MachineTerms) -> None:
    """Drop the settled games, except the machine's last game: that one may still win the
    jackpot.
    """
    play_state, excluded_counts = machine.play_state, machine.excluded_counts
    # until the next game begins this one may still win the jackpot
    last_game = play_state.defective_games[-1:] if play_state.last_game_defective else []
    settled_games = [
        defective_game
        for defective_game in play_state.defective_games[
            : len(play_state.defective_games) - len(last_game)
        ]
        if defective_game.is_settled
    ]
    play_state.defective_games = [
        defective_game
        for defective_game in play_state.defective_games
        if defective_game not in settled_games
    ]
    for defective_game in settled_games:
        if UNKNOWN_AMOUNT not in (defective_game.stake_cents, defective_game.credited_cents):
            excluded_counts.coin_in_credits += (
                defective_game.stake_cents or 0
            ) // machine_terms.denomination
            excluded_counts.paid_credits += (
                defective_game.credited_cents or 0
            ) // machine_terms.denomination
            excluded_counts.games_played += 1


def _is_played_since(machine: MachineState, machine_terms: MachineTerms) -> bool:
    """Return whether the meters count more than the last defective game: the start of the next one
    is still queued in the machine, and a win, which comes before the queue, may be of that one.
    """
    defective_game = machine.play_state.defective_games[-1]
    game, stake_cents = defective_game.game, defective_game.stake_cents
    coin_in, games_played = (
        machine.meter_total(COIN_IN_METER),
        machine.meter_total(GAMES_PLAYED_METER),
    )
    if None in (coin_in, games_played, game.coin_in_credits, game.games_played):
        return False
    if (games_played or 0) - (game.games_played or 0) > 1:
        return True
    staked_credits = (coin_in or 0) - (game.coin_in_credits or 0)
    is_stake_known = stake_cents not in (None, UNKNOWN_AMOUNT)
    return is_stake_known and staked_credits > (stake_cents or 0) // machine_terms.denomination


def _stake_cents(machine: MachineState, game: GameInProgress, machine_terms: MachineTerms) -> int:
    """Return the stake in cents of the single game since `game` began, UNKNOWN_AMOUNT if there were
    more.
    """
    coin_in_now = machine.meter_total(COIN_IN_METER)
    games_played_now = machine.meter_total(GAMES_PLAYED_METER)
    if (
        game.coin_in_credits is None
        or game.games_played is None
        or coin_in_now is None
        or games_played_now is None
    ):
        return UNKNOWN_AMOUNT
    staked_credits = coin_in_now - game.coin_in_credits
    # more games, or more credits than one play takes, cannot be divided among them
    is_single_game = (
        games_played_now - game.games_played <= 1 and 0 < staked_credits <= machine_terms.coins
    )
    return staked_credits * machine_terms.denomination if is_single_game else UNKNOWN_AMOUNT


def _credited_cents(
    machine: MachineState, defective_game: DefectiveGame, machine_terms: MachineTerms
) -> int | None:
    """Return the cents credited since the game began, if no other game has ended since."""
    game, coin_out_now = defective_game.game, machine.meter_total(COIN_OUT_METER)
    games_played_now = machine.meter_total(GAMES_PLAYED_METER)
    credited_before = (
        UNKNOWN_AMOUNT if defective_game.credited_cents is None else defective_game.credited_cents
    )
    if (
        game.coin_out_credits is None
        or game.games_played is None
        or coin_out_now is None
        or games_played_now is None
    ):
        return credited_before
    games_since = games_played_now - game.games_played
    if games_since == 1:
        return (coin_out_now - game.coin_out_credits) * machine_terms.denomination
    return credited_before if games_since else defective_game.credited_cents
