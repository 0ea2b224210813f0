"""The status of a bank, as its socket gives it."""

from collections.abc import Iterable

import msgspec

from drivers.sas.answers import COIN_IN, COIN_OUT, JACKPOT, PLAYED
from firmware.core.games.slot_bank import THOUSANDTHS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.slots.alarms import alarms, notes
from firmware.slots.contributions import feeds
from firmware.slots.returns import Return, returns
from firmware.slots.state import BankState, Link


class MachineStatus(msgspec.Struct, frozen=True):
    """A machine: cents since its first reading; None before that."""

    machine: int
    link: Link
    feeds: bool
    playing: bool
    coin_in_cents: int | None
    paid_cents: int | None
    plays: int | None
    returns: tuple[Return, ...]


class Status(msgspec.Struct, frozen=True, tag=True):
    """A bank; `panel` is the lot in words, for the panel above its machines (91)."""

    bank: str
    lot_cents: int | None
    hits: int
    unpaid: int
    """How many lots that were won wait to be paid by hand."""
    reserve_cents: int
    """The house's debt beyond the lot."""
    panel: Text | None
    machines: tuple[MachineStatus, ...]
    alarms: tuple[Text, ...]
    notes: tuple[Text, ...]


def status(state: BankState, failures: Iterable[Text] = (), mended: Iterable[Text] = ()) -> Status:
    """Return the status of a bank; `failures` are those of its wire and its journal, `mended` is
    what was amiss with the journal's copies at the start.
    """
    lot = state.lot_cents if state.terms.progressive else None
    return Status(
        state.terms.name,
        lot,
        state.hits,
        sum(len(machine.playing.unpaid) for machine in state.machines.values()),
        state.reserve // THOUSANDTHS,
        Text("slots.panel", {"lot_cents": Cents(lot)}) if lot is not None else None,
        tuple(_machine(state, address) for address in sorted(state.machines)),
        (*failures, *alarms(state)),
        (*mended, *notes(state)),
    )


def _machine(state: BankState, address: int) -> MachineStatus:
    machine, registered = state.machines[address], state.terms.machine[address]
    coin_in, coin_out = machine.total(COIN_IN), machine.total(COIN_OUT)
    cents = registered.denomination
    return MachineStatus(
        address,
        machine.signs.link,
        feeds(state, address),
        machine.playing.play is not None,
        None if coin_in is None else coin_in * cents,
        None if coin_out is None else (coin_out + (machine.total(JACKPOT) or 0)) * cents,
        machine.total(PLAYED),
        returns(registered, machine),
    )
