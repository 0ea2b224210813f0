"""`croupier status` and `test`: how the running table and its parts are."""

from pathlib import Path

import msgspec

from firmware.cli.args.errors import complain
from firmware.cli.args.exits import UNWELL
from firmware.cli.args.types import Socket
from firmware.cli.serving.simulations import usual
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.status import Status
from firmware.shell.device.directories import USUAL, simulations
from firmware.shell.sockets.control import ask, ask_test
from firmware.shell.words.screens import marks
from firmware.shell.words.words import Words


def status(words: Words, *, json: bool = False, socket: Socket | None = None) -> int:
    """Print how the running table is, in its own language."""
    found = ask(socket or default_socket())
    if socket is None:
        say_which("status", words)
    if json:
        print(msgspec.json.encode(found).decode())
        return 0
    from firmware.cli.terminal.health import print_parts

    words = Words.load(found.language, found.game, chips=found.tournament)
    print(told(found, words))
    print_parts(found.parts, words)
    return 0


def self_test(words: Words, *, json: bool = False, socket: Socket | None = None) -> int:
    """Have the running table test its parts; return 1 if one is missing."""
    parts = ask_test(socket or default_socket())
    well = all(part.up and part.proof for part in parts)
    if json:
        print(msgspec.json.encode(parts).decode())
    else:
        from firmware.cli.terminal.health import print_parts

        print_parts(parts, words)
        print(words.say(Text("health.well" if well else "health.unwell")))
    return 0 if well else UNWELL


def default_socket() -> Path:
    """Return the socket of a real table under systemd, else of the usual simulated one."""
    real = sorted(Path("/run/croupier").glob("*.sock"))
    if real:
        return real[0]
    found = usual()
    return found.socket if found else simulations() / USUAL / "croupier.sock"


def say_which(command: str, words: Words) -> None:
    """Say which table a command means where none is named, if it is a simulated one."""
    found = usual()
    if found is not None and found.socket == default_socket():
        complain(command, 0, words.say(found.told))


def told(found: Status, words: Words) -> str:
    """Return how a table is, in words; of its parts nothing."""
    number = found.round if found.known else "–"
    head: Values = {"name": found.table, "game": found.game, "number": number}
    shoe: Values = {"left": found.shoe.left, "of": found.shoe.of}
    lines = [Text("status.head", head)]
    if found.shoe.of and found.known:
        lines.append(Text("status.shoe", shoe))
    lines[:0] = marks(testing=False, chips=found.tournament, simulated=found.board == "sim")
    if found.locked:
        lines.insert(0, Text("status.locked" if found.known else "status.unknown"))
    if found.unanswered_s:
        lines.insert(0, Text("status.unanswered", {"seconds": found.unanswered_s}))
    if found.testing:
        lines.insert(0, Text("players.testing"))
    if found.head:
        lines.append(Text("status.journal_head", {"head": found.head.shown}))
    lines += [Text("status.prompt", {"words": line}) for line in found.dealer]
    lines += [
        Text("status.fault", {"words": fault.words, "remedy": fault.remedy})
        for fault in found.faults
    ]
    if not found.faults:
        lines.append(Text("status.no_fault"))
    return "\n".join(words.say(line) for line in lines)
