"""The lots that machines win (91)."""

from firmware.core.games.slot_bank import THOUSANDTHS
from firmware.slots.entries import Hit
from firmware.slots.state import LOT_AMOUNT, LOT_TWICE, BankState, MachineState


def hit(state: BankState, entry: Hit) -> None:
    """Take what a machine says was won of the lot; an answer that comes again moves nothing.

    The lot falls by it to its base, and what others have fed since the machine was told its amount
    stays. Until the host hears of a win, others are shown the lot and may win it too: they are paid
    from the reserve, and the new lot is not touched. A machine that was cut off may tell it after
    any number of lots. Any other amount moves nothing, and is a sign.
    A defective game wins nothing (94, 95).
    """
    machine = state.machines[entry.machine]
    playing = machine.playing
    playing.asks = tuple(command for command in playing.asks if command != entry.command)
    if not entry.cents:
        playing.won.pop(entry.command, None)
    if not entry.cents or entry.cents in playing.won.values():
        return
    playing.won[entry.command] = entry.cents
    machine.apart.paid += entry.cents // state.terms.machine[entry.machine].denomination
    known = max(state.lot_cents, state.before)
    if not state.terms.permille(entry.machine) or not state.terms.base <= entry.cents <= known:
        _sign(machine, LOT_AMOUNT)
    elif playing.in_void:
        _not_won(machine, entry.cents)
    else:
        _win(state, machine, entry.cents)


def take_back(state: BankState, machine: MachineState) -> None:
    """Put the lot of the game in progress back: the game has become defective."""
    playing = machine.playing
    if playing.play is not None and playing.play.won:
        _pay(state, playing.play.won, -1, from_reserve=playing.play.from_reserve)
        playing.unpaid = [cents for cents in playing.unpaid if cents != playing.play.won]


def _win(state: BankState, machine: MachineState, cents: int) -> None:
    second = cents > state.lot_cents
    if second:
        _sign(machine, LOT_TWICE)
    else:
        state.before = max(state.before, state.lot_cents)
    _pay(state, cents, 1, from_reserve=second)
    if not machine.playing.hand_paid:
        machine.playing.unpaid.append(cents)
        machine.feeding.looked = ()
    if play := machine.playing.play:
        play.won, play.from_reserve = cents, second


def _not_won(machine: MachineState, cents: int) -> None:
    void = machine.playing.voids[-1]
    void.play.won = cents
    if void.waits == "nothing":
        void.waits, machine.feeding.looked = "look", ()


def _pay(state: BankState, cents: int, hits: int, *, from_reserve: bool) -> None:
    moved = hits * (cents - state.terms.base) * THOUSANDTHS
    if from_reserve:
        state.reserve -= moved
    else:
        state.lot -= moved
    state.hits += hits


def _sign(machine: MachineState, sign: str) -> None:
    machine.signs.standing = sorted({*machine.signs.standing, sign})
    machine.feeding.looked = ()
