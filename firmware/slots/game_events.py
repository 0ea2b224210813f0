"""Games as they begin, are disturbed and end, and the exceptions of those that win the lot."""

from collections.abc import Callable, Mapping
from typing import Final

from drivers.sas.answers import COIN_IN, COIN_OUT, PLAYED
from drivers.sas.exceptions import DISTURBING, Meaning, meaning_of
from drivers.sas.polls import HOST_LOT_WON, LOT_WON
from firmware.slots.entries import Told
from firmware.slots.state import BankState, Play
from firmware.slots.voids import disturbed, tidy

ASKS: Final = {
    Meaning.HAND_PAY: LOT_WON,
    Meaning.LOT_WON: LOT_WON,
    Meaning.HOST_LOT_WON: HOST_LOT_WON,
}
"""By the exception, the command that asks for the win."""


def told(state: BankState, entry: Told) -> None:
    """Take an exception: a game begins, ends, is disturbed, or has won the lot."""
    meaning, playing = meaning_of(entry.code), state.machines[entry.machine].playing
    if meaning in ASKS:
        playing.asks = tuple(dict.fromkeys((*playing.asks, ASKS[meaning])))
        playing.hand_paid = False
    elif meaning in DISTURBING:
        disturbed(state, entry)
    elif meaning in _GAMES:
        _GAMES[meaning](state, entry)


def _began(state: BankState, entry: Told) -> None:
    machine = state.machines[entry.machine]
    playing = machine.playing
    before = [machine.total(meter) for meter in (COIN_IN, PLAYED, COIN_OUT)]
    playing.play = Play(entry.at, *(before if playing.settled else [None] * len(before)))
    playing.in_void = playing.hand_paid = False
    playing.won.clear()
    tidy(machine, state.terms.machine[entry.machine])


def _ended(state: BankState, entry: Told) -> None:
    playing = state.machines[entry.machine].playing
    playing.play, playing.settled = None, False


def _paid(state: BankState, entry: Told) -> None:
    playing = state.machines[entry.machine].playing
    playing.hand_paid = True
    playing.unpaid.clear()


_GAMES: Final[Mapping[Meaning, Callable[[BankState, Told], None]]] = {
    Meaning.GAME_BEGAN: _began,
    Meaning.GAME_ENDED: _ended,
    Meaning.HAND_PAID: _paid,
}
