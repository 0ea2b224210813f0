"""`croupier check` and `croupier status`: they read, and change nothing."""

import sys
from pathlib import Path

import msgspec

from firmware.cli.exits import BAD_INPUT, UNFIT
from firmware.core.game import OptionRefused
from firmware.core.panel import Text, Values
from firmware.shell.config import ConfigError, load
from firmware.shell.control import ControlError, ask
from firmware.shell.places import runtime_directory
from firmware.shell.rules import RulesError, open_game
from firmware.shell.status import Status
from firmware.shell.words import Words


def check(path: Path, language: str) -> int:
    """Say every fault of a configuration, each with its key; return 2 if there is one."""
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
        found = ask(socket or _default_socket())
    except ControlError as error:
        print(f"croupier status: {error}", file=sys.stderr)  # noqa: T201
        return UNFIT
    _print(msgspec.json.encode(found).decode() if as_json else _told(found))
    return 0


def _default_socket() -> Path:
    """Return where a simulated table answers, or a real one where systemd runs it."""
    real = Path("/run/croupier/croupier.sock")
    return real if real.exists() else runtime_directory(simulated=True) / "croupier.sock"


def _told(found: Status) -> str:
    words = Words.load(found.language)
    head: Values = {"name": found.table, "game": found.game, "number": found.round}
    shoe: Values = {"left": found.shoe.left, "of": found.shoe.of}
    lines = [Text("status.head", head), Text("status.shoe", shoe)]
    if found.board == "sim":
        lines.insert(0, Text("ui.simulation"))
    lines += [Text("status.prompt", {"words": line}) for line in found.dealer]
    lines += [
        Text("status.fault", {"words": fault.words, "remedy": fault.remedy})
        for fault in found.faults
    ]
    lines += [
        Text("status.part_down", {"part": Text(f"part.{part.name}"), "reason": part.last_error})
        for part in found.parts
        if not part.up
    ]
    if not found.faults:
        lines.append(Text("status.no_fault"))
    return "\n".join(words.say(line) for line in lines)


def _print(text: str) -> None:
    print(text)  # noqa: T201
