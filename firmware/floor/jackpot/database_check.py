"""Whether a keeper's PostgreSQL is set so that an acknowledged line survives a lost server."""

from typing import Final

from sqlalchemy import Engine, text

from firmware.core.vocabulary.panel import Text

DURABLE_COMMITS: Final = frozenset({"on", "remote_write", "remote_apply"})
REQUIRED_ON: Final = ("fsync", "full_page_writes")


def database_faults(database: Engine) -> list[Text]:
    """Return the settings that may lose lines; nothing of SQLite, which is for one machine."""
    if database.dialect.name != "postgresql":
        return []
    names = (*REQUIRED_ON, "synchronous_commit", "synchronous_standby_names")
    with database.connect() as connection:
        values = {name: str(connection.scalar(text(f"SHOW {name}"))) for name in names}
    faults = [_fault(name, values[name]) for name in REQUIRED_ON if values[name] != "on"]
    if values["synchronous_commit"] not in DURABLE_COMMITS:
        faults.append(_fault("synchronous_commit", values["synchronous_commit"]))
    if not values["synchronous_standby_names"]:
        faults.append(Text("linked.keeper.no_standby"))
    return faults


def _fault(name: str, value: str) -> Text:
    return Text("linked.keeper.setting", {"name": name, "value": value})
