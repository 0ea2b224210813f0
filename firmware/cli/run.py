"""`croupier run`: a table in real time, on the board of a Pi or on simulated parts."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from drivers.chips import ChipRegistry, load_chips
from drivers.decks import DeckRegistry, load_decks
from drivers.wiring import Pn532Hsu, Pn532I2c, Wiring
from firmware import __version__
from firmware.cli.assembly import buses, desk_of, seat_table
from firmware.cli.exits import BAD_INPUT, UNFIT
from firmware.cli.simulation import NoShoePort, Simulation
from firmware.cli.view import open_view
from firmware.core.options import OptionRefused
from firmware.core.panel import Text
from firmware.core.table import Table
from firmware.shell.config import Config, ConfigError, default_table, load
from firmware.shell.control import Control
from firmware.shell.desk_socket import SOCKET, DeskSocket
from firmware.shell.findings import words_of
from firmware.shell.journal import Journal, JournalError, OsFile, Stamp
from firmware.shell.ledger import Ledger
from firmware.shell.line_socket import ControlError
from firmware.shell.part_status import PartReporter
from firmware.shell.parts import Stock
from firmware.shell.places import runtime_directory, state_directory
from firmware.shell.program import program_digest
from firmware.shell.rules import RulesError, games, rules_digest
from firmware.shell.screens import Screens
from firmware.shell.service import BusThread, Service
from firmware.shell.status import Reporter
from firmware.shell.watchdog import Notifier
from firmware.shell.wires import Wires
from firmware.shell.words import Words
from hal.errors import HardwareError
from hal.pi.board import PiBoard
from hal.ports import Board
from sim.remote import RemoteBoard

USUAL: Final = "baccarat"
"""The game of the table that is served where nothing else is asked for."""


class WrongGame(Exception):
    """The game that was asked for can't be played."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.key)
        self.why = why


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


def run(options: RunOptions) -> int:
    """Serve a table until stopped. Return the exit status."""
    words = Words.load(options.language or "fr")
    try:
        config = _chosen(options)
        config = replace(config, language=options.language or config.language)
        words = Words.load(config.language)
        _open_and_serve(config, words, options)
    except ConfigError as error:
        return _complain(BAD_INPUT, *error.lines(words))
    except (OptionRefused, WrongGame) as refused:
        return _complain(BAD_INPUT, words.say(refused.why))
    except NoShoePort:
        return _complain(BAD_INPUT, words.say(Text("run.no_shoe_port")))
    except OSError as error:
        return _complain(UNFIT, ": ".join(filter(None, (error.filename, error.strerror))))
    except (HardwareError, JournalError, ControlError, RulesError, ValueError) as error:
        return _complain(UNFIT, str(error))
    return 0


def _chosen(options: RunOptions) -> Config:
    """Return the table that is asked for. Raises ConfigError or WrongGame."""
    game = options.game or USUAL
    if game not in games():
        raise WrongGame(Text("sheet.no_game", {"game": game, "games": ", ".join(games())}))
    if options.config is None:
        return _apart(default_table(game))
    config = load(options.config)
    if options.game not in (None, config.table.game):
        values = {"game": game, "other": config.table.game}
        raise WrongGame(Text("run.other_game", values))
    return config


def _apart(config: Config) -> Config:
    """Keep the journals of the default tables apart, game by game."""
    if config.table.game == USUAL:
        return config
    return replace(config, journal=tuple(config.table.game / path for path in config.journal))


def _complain(status: int, *lines: str) -> int:
    for line in lines:
        print(f"croupier: {line}", file=sys.stderr)  # noqa: T201
    return status


def _open_and_serve(config: Config, words: Words, options: RunOptions) -> None:
    with ExitStack() as stack:
        if options.board == "pi" or options.far_end is not None:
            board: Board = RemoteBoard(options.far_end) if options.far_end else PiBoard()
            stack.callback(board.close)
            table = seat_table(config, simulated=board.simulated)
            stock = Stock(*_registries(config.wiring), Screens(words), _cache(board))
            _serve(stack, _Opened(config, board, table, stock, words, options))
            return
        table = seat_table(config, simulated=True)
        simulation = Simulation(
            config,
            table,
            speed=options.speed,
            seed=options.seed,
            external_shoe=options.external_shoe,
        )
        stack.callback(simulation.close)
        stock = Stock(simulation.chips, simulation.decks, Screens(words))
        opened = _Opened(simulation.config, simulation.board, table, stock, words, options)
        _serve(stack, opened, simulation)


def _cache(board: Board) -> Path:
    return state_directory(simulated=board.simulated) / "voice"


def _registries(wiring: Wiring) -> tuple[ChipRegistry, DeckRegistry]:
    """Return the house's chips and cards, none where the table reads none."""
    chips = load_chips(wiring.chips.registry) if wiring.chips else ChipRegistry({})
    if isinstance(wiring.shoe, Pn532Hsu | Pn532I2c):
        return chips, load_decks(wiring.shoe.registry)
    return chips, DeckRegistry({})


@dataclass(frozen=True)
class _Opened:
    config: Config
    board: Board
    table: Table
    stock: Stock
    words: Words
    options: RunOptions


def _serve(stack: ExitStack, opened: _Opened, simulation: Simulation | None = None) -> None:
    config, board, words, table = opened.config, opened.board, opened.words, opened.table
    journal = stack.enter_context(closing(_journal(config, board)))
    desk = desk_of(config)
    wires = Wires(config.wiring, board, opened.stock, desk)
    view = stack.enter_context(open_view(words, plain=opened.options.plain))
    port = simulation.shoe_port if simulation else ""
    service = Service(
        table,
        Ledger(journal),
        lambda known: _threads(wires, board, known),
        board.clock,
        Reporter(config.table.name, config.table.game, words),
        view,
        PartReporter(wires, board.clock),
        shoe_port=port,
        notes=tuple(words.say(words_of(found)) for found in journal.findings),
        listeners=[desk.hear] if desk else [],
    )
    stack.enter_context(service)
    control = Path(config.control.name) if board.simulated else config.control
    socket = runtime_directory(simulated=board.simulated) / control
    stack.enter_context(closing(Control(socket, lambda: service.status, service.test)))
    if desk:
        stack.enter_context(closing(DeskSocket(socket.with_name(SOCKET), desk, words)))
    if simulation:
        simulation.begin(lambda: service.status, table, desk)
        stack.callback(simulation.dismiss)
    notifier = Notifier()
    with _stopped_by_signals(service.stop):
        service.run(notifier, opened.options.rounds)


def _journal(config: Config, board: Board) -> Journal:
    """Open both copies: relative paths, and all of a simulated table, in the state directory."""
    state = state_directory(simulated=board.simulated)
    first, second = (
        state / (path.relative_to(path.anchor) if board.simulated else path)
        for path in config.journal
    )
    for path in (first, second):
        path.parent.mkdir(parents=True, exist_ok=True)
    stamp = Stamp(
        board="sim" if board.simulated else "pi",
        version=__version__,
        program=program_digest(),
        rules=rules_digest(),
        game=config.table.game,
    )
    return Journal.open((OsFile(first), OsFile(second)), stamp)


def _threads(wires: Wires, board: Board, known: Iterable[str]) -> list[BusThread]:
    waits = {name: port.wait for name, port in wires.ports.items()}
    return [BusThread(bus, board.clock, waits.get(bus.name)) for bus in buses(wires, known)]


@contextmanager
def _stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    def end(_signal: int, _frame: object) -> None:
        stop()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
