"""Defective games: they pay nothing, and a person decides about their stake (94, 95).

The machine may go on with such a game, and credit a win for it: people are told the amount, which
must come off. One that it credits only after the decision is an alarm until two people have looked.
"""

from drivers.sas.answers import COIN_IN, COIN_OUT, PLAYED
from firmware.slots.entries import Decided, Told
from firmware.slots.jackpot import take_back
from firmware.slots.state import UNKNOWN, BankState, Defect, MachineState, Play
from firmware.slots.terms import Machine


def disturbed(state: BankState, entry: Told) -> None:
    """Have the game in progress be defective; a lot that it has won was not won."""
    machine = state.machines[entry.machine]
    playing = machine.playing
    if playing.play is None:
        return
    take_back(state, machine)
    playing.voids.append(Defect(entry.at, entry.code, playing.play))
    playing.play, playing.in_void = None, True


def read(machine: MachineState, registered: Machine, *, doubted: bool) -> None:
    """Note the stake of defective games, and the credit for them, as the meters give them."""
    for void in machine.playing.voids:
        if doubted:
            void.play.coin_out = None
        if void.stake is None:
            void.stake = _stake(machine, void.play, registered)
        before, void.credited = void.credited, _credited(machine, void, registered)
        if void.waits == "nothing" and void.credited and void.credited != before:
            void.waits, machine.feeding.looked = "look", ()
    tidy(machine, registered)


def decided(state: BankState, entry: Decided) -> None:
    """End the oldest defective game; a lot that it seemed to win is looked at by two people."""
    machine = state.machines[entry.machine]
    void = machine.playing.defects[0]
    void.waits = "look" if void.play.won else "nothing"
    machine.feeding.looked = ()
    tidy(machine, state.terms.machine[entry.machine])


def looked(machine: MachineState, registered: Machine) -> None:
    """Note that two people have looked at a win after the decision."""
    for void in machine.playing.voids:
        if void.waits == "look":
            void.waits = "nothing"
    tidy(machine, registered)


def tidy(machine: MachineState, registered: Machine) -> None:
    """Forget the games that are done; the machine's last game may still win the lot."""
    playing, apart = machine.playing, machine.apart
    last = playing.voids[-1:] if playing.in_void else []
    gone = [void for void in playing.voids[: len(playing.voids) - len(last)] if void.is_done]
    playing.voids = [void for void in playing.voids if void not in gone]
    for void in gone:
        if UNKNOWN not in (void.stake, void.credited):
            apart.coin_in += (void.stake or 0) // registered.denomination
            apart.paid += (void.credited or 0) // registered.denomination
            apart.plays += 1


def _stake(machine: MachineState, play: Play, registered: Machine) -> int:
    """Return the stake of the one game since these totals in cents, UNKNOWN if it was not one."""
    now_in, now_played = machine.total(COIN_IN), machine.total(PLAYED)
    if play.coin_in is None or play.played is None or now_in is None or now_played is None:
        return UNKNOWN
    staked = now_in - play.coin_in
    one = now_played - play.played <= 1 and 0 < staked <= registered.coins
    return staked * registered.denomination if one else UNKNOWN


def _credited(machine: MachineState, void: Defect, registered: Machine) -> int | None:
    """Return the credit since the game began, if no other has ended since."""
    play, now_out, now_played = void.play, machine.total(COIN_OUT), machine.total(PLAYED)
    unknown = UNKNOWN if void.credited is None else void.credited
    if play.coin_out is None or play.played is None or now_out is None or now_played is None:
        return unknown
    games = now_played - play.played
    if games == 1:
        return (now_out - play.coin_out) * registered.denomination
    return unknown if games else void.credited
