"""Takes the meters over: totals by game, and the lot's part of each coin (91).

The first reading feeds nothing. Nor does a machine whose meters ran back, jumped or were reset,
until two people have looked, nor one that is not as registered: its coins are held until then.
"""

from typing import Final

from drivers.sas.answers import COIN_IN
from firmware.slots import voids
from firmware.slots.entries import Looked, Read
from firmware.slots.meter_delta import Step, most, step
from firmware.slots.state import HAND_PAY, LOOKED_AT, BankState, Doubt, MachineState, Track
from firmware.slots.terms import WHOLE, as_registered

TWO: Final = 2
"""Different people, who look at a doubt."""


def read(state: BankState, entry: Read) -> None:
    """Take a reading of meters."""
    machine = state.machines[entry.machine]
    track = machine.tracks.setdefault(entry.game, Track())
    steps = _steps(track, entry, state.terms.machine[entry.machine].coins)
    for meter, reading in entry.readings.items():
        track.readings[meter] = reading
        track.totals[meter] = track.totals.get(meter, 0) + steps[meter].by
    if entry.game == WHOLE:
        _feed(state, entry, steps)
        machine.playing.settled = machine.playing.play is None
        doubted = any(one.doubt for one in steps.values())
        voids.read(machine, state.terms.machine[entry.machine], doubted=doubted)


def looked(state: BankState, entry: Looked) -> None:
    """Note who has looked; after the second one the machine feeds again."""
    machine = state.machines[entry.machine]
    feeding = machine.feeding
    feeding.looked = tuple(dict.fromkeys((*feeding.looked, entry.who)))
    if len(feeding.looked) >= TWO:
        feeding.doubt, feeding.looked = None, ()
        if HAND_PAY not in machine.signs.standing:
            machine.playing.unpaid.clear()
        machine.signs.standing = [one for one in machine.signs.standing if one not in LOOKED_AT]
        voids.looked(machine, state.terms.machine[entry.machine])
        let_go(state, entry.machine)


def doubt(machine: MachineState, why: Doubt) -> None:
    """Have a machine feed nothing until two people have looked from now on."""
    machine.feeding.doubt, machine.feeding.looked = why, ()


def differs(state: BankState, address: int) -> list[int]:
    """Return the games of a machine that are not as registered; WHOLE stands for the machine."""
    registered = state.terms.machine[address]
    found = []
    for number, identity in state.machines[address].identities.items():
        wanted, said = as_registered(registered, number), identity._asdict()
        if not wanted or any(said[name] != value for name, value in wanted.items()):
            found.append(number)
    return found


def feeds(state: BankState, address: int) -> bool:
    """Return whether a machine's coins go to the lot at once: it has said who it is, too."""
    machine = state.machines[address]
    known = WHOLE in machine.identities and not differs(state, address)
    return known and machine.feeding.doubt is None


def let_go(state: BankState, address: int) -> None:
    """Give the lot its part of the coins that a machine has counted, if it feeds."""
    feeding = state.machines[address].feeding
    if feeds(state, address):
        state.lot += feeding.held * state.terms.permille(address)
        feeding.fed, feeding.held = feeding.fed + feeding.held, 0


def _steps(track: Track, entry: Read, coins: int) -> dict[int, Step]:
    """Return how far each meter has gone. If one is in doubt none counts: a meter that was reset
    shortly before its end looks as if it had begun again.
    """
    found = {
        meter: step(track.readings.get(meter), now, most(meter, now.digits, coins, entry.passed_ms))
        for meter, now in entry.readings.items()
    }
    doubts = [one.doubt for one in found.values() if one.doubt]
    return dict.fromkeys(found, Step(0, doubts[0])) if doubts else found


def _feed(state: BankState, entry: Read, steps: dict[int, Step]) -> None:
    machine = state.machines[entry.machine]
    machine.feeding.read_at = entry.at
    why = next((one.doubt for one in steps.values() if one.doubt), None)
    if why:
        doubt(machine, machine.feeding.doubt or why)
    if COIN_IN in steps:
        machine.feeding.held += steps[COIN_IN].by * _credit(state, entry.machine)
    let_go(state, entry.machine)


def _credit(state: BankState, address: int) -> int:
    """Return a machine's credit in cents; 0 while the machine gives another than is registered."""
    registered = state.terms.machine[address].denomination
    said = state.machines[address].identities.get(WHOLE)
    return registered if said is None or said.denomination == registered else 0
