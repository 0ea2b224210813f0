"""`croupier run --web`: a simulated table in the browser; its service is a process beside it."""

import random
import signal
import socket
import sys
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from firmware.cli.commands.exits import BAD_INPUT, UNFIT
from firmware.cli.commands.run import LONGEST_HOLD_S
from firmware.cli.serving.chosen import WrongGame, chosen
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import ConfigError
from firmware.shell.rules.rules import RulesError
from firmware.shell.words.words import Words

LIBRARIES: Final = ("starlette", "uvicorn", "websockets")
"""Those of the extra `web`."""
LOOPBACK: Final = "127.0.0.1"
HIGHEST_PORT: Final = 65535


@dataclass(frozen=True)
class WebOptions:
    """What the command line asked for."""

    address: str
    """`[HOST:]PORT`."""
    game: str | None
    config: Path | None
    language: str | None
    speed: float
    seed: int | None
    idle: bool
    besides: tuple[str, ...]
    """What else it asked for that can't be had together with a page."""


class Refused(Exception):
    """A page can't be served, and why; `status` is that with which the command ends."""

    def __init__(self, status: int, why: Text) -> None:
        super().__init__(why.key)
        self.status = status
        self.why = why


def web(options: WebOptions) -> int:
    """Serve a simulated table to browsers until stopped. Return the exit status."""
    sys.setswitchinterval(LONGEST_HOLD_S)
    words = Words.load(options.language or "fr")
    try:
        host, port = _checked(options)
        config = chosen(options.config, options.game, options.language)
        words = Words.load(config.language)
        _serve(options, config.table.game, config.language, (host, port), words)
    except Refused as refused:
        return _complain(refused.status, words.say(refused.why))
    except ConfigError as error:
        return _complain(BAD_INPUT, *error.lines(words))
    except (OptionRefused, WrongGame) as refused:
        return _complain(BAD_INPUT, words.say(refused.why))
    except OSError as error:
        return _complain(UNFIT, ": ".join(filter(None, (error.filename, error.strerror))))
    except RulesError as error:
        return _complain(UNFIT, str(error))
    return 0


def _checked(options: WebOptions) -> tuple[str, int]:
    """Return where to serve. Raises Refused where no page can be served."""
    if options.besides:
        others = ", ".join(options.besides)
        raise Refused(BAD_INPUT, Text("web.not_with", {"others": others}))
    address = _address(options.address)
    lacking = [name for name in LIBRARIES if find_spec(name) is None]
    if lacking:
        raise Refused(UNFIT, Text("web.lacking", {"names": ", ".join(lacking)}))
    return address


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and int(port) <= HIGHEST_PORT):
        raise Refused(BAD_INPUT, Text("web.no_address", {"given": text}))
    return host.removeprefix("[").removesuffix("]") or LOOPBACK, int(port)


def _serve(
    options: WebOptions, game: str, language: str, address: tuple[str, int], words: Words
) -> None:
    from firmware.web.bench.table_dir import NoSeat, Seating
    from firmware.web.server.server import Server
    from firmware.web.session.host import Host
    from firmware.web.session.pages import Pages

    pages = Pages()
    chance = random.Random(options.seed)  # noqa: S311  # the cards of a simulated shoe
    seating = Seating(game, options.config, language=language)
    with ExitStack() as stack, suppress(KeyboardInterrupt):
        _interrupted_by_signals(stack)
        listening = stack.enter_context(_listening(*address))
        try:
            host = Host(seating, pages, chance)
        except NoSeat as refused:
            raise Refused(BAD_INPUT, refused.why) from None
        stack.callback(host.close)
        stack.callback(_ignore_signals)
        host.open(play=not options.idle, times=options.speed)
        where = _shown(listening)
        print(words.say(Text("web.at", {"address": where})), flush=True)  # noqa: T201
        Server(host, pages, (address[0],)).run(listening)


def _listening(host: str, port: int) -> socket.socket:
    from firmware.web.server.server import listen

    try:
        return listen(host, port)
    except OSError as error:
        values = {"address": f"{host}:{port}", "why": error.strerror or str(error)}
        raise Refused(UNFIT, Text("web.no_port", dict(values))) from None


def _shown(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


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


def _complain(status: int, *lines: str) -> int:
    for line in lines:
        print(f"croupier: {line}", file=sys.stderr)  # noqa: T201
    return status
