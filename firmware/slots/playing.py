"""Games in progress and the lot that they win; defective games, which a person decides (94, 95)."""

from collections.abc import Callable, Mapping
from typing import Final

from drivers.sas.answers import COIN_IN, PLAYED
from drivers.sas.exceptions import DISTURBING, Meaning, meaning_of
from drivers.sas.polls import HOST_LOT_WON, LOT_WON
from firmware.core.games.slot_bank import THOUSANDTHS
from firmware.slots.entries import Decided, Hit, Told
from firmware.slots.state import LOT_AMOUNT, LOT_TWICE, BankState, Defect, MachineState, Play

ASKS: Final = {
    Meaning.HAND_PAY: LOT_WON,
    Meaning.LOT_WON: LOT_WON,
    Meaning.HOST_LOT_WON: HOST_LOT_WON,
}
"""The command that asks what was won, by the exception."""


def told(machine: MachineState, entry: Told) -> None:
    """Take an exception: a game begins, ends, is disturbed, or has won the lot."""
    meaning, playing = meaning_of(entry.code), machine.playing
    if meaning in ASKS:
        playing.asks = tuple(dict.fromkeys((*playing.asks, ASKS[meaning])))
    elif meaning in _GAMES:
        _GAMES[meaning](machine, entry)
    elif meaning in DISTURBING and playing.play:
        playing.defects.append(Defect(entry.at, entry.code, playing.play))
        playing.play = None


def hit(state: BankState, entry: Hit) -> None:
    """Take what a machine says was won of the lot; an answer that comes again moves nothing.

    The lot falls by it to its base, and what others have fed since the machine was told its amount
    stays. Until the host hears of a win, others are shown the lot and may win it too: they are paid
    from the reserve, and the new lot is not touched. Any other amount moves nothing, and is a sign.
    """
    machine = state.machines[entry.machine]
    playing = machine.playing
    playing.asks = tuple(command for command in playing.asks if command != entry.command)
    if not entry.cents:
        playing.won.pop(entry.command, None)
    if not entry.cents or entry.cents in playing.won.values():
        return
    playing.won[entry.command] = entry.cents
    known = max(state.lot_cents, state.before)
    if not state.terms.permille(entry.machine) or not state.terms.base <= entry.cents <= known:
        _sign(machine, LOT_AMOUNT)
        return
    _win(state, machine, entry.cents)


def decided(state: BankState, entry: Decided) -> None:
    """End the oldest defective game; a lot that it won was not won."""
    play = state.machines[entry.machine].playing.defects.pop(0).play
    if play.won:
        _pay(state, play.won, -1, from_reserve=play.from_reserve)


def _win(state: BankState, machine: MachineState, cents: int) -> None:
    second = cents > state.lot_cents
    if second:
        _sign(machine, LOT_TWICE)
    else:
        state.before = state.lot_cents
    _pay(state, cents, 1, from_reserve=second)
    if play := machine.playing.play:
        play.won, play.from_reserve = cents, second


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


def _began(machine: MachineState, entry: Told) -> None:
    playing = machine.playing
    coin_in, played = machine.total(COIN_IN), machine.total(PLAYED)
    known = playing.settled
    playing.play = Play(entry.at, coin_in if known else None, played if known else None)
    playing.won.clear()


def _ended(machine: MachineState, _entry: Told) -> None:
    machine.playing.play, machine.playing.settled = None, False


_GAMES: Final[Mapping[Meaning, Callable[[MachineState, Told], None]]] = {
    Meaning.GAME_BEGAN: _began,
    Meaning.GAME_ENDED: _ended,
}
