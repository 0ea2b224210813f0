"""A technician has the table served again, or ended; his answer reaches him before it ends."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.core.vocabulary.status import Status
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.device.directories import simulation_name
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.technician.answers import ActDone, AnyAnswer, Refusal
from firmware.shell.technician.client import send_technician_request
from firmware.shell.technician.requests import EndService, Person, RestartService, TechnicianRequest
from tests.kits.processes import Running, croupier, home, status
from tests.kits.waiting import until

pytestmark = pytest.mark.live

OPTIONS = ("--plain", "--idle", "--lang", "en")
MARIE = Person("marie", "technician")
RESTARTED = "Served again, as a technician asked"


class Table:
    """A simulated table of its own, and where it is reached."""

    def __init__(self, folder: Path, config: Path, process: Running) -> None:
        self.config, self.process = config, process
        self._state = folder / "state/croupier/simulation" / simulation_name(config, None)

    def ask(self, request: TechnicianRequest) -> AnyAnswer:
        """Ask until the table is between two rounds."""
        return until("a table between rounds", lambda: self._asked(request), _not_in_a_round)

    def _asked(self, request: TechnicianRequest) -> AnyAnswer | ControlError:
        try:
            return send_technician_request(self._state / "technician", request)
        except ControlError as error:
            return error

    def status(self, so: Callable[[Status], object] = bool) -> Status:
        return status(self._state / "croupier.sock", so)


def _not_in_a_round(answer: object) -> bool:
    in_a_round = isinstance(answer, Refusal) and answer.why.key == "technician.round_open"
    return not (in_a_round or isinstance(answer, ControlError))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("t")
    config = folder / "table.toml"
    config.write_bytes(DEFAULT_TABLE.read_bytes())
    with croupier("run", *OPTIONS, "--config", config, env=home(folder)) as process:
        table = Table(folder, config, process)
        table.status()
        process.says("SIMULATION")
        yield table


def test_bad_configuration_changes_nothing(
    table: Table,
) -> None:
    saved, begun = table.config.read_text(), table.process.out.count("SIMULATION")
    table.config.write_text("[table]\nname = 7\n")
    answer = table.ask(RestartService(MARIE))
    table.config.write_text(saved)
    assert isinstance(answer, Refusal)
    assert answer.why.key == "technician.unfit"
    assert RESTARTED not in table.status().notes
    assert table.process.out.count("SIMULATION") == begun


def test_restarts_with_present_file(table: Table) -> None:
    text = table.config.read_text()
    table.config.write_text(text.replace('name = "', 'name = "Other '))
    assert isinstance(table.ask(RestartService(MARIE)), ActDone)
    served = table.status(lambda seen: seen.table.startswith("Other"))
    assert RESTARTED in served.notes
    table.process.says("SIMULATION", 2)
    assert table.process.out.count("SIMULATION") == 2


def test_ends_in_order(table: Table) -> None:  # the last: the table is everybody's
    assert isinstance(table.ask(EndService(MARIE)), ActDone)
    assert table.process.ends() == 0
    assert "Traceback" not in table.process.err
