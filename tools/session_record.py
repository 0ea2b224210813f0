"""A session at the console as it was seen, in order, with what changes at each making left out."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Final

from firmware.console.access.accounts import Accounts
from firmware.core.vocabulary.status import Status
from firmware.shell.technician.requests import Person
from sim.chips.hd44780 import SimHd44780
from tools.session_console import Console, Laptop
from tools.session_people import People
from tools.session_table import ServedTable

NAME: Final = "lea"
PASSPHRASE: Final = "brume cheval pile agrafe"  # noqa: S105
"""Typed where nothing is echoed, for a table that is thrown away."""
ASIDE: Final = "    "
WIDTH: Final = 78
HIDDEN: Final = {"fr": "[une phrase de passe, sans écho]", "en": "[a passphrase, not echoed]"}


@dataclass
class Session:
    """A technician at the console of a table, and the people around it."""

    language: str
    table: ServedTable
    people: People
    _cables: ExitStack
    _lines: list[str] = field(default_factory=list)
    _from: int = 0

    # what is done

    @cached_property
    def console(self) -> Console:
        """The console, once somebody has plugged his cable in."""
        return self._cables.enter_context(opened(self.table))

    def meets(self) -> None:
        """Plug the cable in, and read what the console says first."""
        self._take()

    def note(self, fr: str, en: str) -> None:
        """Tell what happens beside the console."""
        self._take()
        note_line = f"[{fr if self.language == 'fr' else en}]"
        self._lines += [
            "",
            *wrap(note_line, WIDTH, initial_indent=ASIDE, subsequent_indent=ASIDE),
            "",
        ]

    def types(self, line: str) -> None:
        """Type a command that the console has named."""
        self.console.do(line)

    def answers(self, line: str, question: str, answer: str) -> None:
        """Type a command that asks a question which ends so, and answer it."""
        self.console.do(line, asks=question)
        self.console.answer(answer)

    def agrees(self, line: str) -> None:
        """Type a command that asks whether to go ahead, and say yes."""
        self.answers(line, ")", "oui" if self.language == "fr" else "yes")

    def watches(self, line: str, act: Callable[[], None]) -> None:
        """Have something done while a wire is watched, until the frames are others for it."""
        self.console.watch(line, act)

    def plays_on(self) -> None:
        """Have a round played at the table that was mended, and look at it."""
        self.people.play()
        self.note("Un coup est joué et payé", "A round is played and paid")
        self.types("status")

    def log_in(self) -> None:
        """Log in, as the console says one does."""
        self.console.do(f"login {NAME}", asks=":")
        self._take(HIDDEN[self.language])
        self.console.answer(PASSPHRASE)

    def enrol(self) -> None:
        """Make the first account, with the code on the dealer's display."""
        self.console.do("enrol", asks=":")
        self.console.answer(NAME, asks=":")
        for _ in range(2):
            self._take(HIDDEN[self.language])
            self.console.answer(PASSPHRASE, asks=":")
        self.console.answer(self._code())

    def stops(self, code: str) -> Status:
        """Return the status with the fault. Raises Unlike."""
        return self.table.until(lambda now: code in _codes(now))

    def cured(self, code: str) -> Status:
        """Return the status without the fault. Raises Unlike."""
        return self.table.until(lambda now: code not in _codes(now))

    def _code(self) -> str:
        """Read the dealer's display, once nothing else is on it."""
        display = self.table.sim.displays.dealer_display
        assert isinstance(display, SimHd44780)  # noqa: S101
        self.console.laptop.until(lambda: not display.text()[1].strip(), "a code")
        return display.text()[0].split()[-1]

    # what was seen

    def _take(self, typed: str = "") -> None:
        """Take the lines that the screen has shown since; one that waits is taken once it ends."""
        lines = self.console.laptop.lines()
        waiting = lines[-1:] if typed else []
        self._lines += [*lines[self._from : -1], *(f"{line} {typed}" for line in waiting)]
        self._from = len(lines) - (0 if typed else 1)

    def text(self) -> str:
        """Return all that was seen."""
        self._take()
        return "\n".join(_quiet(steady(self._lines, self.table.room))) + "\n"


def _codes(status: Status) -> set[str]:
    return {fault.code for fault in status.faults}


@contextmanager
def session(language: str, *, enrolled: bool = True, **kinds: bool) -> Iterator[Session]:
    """Serve a table; the person who is to log in at its console has an account already."""
    with TemporaryDirectory(prefix="croupier-") as folder, ExitStack() as stack:
        table = stack.enter_context(closing(ServedTable(Path(folder), language, **kinds)))
        accounts = Accounts(table.accounts)
        if enrolled:
            accounts.add_account(Person(NAME, "technician"), PASSPHRASE)
        table.start()
        yield stack.enter_context(at(table))


@contextmanager
def at(table: ServedTable) -> Iterator[Session]:
    """Begin a session at a table that is served already."""
    with ExitStack() as cables:
        yield Session(table.language, table, People(table), cables)


@contextmanager
def opened(table: ServedTable, *, dumb: bool = False) -> Iterator[Console]:
    """Open a console in a terminal."""
    places = ("--state", str(table.accounts), "--socket", str(table.socket))
    command = table.command("console", *places)
    laptop = Laptop(command, table.program, table.environment, dumb=dumb)
    try:
        yield Console(laptop)
    finally:
        laptop.close()


# what is the same each time

FRAME: Final = " ____.___ "
"""How a frame of a wire begins."""
MARKS: Final[Mapping[str, str]] = {
    r"^ *\d+\.\d{3} (?=\w+ +(<-|->|x ))": FRAME,
    r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?": "____-__-__ __:__",
    r"\b\d\d:\d\d:\d\d\b": "__:__:__",
    r"\b\d+([.,]\d+)?[  ](s|ms|min|h|d|j)\b(?!['’])( \d+ min| \d+ h)?": "__",
    r"\b\d+([.,]\d+)?[  ](Gio|Mio|GiB|MiB)\b": "__",
    r"\b[A-Z0-9]{4}-[A-Z0-9]{4}(?!-)\b": "XXXX-XXXX",
    r"\b(pertes|erreurs|losses|errors)(\W+)\d+": r"\1\2_",
    r"\b(frames|late_copies) \d+": r"\1 _",
    r"\btable-[0-9a-f]{8}\b": "table-________",
    r"\b[0-9a-f]{64}\b": "_" * 64,
    r"\b[A-Z2-7]{4}( [A-Z2-7]{4}){7}\b": "XXXX" + " XXXX" * 7,
}
"""What is another each time: moments, durations, sizes, counts, codes, digests."""


RIGHT: Final = 78
"""From which length on a line reaches to the right."""
LEFT: Final = 14
"""Columns of signs and labels, behind which there may be many spaces."""


def steady(lines: Iterable[str], room: Path) -> Iterator[str]:
    """Yield lines with marks in place of what is another each time."""
    for line in lines:
        steady_line = line.replace(room.name[-8:], "_" * 8)
        for pattern, mark in MARKS.items():
            steady_line = re.sub(pattern, mark, steady_line)
        yield steady_line if len(line) < RIGHT else _justified(steady_line, len(line))


def _justified(line: str, width: int) -> str:
    """Return a line whose end is at the right again, where there are columns before it."""
    found = re.match(r"(.*?\S) {3,}(\S.*)", line[LEFT:])
    if found is None:
        return line
    left, right = line[:LEFT] + found[1], found[2]
    return f"{left}{' ' * max(width - len(left) - len(right), 2)}{right}"


def _quiet(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines without the second of two that are empty, and of a frame that is repeated."""
    before = ""
    for line in lines:
        if (line.strip() and not line.startswith(FRAME)) or line != before:
            yield line.rstrip()
        before = line
