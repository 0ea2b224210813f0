"""A certificate that runs out is announced, one that is refused named, and a new one taken."""

import asyncio
import gc
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from firmware.cli.commands import status
from firmware.cli.main import main
from firmware.core.vocabulary.panel import Text
from firmware.floor import connection
from firmware.floor.certificate_dates import certificate_warnings, ending_day
from firmware.floor.certificates import CertificateAuthority
from firmware.floor.connection import EngineServers, connected
from firmware.floor.envelope import sealed_payload
from firmware.floor.heartbeat import AnyHeartbeat, TableHeartbeat, decode_heartbeat
from firmware.floor.places import Place, place_subject
from firmware.floor.run_sender import RunSender
from firmware.floor.uplink.send_heartbeat import HeartbeatSource, send_heartbeats
from firmware.shell.config.settings import Certificates
from tests.kits.floor.enrolled import House
from tests.kits.floor_processes import Process, free_port
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.waiting import until, until_awaited
from tools.floor.engine import server_file

NOW = datetime.now(UTC)
YEAR = timedelta(days=365)
needs_engine = pytest.mark.skipif(
    server_file() is None, reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one"
)


@each(
    "days, key",
    [
        (-2, "floor.tls.early"),
        (0, None),
        (10, None),
        (71, "floor.tls.ends"),
        (99, "floor.tls.ends"),
        (101, "floor.tls.over"),
    ],
)
def test_warns_in_the_last_30_days(
    days: int, key: str | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    authority = CertificateAuthority(tmp_path_factory.mktemp("keys"))
    own = authority.issue_certificate("table-7", (), NOW + timedelta(days=100))
    warnings = [*certificate_warnings(own, NOW + timedelta(days=days))]
    of_own = [text.key for text in warnings if text.values["path"] == str(own.certificate)]
    assert of_own == ([key] if key else [])


@each("days, is_near", [(0, False), (69, False), (71, True), (101, True)])
def test_heartbeat_warns_in_last_thirty_days(
    days: int, is_near: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    authority = CertificateAuthority(tmp_path_factory.mktemp("keys"))
    last_day = NOW + timedelta(days=100)
    own = authority.issue_certificate("table-7", (), last_day)
    found = ending_day(own, NOW + timedelta(days=days))
    assert found == (f"{last_day:%Y-%m-%d}" if is_near else None)
    assert ending_day(None, NOW) is None


def test_unreadable_certificate_left_alone(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pem"
    broken.write_text("none")
    assert [*certificate_warnings(Certificates(broken, tmp_path / "missing", broken), NOW)] == []


def test_table_status_warns_of_certificate(tmp_path: Path) -> None:
    own = CertificateAuthority(tmp_path).issue_certificate("t", (), NOW + timedelta(days=9))
    files = f'ca = "{own.ca}"\ncertificate = "{own.certificate}"\nkey = "{own.key}"\n'
    names = f'house = "m"\nname = "t"\nservers = ["tls://floor-1:4222"]\npeople = "{tmp_path}"\n'
    config = tmp_path / "table.toml"
    usual = (EXAMPLES / "baccarat.toml").read_text(encoding="utf-8")
    config.write_text(f"{usual}\n[floor]\n{names}{files}", encoding="utf-8")
    assert [text.key for text in status._certificate_warnings(config)] == ["floor.tls.ends"]


class Engine:
    """A server that asks for certificates of one authority; there is another one."""

    def __init__(self, folder: Path) -> None:
        self.ours = CertificateAuthority(folder / "ours")
        self.other = CertificateAuthority(folder / "other")
        self.own = self.ours.issue_certificate("server", ("127.0.0.1",), NOW + YEAR)
        self.address = f"tls://127.0.0.1:{free_port()}"
        settings = folder / "nats.conf"
        settings.write_text(
            f"listen: {self.address.removeprefix('tls://')}\ntls {{ verify: true, "
            f'cert_file: "{self.own.certificate}", key_file: "{self.own.key}", '
            f'ca_file: "{self.own.ca}" }}\n'
        )
        command = [str(server_file()), "-c", str(settings)]
        self.process = Process("server", command, folder / "log")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = Engine(tmp_path_factory.mktemp("engine"))
    engine.process.begin()
    yield engine
    engine.process.kill()


async def _logged_key(engine: Engine, certificates: Certificates, key: str) -> None:
    """Connect until this message is logged."""
    logged: list[Text] = []

    async def connect() -> None:
        servers = EngineServers((engine.address,), certificates)
        async with connected(servers, "table-7", logged.append):
            await asyncio.Event().wait()

    async def keys() -> list[str]:
        return [text.key for text in logged]

    connecting = asyncio.create_task(connect())
    await until_awaited(key, keys, lambda found: key in found)
    connecting.cancel()


@pytest.fixture
def collected() -> Iterator[None]:
    """Collect the connections that were refused: nats-py leaves them to the collector."""
    yield
    gc.collect()


UNCLOSED = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@needs_engine
@pytest.mark.live
@UNCLOSED
@pytest.mark.usefixtures("collected")
def test_refusal_reason_is_logged(engine: Engine) -> None:
    over = engine.ours.issue_certificate("over", (), NOW - timedelta(hours=1))
    foreign = engine.other.issue_certificate("foreign", (), NOW + YEAR)
    of_another = Certificates(engine.own.ca, foreign.certificate, foreign.key)
    asyncio.run(_logged_key(engine, over, "floor.tls.over"))
    asyncio.run(_logged_key(engine, foreign, "floor.tls.server_authority"))
    asyncio.run(_logged_key(engine, of_another, "floor.tls.own_authority"))


@needs_engine
@pytest.mark.live
@UNCLOSED
@pytest.mark.usefixtures("collected")
def test_renewal_needs_no_restart(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "CERTIFICATE_INTERVAL_S", 0.05)
    own = engine.ours.issue_certificate("renewed", (), NOW - timedelta(hours=1))
    new = engine.ours.issue_certificate("new", (), NOW + YEAR)
    logged: list[str] = []

    async def keys() -> list[str]:
        return logged

    async def connect_and_renew() -> None:
        async def connect() -> None:
            servers = EngineServers((engine.address,), own)
            async with connected(servers, "table-7", lambda text: logged.append(text.key)):
                await asyncio.Event().wait()

        connecting = asyncio.create_task(connect())
        await until_awaited("refused", keys, lambda found: "floor.tls.over" in found)
        assert "floor.found" not in logged
        # the key first, as a person may: the pair that does not match is not taken
        for source, target in ((new.key, own.key), (new.certificate, own.certificate)):
            shutil.copy(source, target)
        await until_awaited("connected", keys, lambda found: "floor.found" in found)
        own.certificate.touch()
        await until_awaited("renewed", keys, lambda found: found.count("floor.found") > 1)
        connecting.cancel()

    asyncio.run(connect_and_renew())


@needs_engine
@pytest.mark.live
def test_what_a_table_sends_the_pit_has_the_day(engine: Engine) -> None:
    last_day = NOW + timedelta(days=9)
    own = engine.ours.issue_certificate("sender", (), last_day)
    place, house = Place("montreal", "main", "table-7"), House()
    source = HeartbeatSource(place, lambda sent_at: TableHeartbeat(sent_at, None), own)

    async def first_heartbeat() -> AnyHeartbeat:
        async with connected(EngineServers((engine.address,), own), "table-7", print) as client:
            seen = await client.subscribe(place_subject("seen", place))
            sending = asyncio.create_task(
                send_heartbeats(client, RunSender(house.sender("table-7")), source)
            )
            message = await seen.next_msg(timeout=None)
            sending.cancel()
            return decode_heartbeat(sealed_payload(message.data) or b"")

    assert asyncio.run(first_heartbeat()).certificate_ends == f"{last_day:%Y-%m-%d}"


@needs_engine
@pytest.mark.live
def test_floor_check_warns_of_both_ends(
    engine: Engine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    soon = engine.ours.issue_certificate("soon", (), NOW + timedelta(days=9))
    files = ("--ca", soon.ca, "--certificate", soon.certificate, "--key", soon.key)
    command = ["floor", "check", "--server", engine.address, *map(str, files), "--lang", "en"]

    def words() -> str:
        assert main(command) == 1
        return capsys.readouterr().out

    found = until("an answer", words, lambda found: "no answer" not in found)
    assert f"{soon.certificate}: this certificate runs out on" in found
    assert "the server's certificate" not in found
    ending = engine.ours.issue_certificate("ending", ("127.0.0.1",), NOW + timedelta(days=9))
    for own, new in ((engine.own.certificate, ending.certificate), (engine.own.key, ending.key)):
        shutil.copy(new, own)
    engine.process.kill()
    engine.process.begin()
    found = until("an answer", words, lambda found: "no answer" not in found)
    assert "the server's certificate runs out on" in found
