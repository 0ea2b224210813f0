"""`croupier run --web`: a simulated table in the browser, whose service is another process."""

import random
import socket
import sys
from contextlib import ExitStack, closing, suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from firmware.cli.args.errors import CannotServe, run_reporting_errors
from firmware.cli.args.page_port import LOOPBACK
from firmware.cli.args.web_libraries import require_web_libraries
from firmware.cli.serving.interrupts import ignore_signals, interrupted_by_signals
from firmware.cli.serving.real_time import SWITCH_INTERVAL_S
from firmware.cli.serving.run_options import RunOptions
from firmware.cli.serving.table_config import choose_config
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.pages.listening_socket import open_listening_socket, page_address
from firmware.shell.config.settings import Config
from firmware.shell.device.directories import systemd_directory
from firmware.shell.words.os_words import os_reason
from firmware.shell.words.words import Words
from sim.web.bench.forkserver import ForkServer

if TYPE_CHECKING:  # imported once it is known that the libraries are there
    from sim.web.server.server import PackDocument
    from sim.web.session.host import TableHost
    from sim.web.session.pages import OpenPages

HIGHEST_PORT: Final = 65535


def serve_web(
    run_options: RunOptions, typed_address: str, pack_page: "PackDocument | None" = None
) -> int:
    """Serve a simulated table to browsers at `[HOST:]PORT` until stopped; with the page of a rule
    pack that is tried.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    listen_address = _checked_address(run_options, typed_address)
    config = choose_config(
        run_options.config, run_options.game, run_options.lang, run_options.rules
    )
    return run_reporting_errors(
        "run",
        config.language,
        lambda: _serve_until_closed(run_options, config, listen_address, pack_page),
    )


def _checked_address(run_options: RunOptions, typed_address: str) -> tuple[str, int]:
    """Return the host and port. Raises RequestFailed or CannotServe if no page can be served."""
    refused_options = {
        "--board pi": run_options.board == "pi",
        "--far-end": run_options.far_end is not None,
        "--shoe external": run_options.shoe == "external",
        "--rounds": run_options.rounds is not None,
        "--plain": run_options.plain,
    }
    if refused_names := ", ".join(
        option_name for option_name, is_given in refused_options.items() if is_given
    ):
        raise RequestFailed(Text("web.not_with", {"others": refused_names}))
    listen_address = _parse_address(typed_address)
    require_web_libraries()
    return listen_address


def _parse_address(typed_address: str) -> tuple[str, int]:
    host_name, _, port_digits = typed_address.rpartition(":")
    if not (port_digits.isascii() and port_digits.isdecimal() and int(port_digits) <= HIGHEST_PORT):
        raise RequestFailed(Text("web.no_address", {"given": typed_address}))
    return host_name.removeprefix("[").removesuffix("]") or LOOPBACK, int(port_digits)


def _serve_until_closed(
    run_options: RunOptions,
    config: Config,
    listen_address: tuple[str, int],
    pack_page: "PackDocument | None",
) -> int:
    Words.load(config.language).load_all()
    with ExitStack() as exit_stack, suppress(KeyboardInterrupt):
        interrupted_by_signals(exit_stack)
        fork_server = exit_stack.enter_context(
            closing(ForkServer())
        )  # it imports at the same time as this process
        _serve_pages(exit_stack, fork_server, run_options, config, listen_address, pack_page)
    return 0


def _serve_pages(
    exit_stack: ExitStack,
    fork_server: ForkServer,
    run_options: RunOptions,
    config: Config,
    listen_address: tuple[str, int],
    pack_page: "PackDocument | None",
) -> None:
    from firmware.cli.commands.page_console import page_console
    from sim.web.server.server import TableWebServer
    from sim.web.session.pages import OpenPages

    page_registry = OpenPages()
    listening_socket = exit_stack.enter_context(_listen_on(*listen_address))
    table_host = _make_host(fork_server, run_options, config, page_registry)
    exit_stack.callback(table_host.close)
    # pushed after `close`, so called before it: a second Ctrl-C must not break the closing off
    exit_stack.callback(ignore_signals)
    table_host.open(play=not run_options.idle, times=run_options.speed)
    words = Words.load(config.language)
    _print_addresses(words, table_host, listening_socket, has_pack_page=pack_page is not None)
    has_console = _is_loopback(listening_socket) and not table_host.trainer_control.in_class
    console = page_console(lambda: table_host.console_socket) if has_console else None
    host_names = (listen_address[0],)
    TableWebServer(table_host, page_registry, host_names, console, pack_page).run(listening_socket)


def _make_host(
    fork_server: ForkServer, run_options: RunOptions, config: Config, page_registry: "OpenPages"
) -> "TableHost":
    from firmware.shell.device.gc_tuning import freeze_objects
    from sim.web.bench.table_dir import Seating
    from sim.web.bench.table_directories import numbered_directories, reused_directory
    from sim.web.school.exam_sheets import exam_sheets
    from sim.web.school.exercise import exercises
    from sim.web.school.sheet import Sheet
    from sim.web.session.host import TableHost
    from sim.web.session.trainer_control import TrainerControl
    from sim.web.session.trainer_secret import read_secret

    # a table of a class keeps the journals of all its exercises, as evidence of its sheet
    class_folder = systemd_directory() if run_options.trainer else None
    freeze_objects()  # the imports outlive every table
    school_folders = (run_options.school,) if run_options.school else ()
    known_exercises = exercises(school_folders)
    return TableHost(
        Seating(
            config.table.game, run_options.config, language=config.language, rules=run_options.rules
        ),
        page_registry,
        random.Random(run_options.seed),  # noqa: S311  # the cards of a simulated shoe
        numbered_directories(class_folder) if class_folder else reused_directory,
        language_unset=run_options.lang is None and run_options.config is None,
        exercises=known_exercises,
        exams=exam_sheets(known_exercises, school_folders),
        sheet=Sheet(run_options.sheet),
        fork_server=fork_server,
        trainer_control=TrainerControl(
            read_secret(run_options.trainer) if run_options.trainer else "", run_options.trainee
        ),
    )


def _print_addresses(
    words: Words, table_host: "TableHost", listening_socket: socket.socket, *, has_pack_page: bool
) -> None:
    if has_pack_page:
        address = f"{page_address(listening_socket)}pack"
        print(words.render(Text("pack.page.at", {"address": address})))
    print(words.render(Text("web.at", {"address": page_address(listening_socket)})))
    # a pipe gets nothing before a flush, and a program may wait for the address
    print(words.render(Text("web.socket", {"path": str(table_host.control_socket)})), flush=True)


def _listen_on(host_name: str, port_number: int) -> socket.socket:
    try:
        return open_listening_socket(host_name, port_number)
    except OSError as error:
        failure_text = os_reason(error)
        raise CannotServe(
            Text("web.no_port", {"address": f"{host_name}:{port_number}", "why": failure_text})
        ) from None


def _is_loopback(listening_socket: socket.socket) -> bool:
    """Return whether only this machine can connect: the console is served to no other."""
    return ip_address(listening_socket.getsockname()[0]).is_loopback
