"""`croupier ledger rebuild`: the rows of a database are made again from its facts."""

from typing import TYPE_CHECKING

from firmware.cli.args.errors import CannotServe
from firmware.cli.commands.floor import open_store
from firmware.cli.commands.progress import RecordProgress
from firmware.cli.commands.roster import DatabaseUrl
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no database
    from firmware.floor.ledger.rebuild_rows import RowProgress


def rebuild(words: Words, *, database: DatabaseUrl) -> int:
    """Fold all facts again. A ledger may be at work meanwhile."""
    from sqlalchemy.exc import SQLAlchemyError

    from firmware.floor.ledger.rebuild_rows import FactsArchived, rebuild_rows
    from firmware.floor.projection.edges import find_edges

    store, counts = open_store(database), list["RowProgress"]()

    def note(row_progress: "RowProgress") -> None:
        counts[:] = [row_progress]
        progress.record_read(row_progress.facts)

    try:
        with RecordProgress(words.render(Text("floor.rows.folding"))) as progress:
            rebuild_rows(store, find_edges, note)
    except FactsArchived as error:
        values = {"count": len(error.journals)}
        raise RequestFailed(Text("floor.rows.archived", dict(values))) from None
    except SQLAlchemyError:
        raise CannotServe(Text("floor.no_such_database")) from None
    finally:
        store.dispose()
    facts, journals = (counts[0].facts, counts[0].journals) if counts else (0, 0)
    print(words.render(Text("floor.rows.rebuilt", {"facts": facts, "journals": journals})))
    return 0
