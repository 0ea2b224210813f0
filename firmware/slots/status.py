"""The status of a bank, as its socket answers it."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from drivers.message_log import MessageLog
from drivers.sas.responses import COIN_IN_METER, COIN_OUT_METER, GAMES_PLAYED_METER, JACKPOT_METER
from firmware.core.games.slot_machine import THOUSANDTHS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.house_words import NO_HOUSE, HouseWords
from firmware.slots.alarms import bank_alarms, bank_notes
from firmware.slots.contributions import is_contributing
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.machine_alarm import machine_alarm
from firmware.slots.machine_state import LinkState
from firmware.slots.returns import GameReturn, game_returns
from firmware.slots.state import BankState

NO_MESSAGES: Final[Mapping[int, MessageLog]] = MappingProxyType({})


class MachineStatus(
    msgspec.Struct,
    frozen=True,
    rename={
        "link_state": "link",
        "is_contributing": "feeds",
        "is_game_in_progress": "playing",
        "games_played": "plays",
        "game_returns": "returns",
    },
):
    """A machine's status; amounts in cents since its first reading, None before it."""

    machine: int
    link_state: LinkState
    is_contributing: bool
    is_game_in_progress: bool
    coin_in_cents: int | None
    paid_cents: int | None
    games_played: int | None
    game_returns: tuple[GameReturn, ...]


class BankStatus(
    msgspec.Struct,
    frozen=True,
    tag="Status",
    rename={
        "jackpot_cents": "lot_cents",
        "jackpots_won": "hits",
        "unpaid_jackpots": "unpaid",
        "panel_text": "panel",
    },
):
    """A bank's status; `panel_text` is the jackpot for the panel above the machines (91)."""

    bank: str
    jackpot_cents: int | None
    jackpots_won: int
    unpaid_jackpots: int
    """How many won jackpots wait for their hand pay."""
    reserve_cents: int
    """The reserve, never above 0: the house's debt."""
    panel_text: Text | None
    machines: tuple[MachineStatus, ...]
    alarms: tuple[Text, ...]
    notes: tuple[Text, ...]
    house: HouseWords = NO_HOUSE
    """The words and the currency of the bank's house."""


def make_bank_status(
    bank: JournaledBank,
    failures: Iterable[Text] = (),
    messages: Mapping[int, MessageLog] = NO_MESSAGES,
) -> BankStatus:
    """Return the status of a bank, with the failures of its wire and journal, and the messages of
    its machines that no paper defines.
    """
    bank_state = bank.state
    jackpot_cents = bank_state.jackpot_cents if bank_state.terms.progressive else None
    return BankStatus(
        bank_state.terms.name,
        jackpot_cents,
        bank_state.jackpots_won,
        sum(len(machine.play_state.unpaid_cents) for machine in bank_state.machines.values()),
        bank_state.reserve_thousandths // THOUSANDTHS,
        Text("slots.panel", {"lot_cents": Cents(jackpot_cents)})
        if jackpot_cents is not None
        else None,
        tuple(_machine_status(bank_state, address) for address in sorted(bank_state.machines)),
        (*failures, *bank_alarms(bank_state)),
        (*bank.journal_repairs, *bank_notes(bank_state), *_unknown_notes(messages)),
    )


def _unknown_notes(messages: Mapping[int, MessageLog]) -> Iterator[Text]:
    """Yield the last unknown frame of each machine. Exceptions have a note of their own."""
    for address, message_log in sorted(messages.items()):
        frames = [message.octets for message in message_log.unknown if " " in message.octets]
        if frames:
            yield machine_alarm("slots.note.unknown_message", address, octets=frames[-1])


def _machine_status(bank_state: BankState, address: int) -> MachineStatus:
    machine, machine_terms = bank_state.machines[address], bank_state.terms.machine[address]
    coin_in_credits, coin_out_credits = (
        machine.meter_total(COIN_IN_METER),
        machine.meter_total(COIN_OUT_METER),
    )
    credit_cents = machine_terms.denomination
    return MachineStatus(
        address,
        machine.conditions.link_state,
        is_contributing(bank_state, address),
        machine.play_state.current_game is not None,
        None if coin_in_credits is None else coin_in_credits * credit_cents,
        None
        if coin_out_credits is None
        else (coin_out_credits + (machine.meter_total(JACKPOT_METER) or 0)) * credit_cents,
        machine.meter_total(GAMES_PLAYED_METER),
        game_returns(machine_terms, machine),
    )
