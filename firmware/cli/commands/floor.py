"""`croupier uplink`, `croupier ledger` and `croupier floor check`."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from firmware.cli.commands.sources import CONFIG, Sources
from firmware.cli.line.answering import CannotServe
from firmware.cli.line.exits import UNWELL
from firmware.cli.line.kinds import Count, Name
from firmware.cli.line.signature import How
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import load
from firmware.shell.config.settings import Certificates
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import Words

LIBRARIES: Final = ("alembic", "nats", "psycopg", "sqlalchemy")
HERE: Final = "nats://127.0.0.1:4222"

Server = Annotated[str, How(value="server")]


@dataclass(frozen=True, kw_only=True)
class Engine:
    """The engine's servers; with certificates all three files are given."""

    server: tuple[Server, ...] = (HERE,)
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    @property
    def certificates(self) -> Certificates | None:
        """Raise CannotServe if some of the files are not given."""
        match self.ca, self.certificate, self.key:
            case None, None, None:
                return None
            case Path() as ca, Path() as certificate, Path() as key:
                return Certificates(ca, certificate, key)
        raise CannotServe(Text("floor.some_certificates"))


def uplink(words: Words, *, config: Path = CONFIG) -> int:
    """Send what the table of a configuration records to its floor, until stopped."""
    setting = load(config).floor
    if setting is None:
        raise CannotServe(Text("floor.no_section", {"file": str(config)}))
    from firmware.floor.uplink.running import carry

    copies = Sources(config=config).copies()
    return _served(carry(copies, setting, _sayer(words)))


def ledger(
    words: Words,
    *,
    house: Name,
    database: Annotated[str, How(value="url")],
    replicas: Count = 1,
    engine: Engine,
) -> int:
    """Take what the floor's tables send into a database, until stopped."""
    from firmware.floor.ledger.ledger import Ledger
    from firmware.floor.ledger.running import keep
    from firmware.floor.reaching import Servers

    servers = Servers(engine.server, engine.certificates)
    return _served(keep(Ledger(_store(database), house), servers, replicas, _sayer(words)))


def floor_check(words: Words, *, replicas: Count = 3, engine: Engine) -> int:
    """Say what of the engine would lose records; return 1 if anything does."""
    from firmware.floor.checking import faults
    from firmware.floor.reaching import Servers

    found = asyncio.run(faults(Servers(engine.server, engine.certificates), replicas))
    for fault in found or [Text("floor.sound", {"replicas": replicas})]:
        print(words.say(fault))
    return UNWELL if found else 0


def _store(url: str) -> Any:  # noqa: ANN401 - of a library that is imported here alone
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    from firmware.floor.store import connect, migrate

    try:
        store = connect(url)
        migrate(store)
    except (ArgumentError, SQLAlchemyError, ModuleNotFoundError):
        raise CannotServe(Text("floor.no_such_database")) from None
    return store


def _served(work: Coroutine[Any, Any, None]) -> int:
    try:
        asyncio.run(work)
    except OSError as error:
        raise CannotServe(os_failure(error, error.filename or "")) from None
    return 0


def _sayer(words: Words) -> Any:  # noqa: ANN401
    return lambda said: print(words.say(said), flush=True)
