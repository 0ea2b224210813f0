"""A technician has the table served again, or ended; his answer reaches him before it ends."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.shell.config.config import DEFAULT_TABLE
from firmware.shell.device.directories import simulation_of
from firmware.shell.sockets.line_socket import ControlError
from firmware.shell.technician.answers import AnyAnswer, Done, Refusal
from firmware.shell.technician.asking import ask_technician
from firmware.shell.technician.requests import Person, Request, Restart, Shutdown
from tests.kits.processes import Running, croupier, home, status
from tests.kits.waiting import until

pytestmark = pytest.mark.live

OPTIONS = ("--plain", "--speed", "200", "--lang", "en")
MARIE = Person("marie", "technician")


class Table:
    """A simulated table of its own, and where it is reached."""

    def __init__(self, folder: Path, config: Path, process: Running) -> None:
        self.config, self.process = config, process
        self._state = folder / "state/croupier/simulation" / simulation_of(config, None)

    def ask(self, request: Request) -> AnyAnswer:
        """Ask until the table is between two rounds."""
        return until("a table between rounds", lambda: self._asked(request), _not_in_a_round)

    def _asked(self, request: Request) -> AnyAnswer | ControlError:
        try:
            return ask_technician(self._state / "technician", request)
        except ControlError as error:
            return error

    def notes(self) -> tuple[str, ...]:
        """What the table has to say of its start."""
        return status(self._state / "croupier.sock").notes


def _not_in_a_round(answer: object) -> bool:
    in_a_round = isinstance(answer, Refusal) and answer.why.key == "technician.round_open"
    return not (in_a_round or isinstance(answer, ControlError))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("t")
    config = folder / "table.toml"
    config.write_bytes(DEFAULT_TABLE.read_bytes())
    with croupier("run", *OPTIONS, "--config", config, env=home(folder)) as process:
        process.says("Round 1\n")
        yield Table(folder, config, process)


def test_a_configuration_that_cannot_be_used_is_refused_before_anything_ends(
    table: Table,
) -> None:
    kept, bets = table.config.read_text(), table.process.out.count("No more bets")
    table.config.write_text("[table]\nname = 7\n")
    answer = table.ask(Restart(MARIE))
    table.config.write_text(kept)
    assert isinstance(answer, Refusal)
    assert answer.why.key == "technician.unfit"
    table.process.says("No more bets", bets + 1)


def test_it_is_served_again_by_the_configuration_as_it_stands(table: Table) -> None:
    text = table.config.read_text()
    table.config.write_text(text.replace('name = "', 'name = "Other '))
    assert isinstance(table.ask(Restart(MARIE)), Done)
    table.process.says("Other")
    table.process.says("No more bets", table.process.out.count("No more bets") + 1)
    assert "Served again, as a technician asked" in table.notes()


def test_it_is_ended_in_order(table: Table) -> None:  # the last: the table is everybody's
    assert isinstance(table.ask(Shutdown(MARIE)), Done)
    assert table.process.ends() == 0
    assert "Traceback" not in table.process.err
