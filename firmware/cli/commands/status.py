"""`croupier status` and `test`: the state of the running table and of its parts."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from firmware.cli.args.errors import print_error
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.types import SocketPath
from firmware.cli.serving.real_table import RealTable, TableDown
from firmware.cli.serving.simulations import usual_simulation
from firmware.console.text.measures import size_text
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.status import Status
from firmware.shell.config.config import load_config
from firmware.shell.config.faults import ConfigError
from firmware.shell.device.directories import DEFAULT_GAME, simulations_directory
from firmware.shell.sockets.control import query_status, query_test
from firmware.shell.sockets.line_client import NoServiceError
from firmware.shell.words.languages import Language
from firmware.shell.words.screens import display_marks
from firmware.shell.words.words import Words

REAL_TABLE: Final = RealTable()
CONFIG_FILE: Final = REAL_TABLE.config_file
"""The configuration of this machine's real table."""
_AnswerType = TypeVar("_AnswerType")


def print_status(
    words: Words,
    *,
    json: bool = False,
    socket: SocketPath | None = None,
    lang: Language | None = None,
) -> int:
    """Print the status of the running table, in its own language unless `--lang` names one."""
    table_status = query_table(partial(query_status, language=lang), socket or default_socket())
    if socket is None:
        print_which_table("status", words)
    if json:
        print(msgspec.json.encode(table_status).decode())
        return 0
    from firmware.cli.terminal.health import print_parts

    words = Words.load(
        lang or table_status.language,
        table_status.game,
        chips=table_status.tournament,
        house=table_status.house,
    )
    print(status_text(table_status, words))
    config_path = _default_config() if socket is None else None
    for warning in _certificate_warnings(config_path) if config_path else ():
        print(words.render(warning))
    print_parts(table_status.parts, words)
    return 0


def self_test(words: Words, *, json: bool = False, socket: SocketPath | None = None) -> int:
    """Have the running table test its parts; return 1 if one is missing."""
    tested_parts = query_table(query_test, socket or default_socket())
    all_well = all(tested_part.up and tested_part.proof for tested_part in tested_parts)
    if json:
        print(msgspec.json.encode(tested_parts).decode())
    else:
        from firmware.cli.terminal.health import print_parts

        print_parts(tested_parts, words)
        print(words.render(Text("health.well" if all_well else "health.unwell")))
    return 0 if all_well else EXIT_FINDINGS


def query_table(
    query: Callable[[Path], _AnswerType], socket: Path, real_table: RealTable = REAL_TABLE
) -> _AnswerType:
    """Return a table's answer. Raises ControlError, TableDown for the real one that is down."""
    try:
        return query(socket)
    except NoServiceError:
        if socket == real_table.control_socket and real_table.is_here():
            raise TableDown(socket) from None
        raise


def default_socket(real_table: RealTable = REAL_TABLE) -> Path:
    """Return the socket of this machine's real table, else of the usual simulated one.

    A simulated table that runs goes before a real one that is down.
    """
    if real_table.control_socket.exists():
        return real_table.control_socket
    usual_table = usual_simulation()
    if real_table.is_here() and not (usual_table and usual_table.is_running):
        return real_table.control_socket
    return (
        usual_table.control_socket
        if usual_table
        else simulations_directory() / DEFAULT_GAME / "croupier.sock"
    )


def _default_config() -> Path | None:
    """Return the configuration of the table at the default socket, if it has one."""
    if CONFIG_FILE.exists():
        return CONFIG_FILE
    usual_table = usual_simulation()
    config_name = usual_table.table.config if usual_table else None
    return Path(config_name) if config_name else None


def _certificate_warnings(config_path: Path) -> tuple[Text, ...]:
    """Return the warnings of the certificates with which a table reaches its floor."""
    try:
        floor_settings = load_config(config_path).floor
    except ConfigError:  # it is for `check` to say
        return ()
    if floor_settings is None:
        return ()
    from firmware.floor.certificate_dates import certificate_warnings

    return (*certificate_warnings(floor_settings.certificates, datetime.now(UTC)),)


def print_which_table(command_name: str, words: Words) -> None:
    """Print the table that a command uses, if it is the usual simulated one."""
    usual_table = usual_simulation()
    if usual_table is not None and usual_table.control_socket == default_socket():
        print_error(command_name, 0, words.render(usual_table.status_text))


def status_text(table_status: Status, words: Words) -> str:
    """Return the status in words, without the parts."""
    round_text = table_status.round if table_status.known else "–"
    head_placeholders: TextValues = {
        "name": table_status.table,
        "game": table_status.game,
        "number": round_text,
    }
    shoe_placeholders: TextValues = {"left": table_status.shoe.left, "of": table_status.shoe.of}
    status_lines = [Text("status.head", head_placeholders)]
    if table_status.rules:
        pack_placeholders = {"pack": table_status.pack, "digits": table_status.rules[:12]}
        status_lines.append(Text("status.rules", dict(pack_placeholders)))
    if table_status.shoe.of and table_status.known:
        status_lines.append(Text("status.shoe", shoe_placeholders))
    status_lines[:0] = display_marks(
        testing=False, chips=table_status.tournament, simulated=table_status.board == "sim"
    )
    if table_status.locked:
        status_lines.insert(0, Text("status.locked" if table_status.known else "status.unknown"))
    if table_status.unanswered_s:
        status_lines.insert(0, Text("status.unanswered", {"seconds": table_status.unanswered_s}))
    if table_status.testing:
        status_lines.insert(0, Text("players.testing"))
    if table_status.head:
        status_lines.append(Text("status.journal_head", {"head": table_status.head.shown}))
    status_lines += [
        Text("status.prompt", {"words": prompt_line}) for prompt_line in table_status.dealer
    ]
    status_lines += [
        Text("status.fault", {"words": fault.words, "remedy": fault.remedy})
        for fault in table_status.faults
    ]
    if not table_status.faults:
        status_lines.append(Text("status.no_fault"))
    status_lines += _wear_lines(table_status, words)
    return "\n".join(words.render(prompt_line) for prompt_line in status_lines)


def _wear_lines(table_status: Status, words: Words) -> Iterator[Text]:
    """Yield the wear of each disk of the journal."""
    machine = table_status.machine
    for copy_path, disk in machine.disks.items() if machine else ():
        if disk is None:
            continue
        placeholders: TextValues = {
            "copy": copy_path,
            "size": size_text(words, disk.written_mib),
            "flushes": disk.flushes,
            "since": disk.since,
        }
        yield Text("status.wear", placeholders)
        if disk.life_used_percent is not None:
            percent = disk.life_used_percent
            yield Text("status.life_used", {"copy": copy_path, "percent": percent})
