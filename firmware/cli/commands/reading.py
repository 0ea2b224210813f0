"""`croupier check`, `status` and `test`: they read, and change nothing."""

import sys
from pathlib import Path

import msgspec

from firmware.cli.commands.exits import BAD_INPUT, UNFIT, UNWELL
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.status import Status
from firmware.shell.device.directories import runtime_directory
from firmware.shell.sockets.control import ask, ask_test
from firmware.shell.sockets.line_socket import ControlError, NoTable
from firmware.shell.words.words import Words


def check(path: Path, language: str) -> int:
    """Say every fault of a configuration, each with its key; return 2 if there is one."""
    from firmware.core.game.options import OptionRefused
    from firmware.shell.config.config import ConfigError, load
    from firmware.shell.rules.rules import RulesError, open_game

    words = Words.load(language)
    try:
        config = load(path)
        open_game(config.table.game, dict(config.game_options))
    except ConfigError as error:
        return _say_faults(error.lines(words))
    except OptionRefused as refused:
        return _say_faults([words.say(refused.why)])
    except RulesError as error:
        return _say_faults([str(error)])
    name, spots = config.table.name, config.table.spots
    _print(words.say(Text("status.checked", {"name": name, "spots": spots})))
    return 0


def _say_faults(lines: list[str]) -> int:
    for line in lines:
        print(line, file=sys.stderr)  # noqa: T201
    return BAD_INPUT


def status(socket: Path | None, *, as_json: bool) -> int:
    """Print how the running table is; return 3 if none is running."""
    try:
        found = ask(socket or default_socket())
    except ControlError as error:
        return _no_answer("status", error, "fr")
    if as_json:
        _print(msgspec.json.encode(found).decode())
        return 0
    from firmware.cli.terminal.health import print_parts

    _print(_told(found))
    print_parts(found.parts, Words.load(found.language))
    return 0


def test(socket: Path | None, language: str, *, as_json: bool) -> int:
    """Have the running table test its parts; return 1 if one is missing, 3 if no table runs."""
    try:
        parts = ask_test(socket or default_socket())
    except ControlError as error:
        return _no_answer("test", error, language)
    well = all(part.up and part.proof for part in parts)
    if as_json:
        _print(msgspec.json.encode(parts).decode())
    else:
        from firmware.cli.terminal.health import print_parts

        words = Words.load(language)
        print_parts(parts, words)
        _print(words.say(Text("health.well" if well else "health.unwell")))
    return 0 if well else UNWELL


def _no_answer(command: str, error: ControlError, language: str) -> int:
    why = str(error)
    if isinstance(error, NoTable):
        why = Words.load(language).say(Text("status.no_table", {"path": str(error.path)}))
    print(f"croupier {command}: {why}", file=sys.stderr)  # noqa: T201
    return UNFIT


def default_socket() -> Path:
    """Return where a simulated table answers, or a real one where systemd runs it."""
    real, simulated = Path("/run/croupier"), runtime_directory(simulated=True)
    sockets = (*sorted(real.glob("*.sock")), *sorted(simulated.glob("*.sock")))
    return sockets[0] if sockets else simulated / "croupier.sock"


def _told(found: Status) -> str:
    words = Words.load(found.language)
    head: Values = {"name": found.table, "game": found.game, "number": found.round}
    shoe: Values = {"left": found.shoe.left, "of": found.shoe.of}
    lines = [Text("status.head", head), *([Text("status.shoe", shoe)] if found.shoe.of else [])]
    if found.board == "sim":
        lines.insert(0, Text("ui.simulation"))
    if found.testing:
        lines.insert(0, Text("players.testing"))
    lines += [Text("status.prompt", {"words": line}) for line in found.dealer]
    lines += [
        Text("status.fault", {"words": fault.words, "remedy": fault.remedy})
        for fault in found.faults
    ]
    if not found.faults:
        lines.append(Text("status.no_fault"))
    return "\n".join(words.say(line) for line in lines)


def _print(text: str) -> None:
    print(text)  # noqa: T201
