"""The path of a chip: a player lays 25 $ while bets are open."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from drivers.lights.lights import BetLights
from drivers.rr3036.protocol import Rr3036Framer, Rr3036Reply
from drivers.rr3036.reader import ChipReader
from drivers.rr3036.stacks import ChipStacks
from drivers.tags.chip_registry import ChipRegistry
from firmware.core.state_machine import Machine
from firmware.core.table.betting import stack_read, take_bet
from firmware.core.table.event_effects import ChipsMoved
from firmware.core.table.felt import Felt
from firmware.core.table.legality import why_illegal
from firmware.core.vocabulary.events import StackRead
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.shared_commit import SharedCommit
from firmware.shell.parts.metering import MeteredPort
from sim.bench.sim_table import SimTable
from tools.paths.loop_steps import COMMIT, WRITE, decide, draw, receive, record
from tools.paths.page import TracedPath
from tools.paths.scenes import Scene
from tools.paths.trace import Step, no_value

STAKE: Final = Cents(2500)
UID_END: Final = bytes.fromhex("04E0")
"""The first octets of a chip's UID, the last ones on the wire."""


@contextmanager
def scenario() -> Iterator[Callable[[], object]]:
    """Open a table of Baccara; the act lays a chip on the first spot's Player."""
    config = load_config(DEFAULT_TABLE)
    scene = Scene(config, SimTable(config.wiring), "en")
    scene.open_table()
    yield lambda: scene.hands.lay_chip(Place(1, "player"), STAKE)


STEPS: Final = (
    Step(
        MeteredPort.read,
        "The reader answers the inventory of the antenna under the place. Every octet of a part is "
        "counted here, and may be traced.",
        takes=no_value,
        when=lambda call: UID_END in call.result,
    ),
    Step(
        Rr3036Framer.feed,
        "A frame whose CRC is wrong is dropped and counted.",
        takes=no_value,
        gives=lambda call: call.result[0],
    ),
    Step(
        Rr3036Reply.tag_uids,
        "On the wire a UID comes last octet first.",
        takes=no_value,
    ),
    Step(
        ChipStacks.set_place_tags,
        "Only after a second reading that is equal to the first: chips that a hand is laying are "
        "read in part.",
        when=lambda call: bool(call.chips),
    ),
    Step(ChipRegistry.__getitem__, "The house's registry has each chip's worth."),
    Step(
        ChipReader.poll,
        takes=no_value,
        when=lambda call: bool(call.result),
        at_return=True,
    ),
    receive(
        StackRead,
        "While bets are open a chip decides nothing, so it may wait for other readings: many share "
        "one commit.",
    ),
    Step(
        SharedCommit.add,
        "It is due 100 ms later at the latest, or with the next event that decides something.",
        takes=lambda call: call.events,
        gives=lambda call: {"due in ms": call.self.due - call.now},
    ),
    record(StackRead),
    decide(
        StackRead, "The table does not know what the chips mean before it has looked up its phase."
    ),
    Step(stack_read, takes=lambda call: call.event),
    Step(
        Felt.set_amount,
        "It gives what was there before.",
    ),
    Step(
        Machine.fire_event,
        "The row of the phase decides what a stack that changed means: a bet here, a late bet or a "
        "payment after the close.",
        takes=lambda call: {"phase": call.owner.phase, "event": call.event},
        when=lambda call: isinstance(call.event, ChipsMoved),
    ),
    Step(take_bet, takes=lambda call: call.event),
    Step(
        why_illegal,
        "Limits, the layout's places and the game's own conditions.",
        takes=lambda call: call.stack,
        gives=lambda call: {"refusal": call.result},
    ),
    Step(
        Ledger.record_rulings,
        takes=lambda call: call.rulings,
        when=lambda call: bool(call.rulings),
    ),
    COMMIT,
    WRITE,
    draw("spots"),
    Step(
        BetLights.show,
        "The spot's light turns from white to blue, by the channels that differ: "
        "[the path of a card](card.md) has its octets.",
        takes=lambda call: call.panel.spots,
    ),
)

PATH: Final = TracedPath(
    "chip",
    "The path of a chip",
    "A player lays a chip of 25 $ on the Player of spot 1 while bets are open. The reader under "
    "the felt is a simulated RR3036, whose wire is in memory.",
    STEPS,
    scenario,
)
