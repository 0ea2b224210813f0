"""The path of a word: a stake below the minimum is given back, in French."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from drivers.displays import typesetting
from drivers.displays.ssd1306 import Ssd1306
from drivers.displays.text_display import TextDisplay
from firmware.core.display.dealer_prompts import dealer_lines
from firmware.core.display.next_step import next_step
from firmware.core.display.panel import table_panel
from firmware.core.table.betting import take_bet
from firmware.core.table.legality import why_illegal
from firmware.core.table.state import State
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Refused
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.history.ledger import Ledger
from firmware.shell.parts.metering import MeteredBus
from firmware.shell.words import templates
from firmware.shell.words.number_format import NumberFormat
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.templates import TemplateTable
from firmware.shell.words.word_files import file_content, file_of
from firmware.shell.words.words import Words
from sim.bench.sim_table import SimTable
from tools.paths.loop_steps import COMMIT, transfer
from tools.paths.page import TracedPath
from tools.paths.scenes import Scene
from tools.paths.trace import Step, no_value
from tools.paths.values import PlainText

STAKE: Final = Cents(50)
KEY: Final = "prompt.return_bet"
"""The sentence that is followed."""


@contextmanager
def scenario() -> Iterator[Callable[[], object]]:
    """Open a table of Baccara; the act lays a chip of 0,50 $, where the minimum is 10 $.

    Neither the words' files nor the screens are in memory, as after a start.
    """
    config = load_config(DEFAULT_TABLE)
    scene = Scene(config, SimTable(config.wiring), "fr")
    scene.open_table()
    templates.file_templates.cache_clear()
    typesetting.pictures.cache_clear()
    yield lambda: scene.hands.lay_chip(Place(1, "player"), STAKE)


def phrase_line(content: str) -> str:
    """Return the line of a file that has the sentence."""
    name = KEY.rpartition(".")[2]
    return next(line for line in content.splitlines() if line.startswith(f"{name} ="))


STEPS: Final = (
    Step(take_bet, takes=lambda call: call.event),
    Step(
        why_illegal,
        "The core says why by a `Text`: a key and its values, and no word of any language.",
        takes=lambda call: call.stack,
    ),
    Step(
        State.refuse,
        "The refusal is a ruling, and the last one stays on the display.",
        gives=no_value,
    ),
    Step(
        Ledger.record_rulings,
        "In the journal it is a key and values too: it can be read in any language.",
        takes=lambda call: call.rulings,
        when=lambda call: any(isinstance(ruling, Refused) for ruling in call.rulings),
    ),
    COMMIT,
    Step(next_step, takes=no_value),
    Step(
        dealer_lines,
        takes=lambda call: call.ask,
    ),
    Step(
        table_panel,
        takes=no_value,
        gives=lambda call: {"panel.dealer": call.result.dealer},
        at_return=True,
    ),
    Step(
        TextDisplay.show,
        "The panel is the same for every display; this one shows the dealer's lines.",
        takes=no_value,
    ),
    Step(
        DisplayScreens.dealer_lines,
        "From here on there is a language: the table's.",
        takes=no_value,
        gives=no_value,
    ),
    Step(
        Words.render,
        "First the key's template is looked up.",
        when=lambda call: call.text.key == KEY,
        gives=no_value,
    ),
    Step(
        TemplateTable.__missing__,
        "Not in memory yet. The words of the house and of the game go before the program's.",
        when=lambda call: call.key == KEY,
        gives=no_value,
    ),
    Step(file_of, when=lambda call: call.key == KEY),
    Step(
        file_content,
        "`firmware/words` has a folder a language, with the same files in each.",
        gives=lambda call: PlainText(phrase_line(call.result)),
        when=lambda call: call.file == file_of(KEY),
    ),
    Step(
        NumberFormat.money,
        "An int under `cents` is money; the space before the sign is a no-break space.",
        takes=lambda call: call.cents,
    ),
    Step(
        Words.render,
        "The whole sentence.",
        takes=lambda call: call.text.key,
        when=lambda call: call.text.key == KEY,
        at_return=True,
    ),
    Step(
        typesetting.lay_out_rows,
        "Two lines and the mark of a simulated table fill two screens, which take turns.",
        gives=lambda call: {"height_px": call.result.size.height_px, "rows": call.result.screens},
    ),
    Step(
        Ssd1306.show,
        "A screen is eight pages of 128 octets, an octet a column of eight dots; the pages that "
        "differ are sent.",
        takes=no_value,
    ),
    Step(
        MeteredBus.write,
        "Behind each 80 is an octet of a command: 21 sets the columns, 3 to 127, and 22 the pages, "
        "0 to 3. Behind 40 are the dots.",
        takes=transfer,
    ),
)

PATH: Final = TracedPath(
    "word",
    "The path of a word",
    "A player lays a chip of 0,50 $ where the minimum is 10 $. The core refuses it, and the dealer "
    "reads in French what to do.",
    STEPS,
    scenario,
)
