"""Draw docs/pictures/table.svg: the terminal table, in the middle of paying.

A table is played on simulated parts and virtual time until a payment is asked for, then the
view of `croupier run` draws it.
"""

import argparse
import io
import re
from pathlib import Path
from random import Random

from rich.console import Console
from rich.terminal_theme import MONOKAI

from firmware.cli.terminal.picture import Picture
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.rulings import Announced, Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.config.settings import Config
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words
from sim.people.actor import Actor
from sim.people.by_chance.croupier import Croupier
from sim.people.deal import DealtCards
from sim.people.layout import layout_of
from sim.people.person import Person
from sim.play.virtual_table import VirtualTable

SEED = 7
SPEED = 1000.0
RESULTS = 12
BETS = 6
WINNERS = 2
"""How many results, bets and winning spots the picture has at least."""


FONT = "font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace"
"""Fonts that people have: the picture fetches nothing."""


class Evening:
    """A table that is played until it pays."""

    def __init__(self, config: Config, words: Words) -> None:
        self._table = VirtualTable(config, words, self._take_rulings)
        self._reporter = StatusReporter(config.table.name, config.table.game, words)
        self._results: list[str] = []
        chance, layout = Random(SEED), layout_of(config)  # noqa: S311
        body = Actor(self._table.hands, self._look, SPEED)
        person = Person(body, layout, chance, dealt_cards=DealtCards(layout.game, chance))
        self._croupier = Croupier(person, chance, mishap_rate=0)

    def play(self) -> Status:
        """Play until many bets lie there and one of several winners is to be paid."""
        while not self._worth_a_picture(seen := self._look()):
            self._croupier.step()
        return seen

    def _worth_a_picture(self, seen: Status) -> bool:
        bets = [bet for spot in seen.spots.values() for bet in spot.bets]
        lights = [spot.light for spot in seen.spots.values()]
        paying = seen.ask.do is Act.PAY_BET and lights.count("win") >= WINNERS
        return paying and len(bets) >= BETS and len(self._results) >= RESULTS

    def _look(self) -> Status:
        return self._reporter.table_status(self._table.core_table, self._table.panel, self._results)

    def _take_rulings(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        ruling_keys = [ruling.words.key for ruling in rulings if isinstance(ruling, Announced)]
        self._results += [key.partition(".")[2] for key in ruling_keys if key.startswith("winner.")]


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")
    parser.add_argument("--size", type=int, nargs=2, default=(100, 32), metavar=("COLUMNS", "ROWS"))
    parser.add_argument("--out", type=Path, default=Path("docs/pictures/table.svg"))
    options = parser.parse_args()
    words = Words.load(options.lang)
    width, height = options.size
    console = Console(
        file=io.StringIO(), record=True, width=width, height=height, force_terminal=True,
        color_system="truecolor",
    )  # fmt: skip
    status = Evening(load_config(DEFAULT_TABLE), words).play()
    console.print(Picture(words).draw(status, width, height), height=height, end="")
    svg = svg_of(console, f"croupier run · {status.table}", "table")
    options.out.write_text(svg, encoding="utf-8")


def svg_of(console: Console, title: str, name: str) -> str:
    """Return what was printed as a picture that needs nothing from elsewhere."""
    svg = console.export_svg(title=title, theme=MONOKAI, unique_id=name)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace("font-family: Fira Code, monospace", FONT)


if __name__ == "__main__":
    main()
