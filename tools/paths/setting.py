"""The path of a setting: a house raises a minimum in its file, and starts the table again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.core.display.panel import table_panel
from firmware.core.table.legality import why_illegal
from firmware.core.table.table import Table
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.shell.config.config import load_config, read_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.config.limits import check_limits, read_limits
from firmware.shell.config.reader import SectionReader
from firmware.shell.config.source import config_text, parsed_document
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.takeover import changed_keys, check_takeover, takeover_checkpoint
from firmware.shell.words.screens import DisplayScreens
from sim.bench.sim_table import SimTable
from tools.paths.page import TracedPath
from tools.paths.scenes import Scene
from tools.paths.trace import Step, no_value
from tools.paths.values import PlainText

SECTION: Final = "limits.player"
FORMER_LINE: Final = "min_cents = 1000"
LINE: Final = "min_cents = 2500"


@contextmanager
def scenario() -> Iterator[Callable[[], object]]:
    """Have a closed table with its journal; the act starts it with a changed file, and bets."""
    config = load_config(DEFAULT_TABLE)
    journal_copies = Scene(config, SimTable(config.wiring), "fr").copies
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table.toml"
        content = DEFAULT_TABLE.read_text(encoding="utf-8")
        before, after = content.split(f"[{SECTION}]")
        changed = after.replace(FORMER_LINE, LINE, 1)
        file.write_text(f"{before}[{SECTION}]{changed}", encoding="utf-8")

        def start_again() -> None:
            changed_config = load_config(file)
            sim_table = SimTable(changed_config.wiring)
            scene = Scene(changed_config, sim_table, "fr", copies=journal_copies)
            scene.open_table()
            scene.hands.lay_chip(Place(1, "player"), Cents(1000))

        yield start_again


def section_lines(content: str) -> PlainText:
    """Return the lines of the section that has the setting."""
    section = content.split(f"[{SECTION}]")[1].split("[")[0].split()
    return PlainText(f"[{SECTION}] {' '.join(section)}")


def limit_line(lines: tuple[Text, ...]) -> Text:
    """Return the players' line about the bet."""
    return next(line for line in lines if line.key == "players.limits")


STEPS: Final = (
    Step(
        config_text,
        takes=no_value,
        gives=lambda call: section_lines(call.result),
    ),
    Step(parsed_document, takes=no_value, gives=lambda call: call.result["limits"]["player"]),
    Step(
        read_config,
        "Every mistake of the file is collected, so that all are named at once.",
        takes=no_value,
        gives=no_value,
    ),
    Step(
        SectionReader.amount,
        "It checks type and bounds. A mistake is noted with the key's path, and reading goes on.",
        takes=lambda call: {"key": call.self.path(call.name)},
        when=lambda call: call.self.path(call.name) == f"{SECTION}.min_cents",
    ),
    Step(
        read_limits,
        "The least and the most of each bet; a key or a bet that it does not know is a mistake.",
        takes=no_value,
        gives=lambda call: call.result["player"],
        at_return=True,
    ),
    Step(check_limits, takes=lambda call: call.limits["player"], gives=no_value),
    Step(
        load_config,
        "Without a mistake there is a configuration.",
        takes=no_value,
        gives=lambda call: {"limits": call.result.limits},
        at_return=True,
    ),
    Step(
        configured_table,
        "Here the configuration ends: the core knows its own rules, and no file.",
        takes=no_value,
        gives=lambda call: {"rules.limits": call.result.state.rules.limits["player"]},
    ),
    Step(
        journal_setting,
        takes=no_value,
        gives=lambda call: {"table.limits": call.result.table.limits["player"]},
    ),
    Step(
        Ledger.load_resume_point,
        "The journal names the settings by which it was written.",
        gives=lambda call: {"setting.table.limits": call.result.setting.table.limits["player"]},
    ),
    Step(changed_keys, takes=no_value),
    Step(check_takeover, "The table is closed, so nothing is refused.", takes=no_value),
    Step(
        takeover_checkpoint,
        takes=no_value,
        gives=lambda call: {"phase": PlainText(call.result.phase)},
    ),
    Step(Table.resume_from, takes=no_value),
    Step(
        Ledger.record_start,
        "From here on the journal says that the table decides by them.",
        takes=lambda call: {"setting.table.limits": call.self.setting.table.limits["player"]},
    ),
    Step(
        Ledger.commit,
        "If the power fails before, the next start takes the change over in the same way.",
        takes=no_value,
    ),
    Step(
        table_panel,
        "What the players may bet is on their display.",
        takes=no_value,
        gives=lambda call: limit_line(call.result.players),
        when=lambda call: any(line.key == "players.limits" for line in call.result.players),
    ),
    Step(
        DisplayScreens.player_lines,
        takes=no_value,
        gives=lambda call: call.result[1],
        when=lambda call: len(call.result) > 1,
    ),
    Step(why_illegal, "A bet of 10 $ was legal before.", takes=lambda call: call.stack),
)

PATH: Final = TracedPath(
    "setting",
    "The path of a setting",
    "The house raises the minimum of a bet on Player from 10 $ to 25 $ in the file of a closed "
    "table, and starts the table again. Then a player lays 10 $.",
    STEPS,
    scenario,
)
