"""The table that `croupier run` is to serve."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from firmware.cli.args.signature import How, Language
from firmware.cli.args.types import Folder, RuledGame, Socket
from firmware.shell.device.directories import simulation_of, state_directory

FASTEST: Final = 1000
WEB_PORT: Final = "8080"


def speedup(text: str) -> float:
    """Return how much faster than people a simulated table may be: above 0, `FASTEST` at most."""
    times = float(text)
    if not 0 < times <= FASTEST:
        raise ValueError(text)
    return times


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The table that the command line asks for."""

    board: Literal["sim", "pi"] = "sim"
    game: RuledGame | None = None
    config: Path | None = None
    lang: Language | None = None
    speed: Annotated[float, How(read=speedup)] = 1.0
    rounds: int | None = None
    shoe: Literal["simulated", "external"] = "simulated"
    seed: int | None = None
    plain: bool = False
    idle: bool = False
    """Leave the simulated table closed, without players, the supervisor's key turned."""
    far_end: Socket | None = None
    """The socket of a simulated table in another process, which survives the service."""
    fresh: bool = False
    """Forget the state of a simulated table first."""
    web: Annotated[str | None, How(value="address", alone=WEB_PORT)] = None
    """At which `[HOST:]PORT` the table is served to a browser."""
    school: Folder | None = None
    """A folder of exercises for the page, besides the shipped ones."""

    @property
    def simulated(self) -> bool:
        """Whether no real part is reached."""
        return self.board == "sim" or self.far_end is not None

    def state(self) -> Path:
        """Return the table's state directory, made if it is missing. Raises OSError."""
        name = simulation_of(self.config, self.game)
        return state_directory(name if self.simulated else None)
