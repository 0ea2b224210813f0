"""`croupier school serve`: a class, its tables and the trainer's page."""

import socket
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from firmware.cli.args.page_port import listening_at, parse_port
from firmware.cli.args.signature import Option
from firmware.cli.args.web_libraries import require_web_libraries
from firmware.cli.serving.interrupts import ignore_signals, interrupted_by_signals
from firmware.cli.serving.run_options import parse_speed
from firmware.core.vocabulary.panel import Text
from firmware.pages.listening_socket import open_listening_socket, page_address
from firmware.shell.device.directories import user_directory
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # imported once it is known that the libraries are there
    from sim.classroom.class_file import ClassPlan
    from sim.classroom.server import ClassServer


@dataclass(frozen=True, kw_only=True)
class ClassOptions:
    """The options of `croupier school serve`, each a field."""

    port: Annotated[
        int | None, Option(parse=parse_port, expected_key="command.wanted.port_number")
    ] = None
    secret: Path | None = None
    simulated: bool = False
    """Whether the trainees are simulated."""
    speed: Annotated[float, Option(parse=parse_speed, expected_key="command.wanted.speedup")] = 1.0
    seed: int = 1


def serve_class(words: Words, file: Path, options: ClassOptions) -> int:
    """Serve a class until stopped."""
    require_web_libraries()
    from sim.classroom.class_file import read_class
    from sim.web.session.trainer_secret import create_secret

    plan = read_class(file, options.port)
    folder = user_directory() / ("simulated-class" if options.simulated else "class")
    folder.mkdir(parents=True, exist_ok=True)
    secret_path = (options.secret or folder / "trainer.secret").resolve()
    secret = create_secret(secret_path)
    with ExitStack() as exit_stack, suppress(KeyboardInterrupt):
        interrupted_by_signals(exit_stack)
        with listening_at(plan.file.host, plan.file.port):
            listening = open_listening_socket(plan.file.host, plan.file.port)
        exit_stack.enter_context(listening)
        server = _start_tables(exit_stack, plan, secret_path, secret, folder, options)
        _print_addresses(words, listening, secret_path, secret)
        server.run(listening)
    return 0


def _start_tables(
    exit_stack: ExitStack,
    plan: "ClassPlan",
    secret_path: Path,
    secret: str,
    folder: Path,
    options: ClassOptions,
) -> "ClassServer":
    from sim.classroom.classroom import Classroom
    from sim.classroom.server import ClassServer
    from sim.classroom.simulated_class import simulate_trainees
    from sim.web.bench.forkserver import ForkServer

    fork_server = exit_stack.enter_context(closing(ForkServer()))
    simulate = (
        (lambda classroom: simulate_trainees(classroom.seats, options.speed, options.seed))
        if options.simulated
        else None
    )
    server = ClassServer(secret, (plan.file.host,), simulate)
    server.classroom = classroom = Classroom(
        plan, secret_path, secret, folder, fork_server, server.notify
    )
    exit_stack.callback(classroom.close)
    exit_stack.callback(ignore_signals)  # called first: a second Ctrl-C must not break it off
    classroom.start()
    return server


def _print_addresses(
    words: Words, listening: socket.socket, secret_path: Path, secret: str
) -> None:
    address = f"{page_address(listening)}#{secret}"
    print(words.render(Text("class.at", {"address": address})))
    print(words.render(Text("class.secret_at", {"path": str(secret_path)})), flush=True)
