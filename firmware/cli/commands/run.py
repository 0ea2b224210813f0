"""`croupier run`: a table in real time, on the board of a Pi or on simulated parts."""

import logging
import sys
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from drivers.kind import Stock
from firmware.cli.commands.exits import BAD_INPUT, UNFIT
from firmware.cli.serving.assembly import seat_table
from firmware.cli.serving.chosen import WrongGame, chosen, registries, trust_given, unfit
from firmware.cli.serving.opened import Opened
from firmware.cli.serving.serving import serve, serve_locked
from firmware.cli.serving.simulation import NoShoePort, Simulation
from firmware.core.game.options import OptionRefused
from firmware.core.table.table import Table
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import Config, ConfigError
from firmware.shell.device import crash
from firmware.shell.device.directories import state_directory
from firmware.shell.device.log_ring import LogRing
from firmware.shell.journal import JournalDamaged, JournalError, JournalLost
from firmware.shell.rules.rules import RulesError
from firmware.shell.sockets.line_socket import ControlError
from firmware.shell.trust.errors import TrustError
from firmware.shell.words.screens import Screens
from firmware.shell.words.words import Words
from hal.errors import HardwareError
from hal.ports import Board
from sim.world.remote import RemoteBoard

LONGEST_HOLD_S: Final = 0.001
"""How long a thread that answers somebody keeps the interpreter while the loop or a bus waits."""


@dataclass(frozen=True)
class RunOptions:
    """What the command line asked for."""

    board: str
    game: str | None
    config: Path | None
    language: str | None
    speed: float
    rounds: int | None
    external_shoe: bool
    seed: int | None
    plain: bool
    far_end: Path | None = None
    """Where another process serves the simulated table, for one that outlives the service."""
    idle: bool = False
    """Whether nobody plays at the simulated table: it is closed, the supervisor's key turned."""


def run(options: RunOptions) -> int:
    """Serve a table until stopped. Return the exit status."""
    sys.setswitchinterval(LONGEST_HOLD_S)
    words = Words.load(options.language or "fr")
    try:
        crash.install(state_directory(simulated=options.board == "sim"))
        config = _chosen(options)
        words = Words.load(config.language)
        with closing(LogRing()) as log:
            log.install()
            _serve_on(config, options, log)
    except ConfigError as error:
        return _complain(BAD_INPUT, *error.lines(words))
    except (OptionRefused, WrongGame) as refused:
        return _complain(BAD_INPUT, words.say(refused.why))
    except TrustError as refused:
        return _complain(UNFIT, words.say(refused.why))
    except NoShoePort:
        return _complain(BAD_INPUT, words.say(Text("run.no_shoe_port")))
    except OSError as error:
        return _complain(UNFIT, ": ".join(filter(None, (error.filename, error.strerror))))
    except (HardwareError, JournalError, ControlError, RulesError, ValueError) as error:
        return _complain(UNFIT, str(error))
    return 0


def _serve_on(config: Config, options: RunOptions, log: LogRing) -> None:
    """Serve a table, locked while its journal is lost or damaged, until it is stopped.

    Whenever it is served again, the configuration is read again. Raises the JournalError where it
    is to play so many rounds, and can play none.
    """
    news: JournalError | Text | None = None
    while True:
        try:
            with ExitStack() as stack:
                news = _serve(_open(stack, config, options, log), news)
        except (JournalLost, JournalDamaged) as error:
            if options.rounds is not None:
                raise
            _complain(UNFIT, str(error))
            logging.getLogger(__name__).warning("%s", error)
            news = error
            continue
        if news is None:
            return
        config = _chosen(options)


def _serve(opened: Opened, news: JournalError | Text | None) -> Text | None:
    """Serve a table, locked by an error of its journal; return why it is to be served again."""
    if isinstance(news, JournalError):
        return serve_locked(opened, news)
    return serve(opened, news)


def _chosen(options: RunOptions) -> Config:
    return chosen(options.config, options.game, options.language)


def _complain(status: int, *lines: str) -> int:
    for line in lines:
        print(f"croupier: {line}", file=sys.stderr)  # noqa: T201
    return status


def _open(stack: ExitStack, config: Config, options: RunOptions, log: LogRing) -> Opened:
    words = Words.load(config.language)
    simulation = None
    if options.board == "pi" or options.far_end is not None:
        board: Board = RemoteBoard(options.far_end) if options.far_end else _pi()
        stack.callback(board.close)
        if not board.simulated:
            trust_given(config)
        table = seat_table(config, simulated=board.simulated)
        stock = Stock(*registries(config.wiring), Screens(words), _cache(board))
    else:
        table = seat_table(config, simulated=True)
        simulation = _simulation(config, table, options)
        stack.callback(simulation.close)
        config, board = simulation.config, simulation.board
        stock = Stock(simulation.chips, simulation.decks, Screens(words))
    return Opened(
        config,
        board,
        table,
        stock,
        words,
        options.plain,
        options.rounds,
        options.config,
        partial(unfit, options.config, config, simulated=board.simulated),
        log,
        simulation,
    )


def _pi() -> Board:
    """Return the Pi's own board, whose libraries are loaded where it is asked for."""
    from hal.pi.board import PiBoard

    return PiBoard()


def _simulation(config: Config, table: Table, options: RunOptions) -> Simulation:
    return Simulation(
        config,
        table,
        speed=options.speed,
        seed=options.seed,
        external_shoe=options.external_shoe,
        idle=options.idle,
    )


def _cache(board: Board) -> Path:
    return state_directory(simulated=board.simulated) / "voice"
