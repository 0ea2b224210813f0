"""The effect of each journal entry on the state of the bank: pure, without clock or files.

The state is a fold of the journal: `apply_entry` over all entries since a `BankCheckpoint` gives it
again, after a power cut or in `croupier verify`. So an entry's effect may depend on nothing else.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.slots import contributions, exceptions, game_events, hand_pays, jackpot, voids
from firmware.slots.entries import (
    BankCheckpoint,
    BankEntry,
    BankRegistered,
    DefectDecided,
    ExceptionReported,
    HandPayReported,
    IdentityReported,
    JackpotWinReported,
    LinkChanged,
    MachineAcknowledged,
    MetersRead,
    PollUnanswered,
    SettingReported,
    ShutDownChanged,
    VersionReported,
)
from firmware.slots.machine_state import MachineState
from firmware.slots.state import BankState
from firmware.slots.terms import WHOLE_MACHINE


def apply_entry(bank_state: BankState, entry: BankEntry) -> BankState:
    """Return the bank after an entry: the same object, changed in place, except for
    `BankCheckpoint`.
    """
    if isinstance(entry, BankCheckpoint):
        return entry.state
    _ENTRY_HANDLERS[type(entry)](bank_state, entry)
    return bank_state


def is_change(bank_state: BankState, entry: BankEntry) -> bool:
    """Return whether an entry changes the state. One that does not is not journaled."""
    match entry:
        # equal meters matter once after a game: they settle its stake
        case MetersRead(machine=address, game=game_number, readings=readings):
            machine = bank_state.machines[address]
            meter_track = machine.meter_tracks.get(game_number)
            is_awaited = game_number == WHOLE_MACHINE and machine.play_state.awaits_meters
            return (
                meter_track is None
                or is_awaited
                or not meter_track.readings.items() >= readings.items()
            )
        case IdentityReported(machine=address, game=game_number, identity=identity):
            return bank_state.machines[address].identities.get(game_number) != identity
        # "no win" matters as the answer to a pending poll, or as the end of a reported win
        case JackpotWinReported(machine=address, command=command, amount_cents=amount_cents):
            play_state = bank_state.machines[address].play_state
            return bool(amount_cents) or command in (
                *play_state.win_commands,
                *play_state.reported_wins,
            )
        case LinkChanged(machine=address, link_state=link_state):
            return bank_state.machines[address].conditions.link_state != link_state
        case HandPayReported(machine=address):
            return hand_pays.is_change(bank_state.machines[address], entry)
        case (
            ExceptionReported()
            | SettingReported()
            | VersionReported()
            | PollUnanswered()
            | ShutDownChanged()
        ):
            return exceptions.is_change(bank_state.machines[entry.machine], entry)
        case BankRegistered(terms, program):
            return (bank_state.terms, bank_state.program) != (terms, program)
    return True


def _apply_registration(bank_state: BankState, entry: BankRegistered) -> None:
    """A new machine begins with an empty state; a machine that is no longer registered is
    dropped.
    """
    bank_state.terms, bank_state.program = entry.terms, entry.program
    known_machines = bank_state.machines
    bank_state.machines = {
        address: known_machines.get(address) or MachineState() for address in entry.terms.machine
    }


def _apply_exception(bank_state: BankState, entry: ExceptionReported) -> None:
    is_in_game = bank_state.machines[entry.machine].play_state.current_game is not None
    game_events.apply_exception(bank_state, entry)
    exceptions.apply_exception(bank_state.machines[entry.machine], entry, is_in_game=is_in_game)


def _apply_link(bank_state: BankState, entry: LinkChanged) -> None:
    exceptions.apply_link(bank_state.machines[entry.machine], entry)


def _apply_setting(bank_state: BankState, entry: SettingReported) -> None:
    exceptions.apply_setting(bank_state.machines[entry.machine], entry)


def _apply_version(bank_state: BankState, entry: VersionReported) -> None:
    exceptions.apply_version(bank_state.machines[entry.machine], entry)


def _apply_unanswered(bank_state: BankState, entry: PollUnanswered) -> None:
    hand_pays.apply_unanswered(bank_state.machines[entry.machine], entry)


def _apply_shutdown(bank_state: BankState, entry: ShutDownChanged) -> None:
    exceptions.apply_shutdown(bank_state.machines[entry.machine], entry)


def _apply_identity(bank_state: BankState, entry: IdentityReported) -> None:
    exceptions.apply_identity(bank_state.machines[entry.machine], entry)
    # a machine that is as registered again contributes the coins of the time between
    contributions.release(bank_state, entry.machine)


_ENTRY_HANDLERS: Final[Mapping[type, Callable[[BankState, Any], None]]] = {
    BankRegistered: _apply_registration,
    MetersRead: contributions.apply_reading,
    ExceptionReported: _apply_exception,
    IdentityReported: _apply_identity,
    JackpotWinReported: jackpot.apply_win,
    HandPayReported: hand_pays.apply_report,
    SettingReported: _apply_setting,
    VersionReported: _apply_version,
    PollUnanswered: _apply_unanswered,
    LinkChanged: _apply_link,
    ShutDownChanged: _apply_shutdown,
    MachineAcknowledged: contributions.acknowledge,
    DefectDecided: voids.apply_decision,
}
