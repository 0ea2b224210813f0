"""A table in real time, on the board of a Pi or on simulated parts."""

import logging
import sys
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from drivers.kind import Stock
from firmware.cli.args.errors import answered, complain
from firmware.cli.args.exits import UNFIT
from firmware.cli.serving.assembly import seat_table
from firmware.cli.serving.chosen import chosen, registries, trust_given, unfit
from firmware.cli.serving.run_options import Wanted
from firmware.cli.serving.serving import Locked, serve, serve_locked
from firmware.cli.serving.simulations import Simulated, announce, begin_anew
from firmware.cli.serving.wired_table import Opened
from firmware.core.table.table import Table
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config.settings import Config
from firmware.shell.device import crash
from firmware.shell.device.directories import journal_directories
from firmware.shell.device.gc_tuning import let_go
from firmware.shell.device.log_ring import LogRing
from firmware.shell.words.screens import Screens
from firmware.shell.words.words import Words
from hal.ports import Board

if TYPE_CHECKING:
    from firmware.cli.serving.simulation import Simulation

LONGEST_HOLD_S: Final = 0.001
"""How long a thread that answers somebody keeps the interpreter while the loop or a bus waits."""


def serve_table(wanted: Wanted) -> int:
    """Serve a table until stopped. Once its configuration is read, errors are in its language.

    Raises ConfigError, CannotBeDone and any other error that `answered` explains.
    """
    sys.setswitchinterval(LONGEST_HOLD_S)
    crash.install(wanted.state())
    config = chosen(wanted.config, wanted.game, wanted.lang)
    return answered("run", config.language, lambda: _run(config, wanted))


def _run(config: Config, wanted: Wanted) -> int:
    if wanted.simulated:
        _prepare(config, wanted)
    elif wanted.fresh:
        raise CannotBeDone(Text("run.fresh_is_simulated"))
    with closing(LogRing()) as log:
        log.install()
        _serve_on(config, wanted, log)
    return 0


def _prepare(config: Config, wanted: Wanted) -> None:
    """Make the state directory of a simulated table ready, and announce the table there."""
    state, copies = wanted.state(), config.journal.copies
    first, second = journal_directories(copies, state, simulated=True)
    if wanted.fresh:
        begin_anew(state, (first, second))
    path = str(wanted.config.resolve()) if wanted.config else None
    announce(
        state, Simulated(config.table.game, path, (str(first), str(second)), config.control.name)
    )


def _serve_on(config: Config, wanted: Wanted, log: LogRing) -> None:
    """Serve a table, locked while its journal is lost or damaged, until it is stopped.

    Whenever it is served again, the configuration is read again. Raises the JournalError if it
    is to play so many rounds, and can play none.
    """
    news: Locked | Text | None = None
    while True:
        with ExitStack() as stack:
            news = _serve(_open(stack, config, wanted, log), news)
        if news is None:
            return
        let_go()
        if not isinstance(news, Locked):
            config = chosen(wanted.config, wanted.game, wanted.lang)
        elif wanted.rounds is not None:
            raise news.error
        else:
            complain("run", UNFIT, str(news.error))
            logging.getLogger(__name__).warning("%s", news.error)


def _serve(opened: Opened, news: Locked | Text | None) -> Locked | Text | None:
    """Serve a table, locked by an error of its journal; return why it is to be served again."""
    return serve_locked(opened, news) if isinstance(news, Locked) else serve(opened, news)


def _open(stack: ExitStack, config: Config, wanted: Wanted, log: LogRing) -> Opened:
    chips = config.tournament is not None
    words, state = Words.load(config.language, config.table.game, chips=chips), wanted.state()
    words.prepare()
    simulation = None
    if wanted.board == "pi" or wanted.far_end is not None:
        board = _remote(wanted.far_end) if wanted.far_end else _pi()
        stack.callback(board.close)
        if not board.simulated:
            trust_given(config)
        table = seat_table(config, simulated=board.simulated)
        stock = Stock(*registries(config.wiring), Screens(words), state / "voice")
    else:
        table = seat_table(config, simulated=True)
        simulation = _simulation(config, table, wanted)
        world = simulation.world
        stack.callback(world.close)
        config, board = world.config, world.board
        stock = Stock(*world.registries, Screens(words))
    return Opened(
        config,
        board,
        table,
        stock,
        words,
        wanted.plain,
        wanted.rounds,
        wanted.config,
        partial(unfit, wanted.config, config, simulated=board.simulated),
        log,
        state,
        simulation,
    )


def _pi() -> Board:
    """Return the Pi's own board; its libraries are loaded only here."""
    from hal.pi.board import PiBoard

    return PiBoard()


def _remote(far_end: Path) -> Board:
    """Return the board of a simulated world; like `_simulation`, no table's release has it."""
    from sim.world.remote import RemoteBoard

    return RemoteBoard(far_end)


def _simulation(config: Config, table: Table, wanted: Wanted) -> "Simulation":
    from firmware.cli.serving.simulated_world import SimulatedWorld
    from firmware.cli.serving.simulation import Simulation

    external = wanted.shoe == "external"
    world = SimulatedWorld(config, table, wanted.speed, external_shoe=external)
    return Simulation(world, speed=wanted.speed, seed=wanted.seed, idle=wanted.idle)
