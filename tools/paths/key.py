"""The path of a key: the dealer opens a closed table."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from drivers.inputs.contacts import ExpanderContacts
from drivers.inputs.debounce import Debounce
from drivers.inputs.inputs import KeyPanel
from drivers.inputs.mcp23017 import Mcp23017
from drivers.lights.lights import BetLights
from firmware.core.display.lit_keys import lit_keys
from firmware.core.state_machine import Machine
from firmware.core.table.history import History
from firmware.core.table.payments import open_round
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.history.ledger import Ledger
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.metering import MeteredBus
from sim.bench.sim_table import SimTable
from tools.paths.loop_steps import COMMIT, WRITE, decide, draw, receive, record, transfer
from tools.paths.page import TracedPath
from tools.paths.scenes import Scene
from tools.paths.trace import Step, no_value
from tools.paths.values import PlainText

SHOWN_MS: Final = 100


@contextmanager
def scenario() -> Iterator[Callable[[], object]]:
    """Set up a closed table of Baccara; the act presses CONFIRM and lets it go."""
    config = load_config(DEFAULT_TABLE)
    scene = Scene(config, SimTable(config.wiring), "en")

    def press_confirm() -> None:
        scene.hands.press_key(Key.CONFIRM)
        scene.inline_table.run_for(SHOWN_MS)

    yield press_confirm


def levels(value: int) -> PlainText:
    """Return the levels of the 14 inputs of an expander, the last input first."""
    return PlainText(f"{value:014b}")


STEPS: Final = (
    Step(
        PartBus.requests_poll,
        "A key closes its contact to ground, so the expander pulls its interrupt line, and the bus "
        "has a turn at once.",
        takes=no_value,
        when=lambda call: call.result,
    ),
    Step(
        MeteredBus.write_read,
        "The registers from IOCON (address 0A) to GPIO of the expander; every transfer of a part "
        "is counted here, and may be traced.",
        takes=transfer,
    ),
    Step(
        Mcp23017.read_levels,
        takes=no_value,
        gives=lambda call: levels(call.result),
        at_return=True,
    ),
    Step(
        Debounce.feed,
        "A contact bounces: nothing is reported before its level was the same for 15 ms.",
        takes=lambda call: levels(call.pin_levels),
        gives=lambda call: levels(call.result),
    ),
    Step(
        Debounce.feed,
        "Once it was, by a second reading, the input is reported.",
        takes=lambda call: levels(call.pin_levels),
        gives=lambda call: levels(call.result),
        when=lambda call: call.result > 0,
    ),
    Step(
        ExpanderContacts.poll,
        "Input 1 of the expander at address 0x22, which is 34. Low is pressed.",
        takes=no_value,
        when=lambda call: bool(call.result),
        at_return=True,
    ),
    Step(
        KeyPanel.poll,
        "The configuration says which key is at which contact.",
        takes=no_value,
        when=lambda call: bool(call.result),
        at_return=True,
    ),
    receive(KeyPressed, "A key waits for nothing."),
    record(KeyPressed),
    decide(
        KeyPressed,
        "It looks first whether the key is the supervisor's, whose switch would have to be on, and "
        "whether it is one that takes something back.",
    ),
    Step(
        Machine.fire_event,
        "The row of this key in the table's phase; a key without a row is refused, in words.",
        takes=lambda call: {"phase": call.owner.phase, "event": call.event},
        when=lambda call: isinstance(call.event, KeyPressed),
    ),
    Step(open_round, takes=no_value),
    Step(
        History.begin_round,
        takes=no_value,
    ),
    Step(
        Ledger.record_rulings,
        takes=lambda call: call.rulings,
        when=lambda call: bool(call.rulings),
    ),
    COMMIT,
    WRITE,
    draw("ask"),
    Step(
        lit_keys,
        "A lit key is one that would be obeyed.",
        takes=no_value,
    ),
    Step(
        BetLights.show,
        "The light of each key that is obeyed now and was not before, and of each spot that awaits "
        "a bet.",
        takes=lambda call: {"keys": call.panel.keys, "spots": call.panel.spots},
        gives=no_value,
    ),
    Step(
        MeteredBus.write,
        "The duties of the channels, 12 bits each, little end first.",
        takes=transfer,
    ),
)

PATH: Final = TracedPath(
    "key",
    "The path of a key",
    "The dealer presses CONFIRM at a closed table of Baccara, which opens it. The keys are at an "
    "MCP23017 on the simulated I2C bus, and so are the lights behind them.",
    STEPS,
    scenario,
    "The displays and the tone follow the lights: [the path of a word](word.md).",
)
