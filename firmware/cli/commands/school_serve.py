"""`croupier school serve`: a class, its tables and the trainer's page."""

from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Annotated

from firmware.cli.args.page_port import listening_at, parse_port
from firmware.cli.args.signature import Option
from firmware.cli.args.web_libraries import require_web_libraries
from firmware.cli.serving.interrupts import ignore_signals, interrupted_by_signals
from firmware.cli.serving.run_options import parse_speed
from firmware.core.vocabulary.panel import Text
from firmware.pages.listening_socket import open_listening_socket, page_address
from firmware.shell.device.directories import user_directory
from firmware.shell.words.words import Words


def serve_class(
    words: Words,
    file: Path,
    *,
    port: Annotated[
        int | None, Option(parse=parse_port, expected_key="command.wanted.port_number")
    ] = None,
    secret: Path | None = None,
    simulated: bool = False,
    speed: Annotated[float, Option(parse=parse_speed, expected_key="command.wanted.speedup")] = 1.0,
    seed: int = 1,
) -> int:
    """Serve a class until stopped."""
    require_web_libraries()
    from sim.classroom.class_file import read_class
    from sim.classroom.classroom import Classroom
    from sim.classroom.server import ClassServer
    from sim.classroom.simulated_class import simulate_trainees
    from sim.web.bench.forkserver import ForkServer
    from sim.web.session.trainer_secret import create_secret

    plan = read_class(file, port)
    folder = user_directory() / "class"
    folder.mkdir(parents=True, exist_ok=True)
    secret_path = (secret or folder / "trainer.secret").resolve()
    with ExitStack() as exit_stack, suppress(KeyboardInterrupt):
        interrupted_by_signals(exit_stack)
        trainer_secret = create_secret(secret_path)
        exit_stack.enter_context(listening_at(plan.file.host, plan.file.port))
        listening = exit_stack.enter_context(open_listening_socket(plan.file.host, plan.file.port))
        fork_server = exit_stack.enter_context(closing(ForkServer()))
        server = ClassServer(
            trainer_secret,
            (plan.file.host,),
            (lambda classroom: simulate_trainees(classroom.seats, speed, seed))
            if simulated
            else None,
        )
        server.classroom = Classroom(
            plan, secret_path, trainer_secret, folder, fork_server, server.notify
        )
        exit_stack.callback(server.classroom.close)
        exit_stack.callback(ignore_signals)  # called first: a second Ctrl-C must not break it off
        server.classroom.start()
        address = f"{page_address(listening)}#{trainer_secret}"
        print(words.render(Text("class.at", {"address": address})))
        print(words.render(Text("class.secret_at", {"path": str(secret_path)})), flush=True)
        server.run(listening)
    return 0
