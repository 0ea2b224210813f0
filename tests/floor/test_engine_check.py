"""`floor check` says what of a real server is weaker than it must be, each in words."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import nats
import pytest
from nats.js.api import StreamConfig

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import EngineServers, tls_context
from firmware.floor.engine_check import find_engine_faults, users_fault
from firmware.floor.engine_users import users_configuration
from firmware.floor.roster.enrolment import Enrolment
from firmware.floor.streams import create_missing_streams, stream_configs
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tests.kits.floor_engine import CertifiedEngine
from tests.kits.floor_processes import Process, free_port
from tests.kits.floor_proofs import Proofs
from tools.floor.engine import server_file

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        server_file() is None,
        reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one",
    ),
]


def faults(address: str, proofs: Proofs) -> list[str]:
    servers = EngineServers((address,), proofs.of("ledger"))
    return [fault.key for fault in asyncio.run(find_engine_faults(servers, 1))]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CertifiedEngine]:
    engine = CertifiedEngine(tmp_path_factory.mktemp("checked"), ("table-7",))
    engine.begin()
    yield engine
    engine.process.kill()


def test_server_as_in_the_guide_is_sound(engine: CertifiedEngine) -> None:
    assert faults(engine.address, engine.ours) == []


WEAKER: dict[str, Callable[[StreamConfig], StreamConfig]] = {
    "floor.no_quota": lambda config: config.evolve(max_msgs_per_subject=-1),
    "floor.shared_limit": lambda config: config.evolve(max_bytes=1 << 20),
    "floor.not_direct": lambda config: config.evolve(allow_direct=False),
    "floor.short_lived": lambda config: config.evolve(max_age=3600.0),
    "floor.other_subjects": lambda config: config.evolve(subjects=["floor.fact.a.b.c"]),
}


@pytest.mark.parametrize("weakness", WEAKER)
def test_weaker_stream_is_named(engine: CertifiedEngine, weakness: str) -> None:
    (sound, *_) = stream_configs(1)

    async def update(config: StreamConfig) -> None:
        ledger = await engine.connect("ledger")
        await ledger.jetstream().update_stream(config)
        await ledger.close()

    asyncio.run(update(WEAKER[weakness](sound)))
    try:
        assert faults(engine.address, engine.ours) == [weakness]
    finally:
        asyncio.run(update(sound))


TLS = (
    'tls {{ cert_file: "{own.certificate}", key_file: "{own.key}", ca_file: "{own.ca}", {verify} }}'
)
OPEN = {
    "anybody": ("verify: false", {"floor.anonymous", "floor.one_account"}),
    "one account": ("verify: true", {"floor.one_account"}),
}


@pytest.mark.parametrize("who", OPEN)
def test_open_server_is_named(tmp_path: Path, who: str) -> None:
    verify, wanted = OPEN[who]
    proofs, address = Proofs(tmp_path / "proofs"), f"127.0.0.1:{free_port()}"
    tls = TLS.format(own=proofs.of("server"), verify=verify)
    file = tmp_path / "nats.conf"
    file.write_text(f'listen: {address}\njetstream {{ store_dir: "{tmp_path}/js" }}\n{tls}\n')
    process = Process("server", [str(server_file()), "-c", str(file)], tmp_path / "log")
    process.begin()

    async def make_streams() -> None:
        client = await nats.connect(
            f"tls://{address}",
            tls=tls_context(proofs.of("ledger")),
            max_reconnect_attempts=200,
            reconnect_time_wait=0.1,
        )
        await create_missing_streams(client.jetstream(), stream_configs(1))
        await client.close()

    try:
        asyncio.run(make_streams())
        assert set(faults(f"tls://{address}", proofs)) == wanted
    finally:
        process.kill()


def test_silent_server_is_named(tmp_path: Path) -> None:
    assert faults(f"tls://127.0.0.1:{free_port()}", Proofs(tmp_path / "proofs")) == ["floor.silent"]


TABLES = [Enrolment(f"{n:064x}", 1, "table", f"table-{n}", "montreal") for n in range(3)]


def test_users_conf_is_compared_by_line() -> None:
    expected = users_configuration(TABLES, ["grand"])
    assert users_fault(expected, expected) is None
    for wrong in (expected.replace("table-1.clock", ">"), users_configuration(TABLES[:2], [])):
        fault = users_fault(wrong, expected)
        assert fault is not None
        assert fault.key == "floor.users.differs"


@pytest.mark.parametrize("language", languages_with("floor"))
def test_every_fault_has_words_with_remedy(language: str) -> None:
    words = Words.load(language)
    values = {"stream": "FACT", "server": "tls://floor-1", "number": 128}
    for key in ("anonymous", "unverified", "one_account", "no_quota", "shared_limit"):
        assert "`" in words.render(Text(f"floor.{key}", dict(values)))
