"""`croupier uplink`, `croupier ledger` and `croupier floor check`."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import UNWELL
from firmware.cli.args.signature import How
from firmware.cli.args.types import Count, Folder, Name
from firmware.cli.commands.engine import Engine, sayer, served
from firmware.cli.commands.sources import CONFIG, Sources
from firmware.core.poker_room.engine.terms import TOURNAMENT
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config.config import load
from firmware.shell.config.floor import TOKEN
from firmware.shell.words.words import Words

LIBRARIES: Final = ("alembic", "nats", "psycopg", "sqlalchemy")


def token(text: str) -> str:
    """Return a name that may be part of a subject and of a file's name. Raises ValueError."""
    if not TOKEN.fullmatch(text):
        raise ValueError(text)
    return text


def host(text: str) -> str:
    """Return the name of a machine, or its address. Raises ValueError."""
    if not re.fullmatch(r"[A-Za-z0-9.:-]{1,253}", text):
        raise ValueError(text)
    return text


Token = Annotated[str, How(read=token, value="name")]
Host = Annotated[str, How(read=host, value="host")]


def uplink(words: Words, *, config: Path = CONFIG) -> int:
    """Send what the table of a configuration records to its floor, until stopped."""
    setting = load(config)
    if setting.floor is None:
        raise CannotBeDone(Text("floor.no_section", {"file": str(config)}))
    from firmware.floor.uplink.process import Beside, serve

    sources = Sources(config=config)
    lot = setting.lot.name if setting.lot else None
    poker = setting.table.game == TOURNAMENT
    hall = setting.tournament.table if setting.tournament and poker else None
    table = Beside(setting.floor, sources.copies(), sources.socket(), lot, hall)
    return served(serve(table, sayer(words)))


def ledger(
    words: Words,
    *,
    house: Name,
    database: Annotated[str, How(value="url")],
    replicas: Count = 1,
    engine: Engine,
) -> int:
    """Take what the floor's tables send into a database, until stopped."""
    from firmware.floor.connection import Servers
    from firmware.floor.ledger.ledger import Ledger
    from firmware.floor.ledger.running import keep

    servers = Servers(engine.server, engine.certificates)
    return served(keep(Ledger(store_at(database), house), servers, replicas, sayer(words)))


def floor_check(words: Words, *, replicas: Count = 3, engine: Engine) -> int:
    """Say what of the engine would lose records; return 1 if anything does."""
    from firmware.floor.checking import faults
    from firmware.floor.connection import Servers

    found = asyncio.run(faults(Servers(engine.server, engine.certificates), replicas))
    for fault in found or [Text("floor.sound", {"replicas": replicas})]:
        print(words.say(fault))
    return UNWELL if found else 0


def floor_keys(
    words: Words,
    folder: Folder,
    name: tuple[Token, ...],
    *,
    host: tuple[Host, ...] = (),
    days: Count = 730,
) -> int:
    """Make a key and a certificate for each name, and the authority if there is none; return 1 if
    a name has one already.
    """
    from firmware.floor.certificates import Authority

    until, known = datetime.now(UTC) + timedelta(days=days), False
    authority = Authority(folder)
    for one in name:
        values = {"name": one, "folder": str(folder), "until": f"{until:%Y-%m-%d}"}
        try:
            authority.certify(one, host, until)
        except FileExistsError:
            known = True
            print(words.say(Text("floor.known_key", dict(values))))
        else:
            print(words.say(Text("floor.key_made", dict(values))))
    return UNWELL if known else 0


def store_at(url: str) -> Any:  # noqa: ANN401 - of a library that is imported here alone
    """Return the ledger's database at a URL. Raises CannotServe."""
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    from firmware.floor.store import connect, migrate

    try:
        store = connect(url)
        migrate(store)
    except (ArgumentError, SQLAlchemyError, ModuleNotFoundError):
        raise CannotServe(Text("floor.no_such_database")) from None
    return store
