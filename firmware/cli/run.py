"""`croupier run`: a table in real time, on the board of a Pi or on simulated parts."""

import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from drivers.chips import ChipRegistry, load_chips
from drivers.decks import DeckRegistry, load_decks
from drivers.wiring import Pn532Hsu, Pn532I2c, Wiring
from firmware.cli.assembly import seat_table
from firmware.cli.exits import BAD_INPUT, UNFIT
from firmware.cli.opened import Opened
from firmware.cli.serving import serve, serve_locked
from firmware.cli.simulation import NoShoePort, Simulation
from firmware.core.options import OptionRefused
from firmware.core.panel import Text
from firmware.shell import crash
from firmware.shell.config import Config, ConfigError, default_table, load
from firmware.shell.config_faults import ConfigFault
from firmware.shell.journal import JournalDamaged, JournalError, JournalLost
from firmware.shell.line_socket import ControlError
from firmware.shell.parts import Stock
from firmware.shell.places import state_directory
from firmware.shell.rules import RulesError, games
from firmware.shell.screens import Screens
from firmware.shell.trust.errors import TrustError
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
        crash.install(state_directory(simulated=options.board == "sim"))
        config = _chosen(options)
        config = replace(config, language=options.language or config.language)
        words = Words.load(config.language)
        _serve_on(config, words, options)
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


def _serve_on(config: Config, words: Words, options: RunOptions) -> None:
    """Serve a table, locked while its journal is lost or damaged, until it is stopped.

    Raises the JournalError where it is to play so many rounds, and can play none.
    """
    news: JournalError | Text | None = None
    while True:
        try:
            with ExitStack() as stack:
                news = _serve(_open(stack, config, words, options), news)
                if news is None:
                    return
        except (JournalLost, JournalDamaged) as error:
            if options.rounds is not None:
                raise
            _complain(UNFIT, str(error))
            news = error


def _serve(opened: Opened, news: JournalError | Text | None) -> Text | None:
    """Serve a table, locked by an error of its journal; return why it is to be served again."""
    if isinstance(news, JournalError):
        return serve_locked(opened, news)
    serve(opened, news)
    return None


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
    copies = tuple(config.table.game / path for path in config.journal.copies)
    return replace(config, journal=replace(config.journal, copies=copies))


def _complain(status: int, *lines: str) -> int:
    for line in lines:
        print(f"croupier: {line}", file=sys.stderr)  # noqa: T201
    return status


def _open(stack: ExitStack, config: Config, words: Words, options: RunOptions) -> Opened:
    if options.board == "pi" or options.far_end is not None:
        board: Board = RemoteBoard(options.far_end) if options.far_end else PiBoard()
        stack.callback(board.close)
        if not board.simulated and config.trust is None:
            raise ConfigError([ConfigFault("trust", Text("config.trust_missing"))])
        table = seat_table(config, simulated=board.simulated)
        stock = Stock(*_registries(config.wiring), Screens(words), _cache(board))
        asked = options.plain, options.rounds, options.config
        return Opened(config, board, table, stock, words, *asked)
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
    return Opened(
        simulation.config,
        simulation.board,
        table,
        stock,
        words,
        options.plain,
        options.rounds,
        options.config,
        simulation,
    )


def _cache(board: Board) -> Path:
    return state_directory(simulated=board.simulated) / "voice"


def _registries(wiring: Wiring) -> tuple[ChipRegistry, DeckRegistry]:
    """Return the house's chips and cards, none where the table reads none."""
    chips = load_chips(wiring.chips.registry) if wiring.chips else ChipRegistry({})
    if isinstance(wiring.shoe, Pn532Hsu | Pn532I2c):
        return chips, load_decks(wiring.shoe.registry)
    return chips, DeckRegistry({})
