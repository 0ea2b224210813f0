"""The path of a card: drawn from a shoe at the far end of a real pseudo-terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from drivers.angel_eye.copies import CopyMatcher
from drivers.angel_eye.framer import AngelEyeFramer
from drivers.angel_eye.messages import decode
from drivers.angel_eye.shoe import AngelEyeShoe
from drivers.lights.lights import BetLights
from drivers.lights.pca9685 import Pca9685
from firmware.core.games.baccarat import Baccarat
from firmware.core.state_machine import Machine
from firmware.core.table.cards import close_and_deal, left_the_shoe
from firmware.core.table.shoe import Shoe
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.history.shared_commit import SharedCommit
from firmware.shell.parts.bus_thread import BusThread
from firmware.shell.parts.metering import MeteredBus
from firmware.shell.service.loop import TableLoop
from firmware.shell.service.service import TableService
from hal.errors import PortLost
from hal.pi.serial_port import PyserialPort
from sim.bench.sim_table import SimTable
from sim.play.inline_table import InlineTable
from tools.paths.loop_steps import COMMIT, WRITE, decide, draw, receive, record, transfer
from tools.paths.page import TracedPath
from tools.paths.scenes import Scene
from tools.paths.terminal_port import TerminalPort
from tools.paths.trace import Step, full_name, no_value

SECTION: Final = "shoe"
CARD_READ_MS: Final = 50


@contextmanager
def scenario() -> Iterator[Callable[[], object]]:
    """Open a table of Baccara with a bet of 10 $ laid; the act draws the nine of spades."""
    config = load_config(DEFAULT_TABLE)
    sim_table = SimTable(config.wiring)
    port = TerminalPort(sim_table.far_ends[SECTION])
    path = config.wiring.serial_parts()[SECTION].port
    scene = Scene(config, sim_table, "en", {path: port})
    scene.open_table()
    scene.hands.lay_chip(Place(1, "player"), Cents(1000))

    def draw_card() -> None:
        sim_table.shoe.draw(parse_card("9S"))
        port.carry()
        scene.inline_table.run_for(CARD_READ_MS)

    try:
        yield draw_card
    finally:
        port.end()


STEPS: Final = (
    Step(
        PyserialPort.read,
        "The shoe sends each message three times. Any exception of a pulled cable becomes "
        f"`{full_name(PortLost)}` here.",
        takes=no_value,
        when=lambda call: bool(call.result),
    ),
    Step(
        AngelEyeFramer.feed,
        "It checks each checksum, finds the next frame after a damaged one, and counts the octets "
        "that it drops. This is the first of three equal frames.",
        takes=no_value,
        gives=lambda call: call.result[0],
    ),
    Step(
        CopyMatcher.settled_messages,
        "A message counts once two of its three copies agree and no earlier message is missing.",
        takes=no_value,
    ),
    Step(decode, "`D` is a card that was dealt, in two octets: to which hand, and which card."),
    Step(
        AngelEyeShoe.poll,
        "The shoe gives them to its bus, and the bus to the loop.",
        takes=no_value,
        at_return=True,
    ),
    receive(CardRead),
    Step(
        SharedCommit.add,
        "A card waits for nothing: it is handled at once, after any readings that wait.",
        takes=lambda call: call.events,
        gives=lambda call: {"due in ms": call.self.due - call.now},
    ),
    record(CardRead),
    decide(
        CardRead,
        "It looks up the steps of the event and runs them. So far this is between the table and "
        "itself: nothing shows it.",
    ),
    Step(
        left_the_shoe,
        "An impossible card stops the deal in any phase.",
        takes=lambda call: call.event,
    ),
    Step(Shoe.take_card),
    Step(
        Machine.fire_event,
        "The row of the table's phase (`firmware/core/table/rows.py`). If the bets are open, a "
        "first card closes them and is then dealt; in a round it is dealt directly.",
        takes=lambda call: {"phase": call.owner.phase, "event": call.event},
        when=lambda call: isinstance(call.event, CardRead),
    ),
    Step(close_and_deal, takes=lambda call: call.event),
    Step(
        Baccarat.take,
        "The game's own rows decide whose card it is and who draws next (article 37). If no row "
        "accepts the card, it is refused: the game is unchanged and the card is laid aside.",
        takes=lambda call: call.event,
        gives=lambda call: {"cards": call.self.cards},
    ),
    COMMIT,
    WRITE,
    draw("spots"),
    Step(
        BetLights.show,
        "It makes the level of each channel: a spot has one for red, green and blue.",
        takes=lambda call: {"spot 1": call.panel.spots[1]},
    ),
    Step(
        Pca9685.show,
        "The chip has what it was sent last, and sends only what differs from it.",
        takes=lambda call: {"channels 0 to 2": call.channel_values[:3]},
    ),
    Step(
        MeteredBus.write,
        "From register 0A on: green and blue of spot 1, then spots 2 and 3, which are dark now. "
        "Behind it is the adapter of `hal`, and here the simulated bus.",
        takes=transfer,
    ),
)

CLOSING: Final = (
    "The displays, the figures and the tone follow the lights in the same way: "
    "[the path of a word](word.md).\n\n"
    "What no eye waits for is done in the loop's next turn: the listeners receive the rulings, and "
    "the loop looks for a lost copy of the journal and for meters that differ "
    f"(`{full_name(TableLoop.follow_up)}`). The status, the watchdog and a look after the buses "
    "wait for a turn without news.\n\n"
    "In `croupier run` steps 1 to 5 and 18 to 20 run in the thread of their bus "
    f"(`{full_name(BusThread)}`), so that a stuck adapter or a slow reader holds up only its own "
    f"bus; the others run in the loop's thread (`{full_name(TableService)}`). In `croupier play`, "
    "in tests and on this page the same buses take their turns inside the loop "
    f"(`{full_name(InlineTable)}`)."
)

PATH: Final = TracedPath(
    "card",
    "The path of a card",
    "The nine of spades is drawn at a table of Baccara while bets are open, with 10 $ on Player. "
    "The Angel Eye shoe is simulated, at the far end of a real pseudo-terminal; the lights are at "
    "a PCA9685 on the simulated I2C bus.",
    STEPS,
    scenario,
    CLOSING,
)
