"""`croupier pit export`: the acts of people at a pit, as one signed file."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option
from firmware.cli.commands.evidence import fingerprint_text
from firmware.cli.commands.floor import open_store
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.words.words import Words


def export_pit(
    words: Words,
    *,
    ledger: Annotated[str, Option(value_key="command.value.url")],
    pit_key: Annotated[Path, Option(value_key="command.value.key")],
    out: Annotated[Path | None, Option(short_flag="o")] = None,
) -> int:
    """Write the chain of the pit whose key it is; return 1 if it is not as the pit signed it."""
    from sqlalchemy.exc import SQLAlchemyError

    from firmware.floor.pit.chain_export import export_chain

    made_at = datetime.now(UTC)
    out = out or Path(f"croupier-pit-{made_at:%Y%m%d-%H%M%S}.evidence")
    try:
        exported = export_chain(
            open_store(ledger), DeviceKey.read(pit_key), out, made_at.isoformat(timespec="seconds")
        )
    except FileExistsError as error:
        existing_path = str(error.filename2 or error.filename)
        raise RequestFailed(Text("evidence.exists", {"path": existing_path})) from None
    except SQLAlchemyError:
        raise CannotServe(Text("floor.no_such_database")) from None
    statement = exported.statement
    written_lines = [Text("evidence.written.pit", {"path": str(out), "count": statement.records})]
    written_lines += [fault.text for fault in exported.faults]
    for written_line in (*written_lines, statement.end_text, fingerprint_text(statement)):
        print(words.render(written_line))
    return EXIT_FINDINGS if exported.faults else 0
