"""A table in real time, on the board of a Pi or on simulated parts."""

import logging
import sys
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from drivers.kind import Registries
from firmware.cli.args.errors import print_error, run_reporting_errors
from firmware.cli.args.exits import EXIT_UNAVAILABLE
from firmware.cli.serving.assembly import configured_table
from firmware.cli.serving.ordered_adoption import carry_out_order
from firmware.cli.serving.run_options import RunOptions
from firmware.cli.serving.simulations import SimulatedTable, reset_simulation, write_table_file
from firmware.cli.serving.table_config import (
    choose_config,
    load_registries,
    require_trust,
    unservable_reason,
)
from firmware.cli.serving.table_service import LockedJournal, serve, serve_locked
from firmware.cli.serving.wired_table import WiredTable
from firmware.core.table.table import Table
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.settings import Config
from firmware.shell.device import crash
from firmware.shell.device.directories import journal_directories
from firmware.shell.device.gc_tuning import unfreeze_objects
from firmware.shell.device.log_ring import LogRing
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from hal.ports import Board

if TYPE_CHECKING:
    from firmware.cli.serving.simulation import Simulation
    from sim.people.by_chance.people_kind import PeopleKind

SWITCH_INTERVAL_S: Final = 0.001
"""The interpreter's switch interval: a socket's thread holds the loop or a bus up no longer."""


def serve_table(run_options: RunOptions, people_kind: "PeopleKind | None" = None) -> int:
    """Serve a table until stopped. Once its configuration is read, errors are in its language.

    A simulated table has people of this kind; by default the usual ones.

    Raises ConfigError, RequestFailed and any other error that `run_reporting_errors` describes.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    crash.install_hooks(run_options.make_state_path())
    carry_out_order(run_options.config, run_options.make_state_path())
    config = choose_config(
        run_options.config, run_options.game, run_options.lang, run_options.rules
    )
    for former_name in config.former_names:
        print_error("run", 0, Words.load(config.language).render(former_name))
    return run_reporting_errors(
        "run", config.language, lambda: _serve_logged(config, run_options, people_kind)
    )


def _serve_logged(config: Config, run_options: RunOptions, people_kind: "PeopleKind | None") -> int:
    if run_options.is_simulated:
        _prepare_simulation(config, run_options)
    elif run_options.fresh:
        raise RequestFailed(Text("run.fresh_is_simulated"))
    with closing(LogRing()) as log_ring:
        log_ring.install()
        _serve_until_stopped(config, run_options, log_ring, people_kind)
    return 0


def _prepare_simulation(config: Config, run_options: RunOptions) -> None:
    """Prepare the state directory of a simulated table, and write its file there."""
    state_path, copies_name = run_options.make_state_path(), config.journal.copies
    first_copy, second_copy = journal_directories(copies_name, state_path, simulated=True)
    if run_options.fresh:
        reset_simulation(state_path, (first_copy, second_copy))
    config_path = str(run_options.config.resolve()) if run_options.config else None
    write_table_file(
        state_path,
        SimulatedTable(
            config.table.game, config_path, (str(first_copy), str(second_copy)), config.control.name
        ),
    )


def _serve_until_stopped(
    config: Config,
    run_options: RunOptions,
    log_ring: LogRing,
    people_kind: "PeopleKind | None",
) -> None:
    """Serve a table, locked while its journal is lost or damaged, until it is stopped.

    The configuration is read again at each restart. Raises the JournalError if a number of rounds
    is to be played: a locked table would never end.
    """
    restart_reason: LockedJournal | Text | None = None
    while True:
        # the stack closes parts, sockets and journal before the next start opens them again
        with ExitStack() as exit_stack:
            restart_reason = _serve_once(
                _wire_table(exit_stack, config, run_options, log_ring, people_kind),
                restart_reason,
            )
        if restart_reason is None:
            return
        unfreeze_objects()  # this start's objects are garbage now
        if not isinstance(restart_reason, LockedJournal):
            carry_out_order(run_options.config, run_options.make_state_path())
            config = choose_config(
                run_options.config, run_options.game, run_options.lang, run_options.rules
            )
        elif run_options.rounds is not None:
            raise restart_reason.error
        else:
            reason = Words.load(config.language).render(restart_reason.error.why)
            print_error("run", EXIT_UNAVAILABLE, reason)
            logging.getLogger(__name__).warning("%s", restart_reason.error)


def _serve_once(
    wired_table: WiredTable, restart_reason: LockedJournal | Text | None
) -> LockedJournal | Text | None:
    """Serve a table once, locked if its journal is; return the reason to serve it again."""
    return (
        serve_locked(wired_table, restart_reason)
        if isinstance(restart_reason, LockedJournal)
        else serve(wired_table, restart_reason)
    )


def _wire_table(
    exit_stack: ExitStack,
    config: Config,
    run_options: RunOptions,
    log_ring: LogRing,
    people_kind: "PeopleKind | None",
) -> WiredTable:
    words = _load_words(config)
    state_path = run_options.make_state_path()
    simulation = None
    if run_options.board == "pi" or run_options.far_end is not None:
        board = _real_board(run_options)
        exit_stack.callback(board.close)
        if not board.simulated:
            require_trust(config)
        table = configured_table(config, simulated=board.simulated)
        registries = Registries(
            *load_registries(config.wiring), DisplayScreens(words), state_path / "voice"
        )
    else:
        table = configured_table(config, simulated=True)
        simulation = _make_simulation(config, table, run_options, people_kind)
        simulated_world = simulation.world
        exit_stack.callback(simulated_world.close)
        config, board = simulated_world.config, simulated_world.board
        registries = Registries(*simulated_world.registries, DisplayScreens(words))
    return WiredTable(
        config,
        board,
        table,
        registries,
        words,
        run_options.plain,
        run_options.rounds,
        run_options.config,
        partial(unservable_reason, run_options.config, config, simulated=board.simulated),
        log_ring,
        state_path,
        simulation,
    )


def _load_words(config: Config) -> Words:
    words = config.words_in(config.language)
    words.load_all()  # now, not at a text's first use in mid-round
    return words


def _real_board(run_options: RunOptions) -> Board:
    return _remote_board(run_options.far_end) if run_options.far_end else _raspberry_board()


def _raspberry_board() -> Board:
    """Return the Pi's own board, whose libraries other machines may lack."""
    from hal.pi.board import PiBoard

    return PiBoard()


def _remote_board(far_end: Path) -> Board:
    """Return the board of a simulated world, which a table's release lacks."""
    from sim.world.remote_board import RemoteBoard

    return RemoteBoard(far_end)


def _make_simulation(
    config: Config, table: Table, run_options: RunOptions, people_kind: "PeopleKind | None"
) -> "Simulation":
    from firmware.cli.serving.simulated_world import SimulatedWorld
    from firmware.cli.serving.simulation import Simulation
    from sim.people.by_chance.people_kind import USUAL_PEOPLE

    has_external_shoe = run_options.shoe == "external"
    simulated_world = SimulatedWorld(
        config, table, run_options.speed, external_shoe=has_external_shoe
    )
    return Simulation(
        simulated_world,
        speed=run_options.speed,
        seed=run_options.seed,
        is_idle=run_options.idle,
        people_kind=people_kind or USUAL_PEOPLE,
    )
