"""The table that `croupier run` is to serve."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath, ServedGameWord, SocketPath
from firmware.cli.rule_packs import RulesFile
from firmware.shell.device.directories import simulation_name, state_directory
from firmware.shell.words.languages import Language

MAX_SPEED: Final = 1000
DEFAULT_WEB_PORT: Final = "8080"


def parse_speed(typed_text: str) -> float:
    """Return the speed of simulated people as a multiple of real ones: up to `MAX_SPEED`."""
    speed_factor = float(typed_text)
    if not 0 < speed_factor <= MAX_SPEED:
        raise ValueError(typed_text)
    return speed_factor


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """The options of `croupier run`, each a field."""

    board: Literal["sim", "pi"] = "sim"
    game: ServedGameWord | None = None
    config: Path | None = None
    rules: RulesFile | None = None
    """A rule pack in place of the table's own."""
    lang: Language | None = None
    speed: Annotated[float, Option(parse=parse_speed, expected_key="command.wanted.speedup")] = 1.0
    rounds: int | None = None
    shoe: Literal["simulated", "external"] = "simulated"
    seed: int | None = None
    plain: bool = False
    idle: bool = False
    """Close the simulated table and send its people away, the supervisor's key turned."""
    far_end: SocketPath | None = None
    """The socket of a simulated table in another process, which survives the service."""
    fresh: bool = False
    """Delete the state of a simulated table first."""
    web: Annotated[
        str | None, Option(value_key="command.value.address", bare_value=DEFAULT_WEB_PORT)
    ] = None
    """The address, `[HOST:]PORT`, at which the table is served to a browser."""
    school: FolderPath | None = None
    """A directory of exercises for the page, in addition to the shipped ones."""
    sheet: Path | None = None
    """The file that the school's sheet is kept in."""
    trainer: Path | None = None
    """The file of the secret of a class's trainer, whose table this is."""
    trainee: str = ""
    """Who deals at a table of a class."""

    @property
    def is_simulated(self) -> bool:
        """Whether all parts are simulated."""
        return self.board == "sim" or self.far_end is not None

    def make_state_path(self) -> Path:
        """Return the table's state directory, made if it is missing. Raises OSError."""
        named_simulation = simulation_name(self.config, self.game)
        return state_directory(named_simulation if self.is_simulated else None)
