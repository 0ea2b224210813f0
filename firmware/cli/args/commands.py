"""Every command by its name, and the function that it calls, which is imported when it runs."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

from firmware.cli.args.meant import or_meant, see_help
from firmware.cli.args.signature import Command, read_signature
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone

COMMANDS: Final[Mapping[str, str]] = {
    "run": "firmware.cli.commands.run:run",
    "check": "firmware.cli.commands.check:check",
    "status": "firmware.cli.commands.status:status",
    "test": "firmware.cli.commands.status:self_test",
    "console": "firmware.cli.commands.console:console",
    "board": "firmware.cli.commands.board:board",
    "clear": "firmware.cli.commands.technician:clear",
    "inspect": "firmware.cli.commands.technician:inspect",
    "ticket sell": "firmware.cli.commands.tickets:sell",
    "ticket slip": "firmware.cli.commands.tickets:slip",
    "ticket claim": "firmware.cli.commands.tickets:claim",
    "rules": "firmware.cli.commands.rules:rules",
    "odds": "firmware.cli.commands.odds:odds",
    "school": "firmware.cli.commands.school:school",
    "play": "firmware.cli.commands.play:play_files",
    "deck enrol": "firmware.cli.commands.deck:enrol",
    "deck check": "firmware.cli.commands.deck:check",
    "recall": "firmware.cli.commands.recall:recall",
    "meters": "firmware.cli.commands.meters:meters",
    "replay": "firmware.cli.commands.replay:replay",
    "export": "firmware.cli.commands.evidence:export",
    "verify": "firmware.cli.commands.verify:verify",
    "manifest": "firmware.cli.commands.trusting:manifest",
    "seal": "firmware.cli.commands.trusting:seal",
    "update": "firmware.cli.commands.trusting:update",
    "uplink": "firmware.cli.commands.floor:uplink",
    "ledger": "firmware.cli.commands.floor:ledger",
    "floor check": "firmware.cli.commands.floor:floor_check",
    "floor keys": "firmware.cli.commands.floor:floor_keys",
    "pit": "firmware.cli.commands.pit:pit",
    "keeper": "firmware.cli.commands.lot:keeper",
    "lot terms": "firmware.cli.commands.lot:terms",
    "lot audit": "firmware.cli.commands.lot:audit",
    "room serve": "firmware.cli.commands.room:serve",
    "room register": "firmware.cli.commands.room:register",
    "room draw": "firmware.cli.commands.room:draw",
    "room start": "firmware.cli.commands.room:start",
    "room pause": "firmware.cli.commands.room:pause",
    "room resume": "firmware.cli.commands.room:resume",
    "room rebuy": "firmware.cli.commands.room:rebuy",
    "room out": "firmware.cli.commands.room:out",
    "room button": "firmware.cli.commands.room:button",
    "room seated": "firmware.cli.commands.room:seated",
    "room colour-up": "firmware.cli.commands.room:colour_up",
    "room stacks": "firmware.cli.commands.room:stacks",
    "room undo": "firmware.cli.commands.room:undo",
    "room void": "firmware.cli.commands.room:void",
    "room status": "firmware.cli.commands.room:status",
    "room report": "firmware.cli.commands.room:report",
    "room sheet rules": "firmware.cli.commands.room_sheet:rules",
    "room sheet report": "firmware.cli.commands.room_sheet:report",
    "slots serve": "firmware.cli.commands.slots_serving:serve",
    "slots status": "firmware.cli.commands.slots:status",
    "slots panel": "firmware.cli.commands.slots:panel",
    "slots uplink": "firmware.cli.commands.slots_serving:uplink",
    "slots looked": "firmware.cli.commands.slots:looked",
    "slots decide": "firmware.cli.commands.slots:decide",
    "slots loop-back": "firmware.cli.commands.slots:loop_back",
    "completion": "firmware.cli.args.completion:completion",
    "help": "firmware.cli.args.help:explain",
}

SECTIONS: Final[Mapping[str, str]] = {
    "run": "table",
    "recall": "journal",
    "manifest": "program",
    "uplink": "floor",
    "room serve": "hall",
    "slots serve": "slots",
    "completion": "line",
}
"""The first command of each section, and the section's name."""


def command(name: str) -> Command:
    """Import a command and return it with its arguments."""
    module, _, function = COMMANDS[name].partition(":")
    return read_signature(name, getattr(import_module(module), function))


def find(group: str, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the command or the group below `group` that `words` begin with, and the other words.

    Raises CannotBeDone if there is none.
    """
    if not words:
        raise CannotBeDone(Text("command.wrong.no_command", {"see": see_help(group)}))
    known = below(group)
    if words[0] not in known:
        values: Values = {"given": words[0], "meant": or_meant(words[0], known, group)}
        raise CannotBeDone(Text("command.wrong.command", values))
    return f"{group} {words[0]}".lstrip(), tuple(words[1:])


def below(group: str) -> list[str]:
    """Return the next word of every command of a group, each once."""
    begin = f"{group} ".lstrip()
    names = (name.removeprefix(begin) for name in COMMANDS if name.startswith(begin))
    return list(dict.fromkeys(name.split()[0] for name in names))


def groups() -> list[str]:
    """Return the groups of commands, first the nameless one of all."""
    return ["", *dict.fromkeys(name.rpartition(" ")[0] for name in COMMANDS if " " in name)]
