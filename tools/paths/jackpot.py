"""The path of a jackpot's share: from a bet to the keeper's line, and back on the display."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Final

from firmware.core.display.panel import table_panel
from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.jackpot import (
    JackpotContribution,
    JackpotTableMessage,
    JackpotUpdate,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel, Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.floor.facts import FactExtractor
from firmware.floor.jackpot.claims import first_fault
from firmware.floor.jackpot.ledger_line import LedgerLine, fold_message, jackpot_update
from firmware.floor.jackpot.line_history import LineHistory
from firmware.floor.jackpot.message_scan import scan_facts
from firmware.floor.ledger.ledger import Ledger as FloorLedger
from firmware.floor.ledger.table_message import read_message
from firmware.floor.uplink.outbox import Outbox, PublishMessage
from firmware.shell.history.journal_entries import Attested
from firmware.shell.history.ledger import Ledger
from firmware.shell.jackpot.jackpot_inbox import JackpotInbox
from firmware.shell.jackpot.signed_messages import attest, is_signed_by_keeper
from tests.kits.floor.jackpots import TERMS
from tools.paths.loop_steps import COMMIT
from tools.paths.page import TracedPath
from tools.paths.sharing_floor import SharingFloor, chips
from tools.paths.trace import Step, no_value
from tools.paths.values import PlainText


@contextmanager
def scenario() -> Iterator[Callable[[], object]]:
    """Have a table that shows the jackpot, with a bet on it laid; the act plays the round."""
    with TemporaryDirectory() as folder:
        floor = SharingFloor(Path(folder))
        floor.exchange()
        floor.handle(KeyPressed(Key.CONFIRM))
        floor.handle(chips("ante", Cents(500)), chips("progressive", TERMS.stake_cents))

        def play_and_exchange() -> None:
            floor.play_round()
            floor.exchange()
            table_panel(floor.table)

        yield play_and_exchange
        floor.end()


def message_fields(message: JackpotTableMessage) -> dict[str, object]:
    """Return what a table's message says, without the identity of its journal."""
    names = ("message_number", "round", "bets", "version", "shown")
    return {type(message).__name__: {name: getattr(message, name) for name in names}}


def line_fields(line: LedgerLine) -> dict[str, object]:
    """Return a line's money, in halves of a cent."""
    return {name: getattr(line, name) for name in ("version", "generation", "pool", "reserve")}


def update_fields(update: JackpotUpdate) -> dict[str, object]:
    """Return the amount of an update, and the last message of its table that it includes."""
    fields: dict[str, object] = {
        name: getattr(update, name) for name in ("version", "cents", "rest_units")
    }
    return fields if update.cursors is None else fields | {"cursor": [*update.cursors.values()]}


def is_of_message(call: SimpleNamespace) -> bool:
    """Return whether a fact is the table's message."""
    return isinstance(call.journal_entry, Attested)


def class_names(rulings: tuple[Ruling, ...]) -> PlainText:
    """Return the kinds of rulings."""
    return PlainText(", ".join(type(ruling).__name__ for ruling in rulings))


def is_round_end(call: SimpleNamespace) -> bool:
    """Return whether a call has the message that ends the round."""
    return any(isinstance(ruling, JackpotContribution) for ruling in call.rulings)


def jackpot_line(panel: Panel) -> Text:
    """Return the players' line about the jackpot."""
    return next(line for line in panel.players if line.key.startswith("players.lot"))


STEPS: Final = (
    Step(
        JackpotLink.with_round_locked,
        "The bets are closed: the round is played for what the display shows, its own bet "
        "included. The table asks nobody for it.",
        gives=lambda call: call.result.locked,
    ),
    Step(
        JackpotLink.offered_cents,
        "The pool of 200 000 halves of a cent and 29 of this bet, in whole cents.",
    ),
    Step(
        JackpotLink.with_round_ended,
        "After the cards: the bet has lost, so the message is a contribution. It is numbered from "
        "1 in the table's journal, without gaps.",
        takes=lambda call: {"round_number": call.round_number},
        gives=lambda call: message_fields(call.result[1]),
    ),
    Step(
        Table.handle,
        "The message is a ruling like any other.",
        takes=lambda call: call.event,
        gives=lambda call: class_names(call.result),
        when=lambda call: any(isinstance(ruling, JackpotContribution) for ruling in call.result),
        at_return=True,
    ),
    Step(Ledger.record_rulings, takes=lambda call: class_names(call.rulings), when=is_round_end),
    Step(
        attest,
        "It goes to the journal before the ruling: no message is durable without its signature.",
        takes=lambda call: message_fields(call.message),
        gives=no_value,
    ),
    COMMIT,
    Step(
        FactExtractor.extract,
        "The uplink, a process of its own, reads the journal, and publishes what leaves a table. A "
        "position is the record with which the shoe began, and a count from there.",
        takes=no_value,
        gives=lambda call: {"position": call.result[0].position},
        when=is_of_message,
    ),
    Step(
        Outbox.next_action,
        "In one sealed message for the engine with the other facts, at most one in flight.",
        takes=no_value,
        gives=lambda call: {
            "subject": call.result.subject,
            "last_position": call.result.last_position,
        },
        when=lambda call: isinstance(call.result, PublishMessage),
        at_return=True,
    ),
    Step(
        read_message,
        "The house's ledger takes it from the engine, and proves who has sealed it.",
        takes=lambda call: {"subject": call.received.subject},
        gives=lambda call: {"rows": len(call.result.rows), "last": call.result.message.last},
    ),
    Step(
        FloorLedger.store_messages,
        takes=no_value,
        gives=lambda call: [watermark.fact for watermark in call.result.watermarks.values()],
        at_return=True,
    ),
    Step(
        scan_facts,
        "The jackpot's keeper looks for messages of tables among the facts.",
        takes=no_value,
    ),
    Step(
        first_fault,
        "Nothing of a message is believed: it has to follow from the line that the table was "
        "shown and from the facts of its round.",
        takes=lambda call: message_fields(call.message),
        gives=lambda call: {"fault": call.result},
    ),
    Step(
        fold_message,
        "29 halves of a cent to the pool, 3 to the reserve.",
        takes=lambda call: line_fields(call.ledger_line),
        gives=lambda call: line_fields(call.result.ledger_line),
    ),
    Step(
        LineHistory.append,
        "The line is signed, and nobody sees it before stream and database have it.",
        takes=lambda call: line_fields(call.signed_line.line),
    ),
    Step(jackpot_update, takes=no_value, gives=lambda call: update_fields(call.result)),
    Step(
        is_signed_by_keeper,
        "Whoever has relayed the update, the table believes the keeper's signature alone.",
        takes=no_value,
        when=lambda call: isinstance(call.signed_message.message, JackpotUpdate),
    ),
    Step(
        JackpotInbox.poll,
        takes=no_value,
        gives=lambda call: [update_fields(event.shown) for event in call.result],
        at_return=True,
    ),
    Step(
        JackpotLink.with_update,
        "The line includes the table's message, which is therefore no longer added to it.",
        takes=lambda call: {"pool": call.self.pool, "contributions": call.self.contributions},
        gives=lambda call: {"pool": call.result.pool, "contributions": call.result.contributions},
        when=lambda call: call.result.cursor > 0,
    ),
    Step(table_panel, takes=no_value, gives=lambda call: jackpot_line(call.result)),
)

PATH: Final = TracedPath(
    "jackpot",
    "The path of a jackpot's share",
    "A player bets 1 $ on a jackpot of 1 000 $ that several tables of Poker des Caraïbes share: "
    "each bet adds 14 ½ cents to it, and 1 ½ to the reserve. The engine and its stream are "
    "simulated; the journal is on a disk, the ledger's database is an SQLite, and the keeper and "
    "the uplink are those of the floor.",
    STEPS,
    scenario,
)
