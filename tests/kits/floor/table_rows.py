"""The rows that a ledger folds from facts, to be held against each other."""

from typing import Any

from sqlalchemy import Engine, select

from firmware.floor.projection.row_tables import ROW_TABLES

REVISIONS = {"revision", "takings_revision"}


def rows_of(store: Engine) -> dict[str, list[dict[str, Any]]]:
    """Return all rows by table, without their revisions."""
    with store.connect() as connection:
        return {
            table.name: [
                {name: value for name, value in row.items() if name not in REVISIONS}
                for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()
            ]
            for table in ROW_TABLES
        }
