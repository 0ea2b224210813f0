"""The effect of each entry of the journal on the bank; without time or files."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.slots import conditions, contributions, game_events, jackpot, voids
from firmware.slots.entries import (
    Decided,
    Enrolled,
    Entry,
    Hit,
    Linked,
    Looked,
    Named,
    Read,
    Shut,
    Stood,
    Told,
)
from firmware.slots.state import BankState, MachineState
from firmware.slots.terms import WHOLE


def apply(state: BankState, entry: Entry) -> BankState:
    """Return the bank after an entry; it is the same one, changed, but for `Stood`."""
    if isinstance(entry, Stood):
        return entry.state
    _APPLY[type(entry)](state, entry)
    return state


def is_news(state: BankState, entry: Entry) -> bool:
    """Return whether an entry changes anything that is to be kept."""
    match entry:
        case Read(machine=address, game=game, readings=readings):
            machine = state.machines[address]
            track = machine.tracks.get(game)
            awaited = game == WHOLE and machine.playing.awaits_meters
            return track is None or awaited or not track.readings.items() >= readings.items()
        case Named(machine=address, game=game, identity=identity):
            return state.machines[address].identities.get(game) != identity
        case Hit(machine=address, command=command, cents=cents):
            playing_there = state.machines[address].playing
            return bool(cents) or command in (*playing_there.asks, *playing_there.won)
        case Linked(machine=address, link=link):
            return state.machines[address].signs.link != link
        case Enrolled(terms):
            return state.terms != terms
    return True


def _enrolled(state: BankState, entry: Enrolled) -> None:
    """Machines that are new have nothing behind them; those that have gone are forgotten."""
    state.terms = entry.terms
    known = state.machines
    state.machines = {at: known.get(at) or MachineState() for at in entry.terms.machine}


def _told(state: BankState, entry: Told) -> None:
    game_events.told(state, entry)
    conditions.told(state.machines[entry.machine], entry)


def _linked(state: BankState, entry: Linked) -> None:
    conditions.linked(state.machines[entry.machine], entry)


def _shut(state: BankState, entry: Shut) -> None:
    conditions.shut(state.machines[entry.machine], entry)


def _named(state: BankState, entry: Named) -> None:
    conditions.named(state.machines[entry.machine], entry)
    contributions.let_go(state, entry.machine)


_APPLY: Final[Mapping[type, Callable[[BankState, Any], None]]] = {
    Enrolled: _enrolled,
    Read: contributions.read,
    Told: _told,
    Named: _named,
    Hit: jackpot.hit,
    Linked: _linked,
    Shut: _shut,
    Looked: contributions.looked,
    Decided: voids.decided,
}
