"""A session at the console: a person, his input, and the output."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from rich.console import RenderableType

from firmware.console.command.command import Command
from firmware.console.commands import configuration, journal, live_views, table_acts
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.answers import (
    ActDone,
    AnyAnswer,
    BusDevices,
    ClearedFaults,
    ConfigComparison,
    CurrentConfig,
    ExportedBundle,
    JournalEntries,
    SensorLevels,
    VerifiedBundle,
    WireFrames,
)
from firmware.shell.technician.requests import (
    ClearFaults,
    CompareConfiguration,
    Configuration,
    ExportBundle,
    JournalTail,
    Person,
    ReadLevels,
    Role,
    ScanBus,
    TechnicianRequest,
    VerifyBundle,
    WatchWires,
)
from firmware.shell.words.words import Words
from tests.kits.console.reading_kit import WELL, WORDS, FarTable, drawn
from tests.kits.console.statements import STATEMENT

ALL = {
    command.name: command
    for module in (table_acts, live_views, journal, configuration)
    for command in module.COMMANDS
}
TECHNICIAN = Person("tina", "technician")
SUPERVISOR = Person("sam", "supervisor")
TABLE = WELL.table
COLUMNS = 79
"""Of a line: one less than the terminal has, since many begin a new one behind the last."""


@dataclass
class Seat:
    """Implements `command.Context` for one person; a key is pressed after so many pauses."""

    table: FarTable = field(default_factory=FarTable)
    words: Words = WORDS["fr"]
    person: Person | None = TECHNICIAN
    typed: list[str] = field(default_factory=list)
    pauses: int = 0
    candidate: str | None = None
    log: list[tuple[str, Any]] = field(default_factory=list)
    """The session's log: questions, output, length of pauses."""

    def show(self, lines: Iterable[RenderableType]) -> None:
        self.log.append(("show", list(lines)))

    def pause(self, seconds: float) -> bool:
        self.log.append(("pause", seconds))
        self.pauses -= 1
        return self.pauses >= 0

    def ask(self, question: Text, *, hidden: bool = False) -> str:
        self.log.append(("ask", self.words.render(question)))
        if not self.typed:
            raise RequestFailed(Text("console.ask.nothing_done"))
        return self.typed.pop(0)

    def second_person(self, role: Role) -> Person:
        self.log.append(("second", role))
        return SUPERVISOR

    @property
    def asked(self) -> list[TechnicianRequest]:
        return self.table.asked

    def saw(self, what: str) -> list[Any]:
        return [seen for kind, seen in self.log if kind == what]


USUAL: dict[type[TechnicianRequest], AnyAnswer] = {
    ClearFaults: ClearedFaults(),
    ScanBus: BusDevices(()),
    ReadLevels: SensorLevels(()),
    WatchWires: WireFrames((), 0),
    JournalTail: JournalEntries(()),
    ExportBundle: ExportedBundle("/var/lib/croupier/exports/a.evidence", 12345, STATEMENT),
    VerifyBundle: VerifiedBundle(()),
    Configuration: CurrentConfig("/etc/croupier/table.toml", 'language = "fr"\n', sealed=True),
    CompareConfiguration: ConfigComparison((), ()),
}
"""The usual answers of a table without news; to any other request, that it is done."""


def seat(*answers: AnyAnswer, language: str = "fr", **more: Any) -> Seat:
    """A person at a table that gives these answers, each to its own request."""
    kinds = {type(USUAL[request]): request for request in USUAL}
    given = USUAL | {kinds[type(a)]: a for a in answers if type(a) in kinds}
    done = next((a for a in answers if isinstance(a, ActDone)), ActDone())
    return served(lambda request: given.get(type(request), done), language=language, **more)


def served(
    answer: Callable[[TechnicianRequest], Any], *, language: str = "fr", **more: Any
) -> Seat:
    """Somebody at a table that answers so."""
    return Seat(FarTable(answer=answer), WORDS[language], **more)


ARGUMENTS = {
    "reinit": ("presence",),
    "pattern": ("walk",),
    "wheel": ("open",),
    "send": ("shoe", "version"),
    "levels": ("presence",),
    "calibrate": ("presence",),
    "service": ("on",),
    "correct": ("3", "1", "main", "-2.50", "two", "chips"),
    "watch": ("chips",),
    "verify": ("a.evidence",),
    "digest": ("1234",),
    "config set": ("language", '"en"'),
    "config load": (__file__,),
}
"""Of the commands that need some."""

CONFIRMED = {
    **dict.fromkeys(("restart", "shutdown", "meters reset"), TABLE),
    **dict.fromkeys(("calibrate", "config apply", "config undo", "seal"), "oui"),
}
"""The person's answers to the questions of commands."""


def looked(context: Seat, name: str, *arguments: str) -> list[msgspec.Struct]:
    """All results of a command."""
    found = ALL[name].look_up(context, arguments)
    return list(found) if isinstance(found, Iterator) else [found]


def printed(context: Seat, name: str, *arguments: str, colour: bool = False) -> str:
    """The text of a command's output."""
    found = looked(context, name, *arguments)
    return "".join(drawn(context, ALL[name], one, colour=colour) for one in found)


def said(command: Command, found: msgspec.Struct, language: str = "fr") -> str:
    """The text of one of a command's results."""
    return drawn(seat(language=language), command, found)


def packed(text: str) -> str:
    """A text without its spaces and line ends, so that it is found however it is folded."""
    return "".join(text.split())
