"""`croupier run --web`: a simulated table in the browser; its service is a process beside it."""

import random
import signal
import socket
import sys
from contextlib import ExitStack, closing, suppress
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Final

from firmware.cli.args.errors import CannotServe, answered
from firmware.cli.args.page_port import LOOPBACK
from firmware.cli.serving.chosen import chosen
from firmware.cli.serving.real_time import LONGEST_HOLD_S
from firmware.cli.serving.run_options import Wanted
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.pages.listening import listen, url
from firmware.shell.config.settings import Config
from firmware.shell.words.os_words import os_reason
from firmware.shell.words.words import Words
from sim.web.bench.forkserver import Loaded

LIBRARIES: Final = ("starlette", "uvicorn", "websockets")
"""Those of the extra `web`."""
HIGHEST_PORT: Final = 65535


def web(wanted: Wanted, address: str) -> int:
    """Serve a simulated table to browsers at `[HOST:]PORT` until stopped."""
    sys.setswitchinterval(LONGEST_HOLD_S)
    place = _checked(wanted, address)
    config = chosen(wanted.config, wanted.game, wanted.lang)
    return answered("run", config.language, lambda: _serve(wanted, config, place))


def _checked(wanted: Wanted, address: str) -> tuple[str, int]:
    """Return where to serve. Raises CannotBeDone if no page can be served."""
    besides = {
        "--board pi": wanted.board == "pi",
        "--far-end": wanted.far_end is not None,
        "--shoe external": wanted.shoe == "external",
        "--rounds": wanted.rounds is not None,
        "--plain": wanted.plain,
    }
    if others := ", ".join(name for name, given in besides.items() if given):
        raise CannotBeDone(Text("web.not_with", {"others": others}))
    place = _address(address)
    lacking = [name for name in LIBRARIES if find_spec(name) is None]
    if lacking:
        raise CannotServe(Text("web.lacking", {"names": ", ".join(lacking)}))
    return place


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and int(port) <= HIGHEST_PORT):
        raise CannotBeDone(Text("web.no_address", {"given": text}))
    return host.removeprefix("[").removesuffix("]") or LOOPBACK, int(port)


def _serve(wanted: Wanted, config: Config, address: tuple[str, int]) -> int:
    with ExitStack() as stack, suppress(KeyboardInterrupt):
        _interrupted_by_signals(stack)
        loaded = stack.enter_context(closing(Loaded()))  # it loads while this process does
        _serve_pages(stack, loaded, wanted, config, address)
    return 0


def _serve_pages(
    stack: ExitStack, loaded: Loaded, wanted: Wanted, config: Config, address: tuple[str, int]
) -> None:
    from firmware.cli.commands.page_console import page_console
    from firmware.shell.device.gc_tuning import take_for_lasting
    from sim.web.bench.rooms import kept_room
    from sim.web.bench.table_dir import Seating
    from sim.web.school.exercise import exercises
    from sim.web.server.server import Server
    from sim.web.session.host import Host
    from sim.web.session.pages import Pages

    take_for_lasting()  # what is imported; tables come and go
    pages = Pages()
    chance = random.Random(wanted.seed)  # noqa: S311  # the cards of a simulated shoe
    seating = Seating(config.table.game, wanted.config, language=config.language)
    listening = stack.enter_context(_listening(*address))
    asks = wanted.lang is None and wanted.config is None
    known = exercises((wanted.school,) if wanted.school else ())
    host = Host(
        seating, pages, chance, kept_room, asks_language=asks, exercises=known, loaded=loaded
    )
    stack.callback(host.close)
    stack.callback(_ignore_signals)
    host.open(play=not wanted.idle, times=wanted.speed)
    where = url(listening)
    words = Words.load(config.language)
    print(words.say(Text("web.at", {"address": where})))
    print(words.say(Text("web.socket", {"path": str(host.socket)})), flush=True)
    console = page_console(lambda: host.socket) if _is_own(listening) else None
    Server(host, pages, (address[0],), console).run(listening)


def _listening(host: str, port: int) -> socket.socket:
    try:
        return listen(host, port)
    except OSError as error:
        why = os_reason(error)
        raise CannotServe(Text("web.no_port", {"address": f"{host}:{port}", "why": why})) from None


def _is_own(listening: socket.socket) -> bool:
    """Return whether only this machine reaches it: a console is for nobody else."""
    return ip_address(listening.getsockname()[0]).is_loopback


def _interrupted_by_signals(stack: ExitStack) -> None:
    """Have SIGINT and SIGTERM interrupt the program alike, until the stack is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):
        stack.callback(signal.signal, number, signal.signal(number, _interrupt))


def _interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _ignore_signals() -> None:
    """Close in peace: who asks twice waits all the same."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
