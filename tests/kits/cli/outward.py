"""Everything that leaves a table while a script is played at it: all that outsiders can know."""

import io
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from typing import Any

import msgspec
from rich.console import Console

from drivers.pn532.kind import Pn532I2cWiring
from drivers.sounds.kinds import VoiceWiring
from firmware.board.board_view import board_state, make_greeting
from firmware.cli.commands.status import status_text
from firmware.cli.terminal.health import print_parts
from firmware.cli.terminal.picture import Picture
from firmware.cli.terminal.plain_view import PlainView
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import Event, decode_plain
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Announced, Ruling
from firmware.core.vocabulary.status import Status
from firmware.pages.state_changes import SentState, State
from firmware.shell.config.settings import Config
from firmware.shell.parts.part_status import PartReporter
from firmware.shell.script import TableScript
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words
from hal.ports import I2CBus, SerialPort
from sim.machines.angel_eye import SimAngelEye
from sim.machines.bee_tek import SimBeeTek
from sim.play.output import LineWriter
from sim.play.people.people import ScriptPeople
from sim.play.script_table import configure_table
from sim.play.virtual_table import VirtualTable
from sim.web.messages.messages_out import StatusMessage
from sim.web.session.pages import state_with

Step = dict[str, Any]
WIDTH, HEIGHT = 120, 48
BURN_MS = 3000
CARD_READER = Pn532I2cWiring.address
AT = re.compile(r" at 0x[0-9a-f]+")
"""An object's address in memory differs from run to run."""

_english = Words.load("en")


class Outward(logging.Handler):
    """A table, its people, and `left`: the output of each channel, in order."""

    def __init__(self, config: Config, options: dict[str, Any], steps: Sequence[Step]) -> None:
        super().__init__(logging.DEBUG)
        self._steps = steps
        self.left: list[tuple[str, object]] = []
        self._rulings: list[Ruling] = []
        self._results: list[str] = []
        scripted = [step for step in steps if "burn" not in step]
        script = msgspec.convert(
            {"game": config.table.game, "steps": scripted, "options": options},
            TableScript,
            dec_hook=decode_plain,
        )
        at = configure_table(config, script)
        at = replace(at, wiring=replace(at.wiring, voice=VoiceWiring("default")))
        self.table = VirtualTable(at, _english, self._take_rulings)
        self._people = ScriptPeople(self.table, self._rulings)
        self._reporter = StatusReporter(at.table.name, at.table.game, _english)
        self._parts = PartReporter(self.table, self.table.inline_table._clock)
        self._telling = LineWriter(_english, self._people.players.written_bets)
        self._page, self._board = SentState(), SentState()
        self._lines, self._picture = io.StringIO(), Picture(_english)
        self._plain = PlainView(_english, self._lines)
        self._watch_bus(self.table.sim_table.i2c)
        for name, port in self.table.ports.items():
            self._watch_port(name, port)

    def play(self) -> list[tuple[str, object]]:
        """Open the table, do every step, and return the output."""
        with self._listening():
            self.table.power_on()
            self.table.hands.press_key(Key.CONFIRM)
            self._look()
            for number, step in enumerate(self._steps, 1):
                if "burn" in step:
                    self._burn(step["burn"])
                else:
                    self._people.do_step(
                        msgspec.convert(step, _Step, dec_hook=decode_plain), number
                    )
                self._look()
                self._people.dealer.clear_felt(self._rulings)
                self._rulings.clear()
            self._draw()
        self.left.append(("plain", self._lines.getvalue()))
        self.left.append(("sounder", tuple(self.table.sim_table.sounds.tone.sounded)))
        self.left.append(("voice", tuple(self.table.sim_table.sounds.speaker.played_phrases)))
        return self.left

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record of any logger, with whatever exception it carries."""
        self.left.append(("log", AT.sub("", self.format(record))))

    def status(self) -> Status:
        """Return the status as the control socket has it."""
        status = self._reporter.table_status(self.table.core_table, self.table.panel, self._results)
        attached = [one for bus in self.table.buses for one in bus.attached]
        return msgspec.structs.replace(status, parts=tuple(map(self._parts, attached)))

    def _burn(self, card: str) -> None:
        """Let the shoe name a burnt card on its wire."""
        shoe = self.table.sim_table.shoe
        if isinstance(shoe, SimBeeTek):
            shoe.send_word("Manual Burn Cards", f"Card:{card}")
        elif isinstance(shoe, SimAngelEye):
            shoe.burn_card(parse_card(card))
        self.table.hands.wait(BURN_MS)

    def _look(self) -> None:
        """Record the output of every view."""
        status = self.status()
        self.left.append(("status --json", msgspec.json.encode(status)))
        self._send_changes("page", self._page, state_with({}, StatusMessage(status)))
        self._send_changes(
            "board", self._board, board_state(make_greeting(1, status.game, "en"), status)
        )
        self.left += [("play", line) for line in self._telling.rulings(self._rulings, 0)]
        self.left += [("play", line) for line in self._telling.panel_lines(self.table.panel)]
        self._plain.take_rulings(self._rulings)
        self._plain.show(status)

    def _send_changes(self, page: str, sent_state: SentState, state: State) -> None:
        """Record what a page is sent that has read every state."""
        if message := sent_state.message_for(state):
            self.left.append((page, msgspec.json.encode(message)))

    def _draw(self) -> None:
        """Record the views that use only the last status."""
        status = self.status()
        self.left.append(
            ("status", status_text(status, Words.load(status.language)) + _printed(status))
        )
        canvas = Console(file=io.StringIO(), width=WIDTH, height=HEIGHT, force_terminal=True)
        canvas.print(self._picture.draw(status, WIDTH, HEIGHT))
        self.left.append(("picture", canvas.file.getvalue()))  # type: ignore[attr-defined]

    def _take_rulings(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self._rulings += rulings
        self.left += [("ruling", ruling) for ruling in rulings]
        announced = (ruling.words for ruling in rulings if isinstance(ruling, Announced))
        self._results += filter(None, map(self._reporter.short_result, announced))

    def _watch_bus(self, bus: I2CBus) -> None:
        """Record the writes to lights and displays; the card reader's wire is inward."""
        write = bus.write

        def watched(address: int, data: bytes) -> None:
            if address != CARD_READER:
                self.left.append((f"I2C 0x{address:02X}", data))
            write(address, data)

        bus.write = watched  # type: ignore[method-assign]

    def _watch_port(self, name: str, port: SerialPort) -> None:
        write = port.write

        def watched(data: bytes) -> None:
            self.left.append((f"port of the {name}", data))
            write(data)

        port.write = watched  # type: ignore[method-assign]

    @contextmanager
    def _listening(self) -> Iterator[None]:
        root = logging.getLogger()
        level = root.level
        root.addHandler(self)
        root.setLevel(logging.DEBUG)
        try:
            yield
        finally:
            root.setLevel(level)
            root.removeHandler(self)


_Step = next(iter(TableScript.__annotations__["steps"].__args__))


def _printed(status: Status) -> str:
    with redirect_stdout(io.StringIO()) as out:
        print_parts(status.parts, _english)
    return out.getvalue()
