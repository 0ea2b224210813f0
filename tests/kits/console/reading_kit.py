"""A table at the far end of the console's calls, and the output of its commands on 80 columns."""

from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

import msgspec
from rich.console import Console

from firmware.console.command.command import Command
from firmware.console.commands.read_only import COMMANDS
from firmware.core.table.meters import Meters
from firmware.core.vocabulary.health import FaultStatus, HostStatus, LastFault, PartStatus
from firmware.core.vocabulary.next_step import Act, NextStep
from firmware.core.vocabulary.status import ShoeStatus, Status
from firmware.shell.recall import RecalledRounds
from firmware.shell.sockets.control import PartsReport
from firmware.shell.technician.answers import ActDone, AnyAnswer
from firmware.shell.technician.requests import Person, TechnicianRequest
from firmware.shell.why.spoken_answer import SpokenRounds
from firmware.shell.words.words import Words

BY_NAME = {command.name: command for command in COMMANDS}
WORDS = {language: Words.load(language) for language in ("fr", "en")}
WIDTH = 80

MACHINE = HostStatus(
    started="2026-11-20T22:48:00+00:00",
    up_s=3 * 3600 + 12 * 60,
    free_mib={"/var/lib/croupier/journal": 12345, "/media/croupier/journal": 3210},
    available_mib=312,
    held_mib=48,
)
"""The service's own time is 2:00 of the 21st, UTC."""


NOTHING = Meters()
NO_ROUNDS = RecalledRounds(())
NO_ANSWERS = SpokenRounds(())


def part(name: str, kind: str = "", **more: Any) -> PartStatus:
    values = {"up": True, "losses": 0, "last_error": "", "proof": "answers", **more}
    return PartStatus(name=name, kind=kind, **values)


PARTS = (
    part("shoe", "pn532-hsu", proof="listens", last_seen_ms_ago=12_400, identity="PN532 1.6"),
    part("chips", "rr3036", last_seen_ms_ago=40),
    part("presence", "mcp23017", proof="proven"),
    part("keys", "mcp23017", proof="proven"),
    part("lights", "pca9685", proof="proven"),
    part("dealer_display", "ssd1306"),
    part("payout_display", "ssd1306"),
    part("figures", "ht16k33"),
    part("sounder", "piezo", proof="blind"),
    part("shuffler", "reshuffled", last_seen_ms_ago=800),
    part("host", "", proof="proven"),
)


def fault(name: str, code: str, /, *, gone: bool = False, **values: str) -> FaultStatus:
    """A fault with meaningless words in the table's language, which must not be needed."""
    return FaultStatus(name, code, f"<{code}>", f"<{code}>", gone, values)


WELL = Status(
    version="0.6.0",
    board="sim",
    table="Baccara 2",
    game="baccarat",
    language="fr",
    phase="round",
    stopped=False,
    round=12,
    ask=NextStep(Act.DEAL_CARD),
    spots={},
    cards={},
    shoe=ShoeStatus(300, 416, cut=False),
    dealer=("1re carte : Joueur",),
    players=(),
    figures=None,
    keys=(),
    late=(),
    faults=(),
    results=(),
    parts=PARTS,
    machine=MACHINE,
)


def stopped(*faults: FaultStatus, **more: Any) -> Status:
    """A table that these faults have stopped, the last one of them ten minutes ago."""
    values = {"stopped": True, "faults": faults, **more}
    last = LastFault(faults[-1], "2026-11-21T01:50:00+00:00", is_active=True)
    return msgspec.structs.replace(WELL, **{"last_fault": last, **values})


def without(*names: str) -> tuple[PartStatus, ...]:
    """The parts, some of them lost."""
    down = {"up": False, "losses": 1, "last_error": "no answer on /dev/ttyUSB0"}
    return tuple(
        msgspec.structs.replace(one, **down) if one.name in names else one for one in PARTS
    )


@dataclass
class FarTable:
    """Answers as the sockets do."""

    now: Status = WELL
    counted: Meters = NOTHING
    rounds: RecalledRounds = NO_ROUNDS
    answers: SpokenRounds = NO_ANSWERS
    answer: Callable[[TechnicianRequest], AnyAnswer] = lambda _request: ActDone()
    asked: list[TechnicianRequest] = field(default_factory=list)

    def status(self) -> Status:
        return self.now

    def test(self) -> PartsReport:
        return PartsReport(self.now.parts)

    def meters(self) -> Meters:
        return self.counted

    def recall(self, rounds: int) -> RecalledRounds:
        return RecalledRounds(self.rounds.rounds[-rounds:])

    def why(self, rounds: int, _language: str) -> SpokenRounds:
        return SpokenRounds(self.answers.rounds[-rounds:])

    def ask(self, request: TechnicianRequest) -> AnyAnswer:
        self.asked.append(request)
        return self.answer(request)


@dataclass
class Session:
    """The context of a command."""

    table: FarTable
    words: Words
    person: Person | None = None


def session(status: Status = WELL, language: str = "fr", **more: Any) -> Any:
    return Session(FarTable(status, **more), WORDS[language])


def drawn(context: Any, command: Command, found: msgspec.Struct, *, colour: bool = False) -> str:
    """The output for a terminal."""
    page = StringIO()
    console = Console(
        file=page,
        width=WIDTH,
        no_color=not colour,
        force_terminal=colour,
        color_system="standard" if colour else None,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for texts in command.render(context, found):
        console.print(texts)
    return page.getvalue()


def given(context: Any, name: str, *arguments: str, colour: bool = False) -> str:
    """The output of the command `name`."""
    command = BY_NAME[name]
    found = command.look_up(context, arguments)
    assert isinstance(found, msgspec.Struct)
    return drawn(context, command, found, colour=colour)


def screen(status: Status, language: str = "fr", *, colour: bool = False) -> str:
    return given(session(status, language), "status", colour=colour)


def at(status: Status, **more: Any) -> Status:
    return msgspec.structs.replace(status, **more)
