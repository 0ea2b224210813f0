"""`croupier floor drill`: a backup is restored beside the live database, and audited there."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath
from firmware.cli.commands.floor import open_store, open_unmigrated
from firmware.cli.commands.ledger import audit_bundles, verify_ledger
from firmware.cli.commands.roster import DatabaseUrl
from firmware.cli.commands.verify import EXITS_WORST_FIRST
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.words import Words

LiveUrl = Annotated[str, Option(value_key="command.value.url")]


def drill(
    words: Words,
    *,
    scratch: DatabaseUrl,
    backup: Path | None = None,
    live: LiveUrl | None = None,
    bundle: tuple[Path, ...] = (),
    archive: FolderPath | None = None,
) -> int:
    """Restore a dump into an empty database, verify and audit it, and print how old it is; without
    a dump, one that another program has restored. The statuses are those of `floor audit`.
    """
    from sqlalchemy.exc import SQLAlchemyError

    if live is not None and live == scratch:
        raise RequestFailed(Text("floor.drill.is_live"))
    try:
        if backup is not None:
            _restore(scratch, backup)
        restored = open_store(scratch)
        _print_extent(words, restored)
        statuses = {verify_ledger(words, database=scratch, archive=archive)}
        if live is not None:
            statuses.add(_print_difference(words, restored, open_unmigrated(live)))
        restored.dispose()
    except SQLAlchemyError:
        raise CannotServe(Text("floor.no_such_database")) from None
    if bundle:
        statuses.add(audit_bundles(words, bundle, database=scratch, archive=archive))
    return next(code for code in EXITS_WORST_FIRST if code in statuses)


def _restore(scratch: str, backup: Path) -> None:
    from firmware.floor.restored_store import require_empty, restore_dump

    database = open_unmigrated(scratch)
    try:
        require_empty(database)
        restore_dump(database, backup)
    finally:
        database.dispose()


def _print_extent(words: Words, restored: Any) -> None:  # noqa: ANN401 - of a library that is imported late
    from firmware.floor.restored_store import store_extent

    extent = store_extent(restored)
    age = "—"
    if extent.newest is not None:
        age = _age_text(datetime.now(UTC) - datetime.fromisoformat(extent.newest))
    values = {**extent._asdict(), "newest": extent.newest or "—", "age": age}
    print(words.render(Text("floor.drill.extent", values)))


def _age_text(age: Any) -> str:  # noqa: ANN401
    """Return days, hours and minutes as in `2 d 03:15`."""
    minutes = int(age.total_seconds()) // 60
    return f"{minutes // 1440} d {minutes // 60 % 24:02}:{minutes % 60:02}"


def _print_difference(words: Words, restored: Any, live: Any) -> int:  # noqa: ANN401
    """Print how far the live database is ahead; 1 if it is behind what was restored."""
    from firmware.floor.restored_store import store_extent, tables_ahead

    ahead, own, other = tables_ahead(restored, live), store_extent(restored), store_extent(live)
    live.dispose()
    if ahead:
        journals = ", ".join(identity[:8] for identity in ahead)
        print(words.render(Text("floor.drill.live_behind", {"journals": journals})))
        return EXIT_FINDINGS
    values = {"facts": other.facts - own.facts, "records": other.records - own.records}
    print(words.render(Text("floor.drill.live_ahead", dict(values))))
    return 0
