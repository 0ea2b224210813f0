"""Rows of a database's table in a Parquet file, and back. The one module that needs pyarrow."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from sqlalchemy import Boolean, Date, Double, Integer, LargeBinary, Table, Text

ROWS_PER_GROUP: Final = 20_000
COMPRESSION: Final = "zstd"
ARROW_TYPES: Final[tuple[tuple[type[Any], Any], ...]] = (
    (LargeBinary, pa.binary()),
    (Text, pa.string()),
    (Date, pa.date32()),
    (Boolean, pa.bool_()),
    (Double, pa.float64()),
    (Integer, pa.int64()),  # a BigInteger is one
)
Row = Mapping[str, Any]


class RowDigest:
    """The SHA-256 of rows, value by value, in a file as in a database."""

    def __init__(self) -> None:
        self._digest = sha256()
        self.rows = 0

    def add(self, row: Row) -> None:
        self._digest.update(msgspec.json.encode([*row.values()]) + b"\n")
        self.rows += 1

    @property
    def text(self) -> str:
        return self._digest.hexdigest()


def write_rows(path: Path, table: Table, rows: Iterable[Row]) -> RowDigest:
    """Write rows with all columns of a table; return their digest. Raises OSError."""
    schema, digest = _schema(table), RowDigest()
    remaining = iter(rows)
    with pq.ParquetWriter(path, schema, compression=COMPRESSION) as writer:
        while group := [*islice(remaining, ROWS_PER_GROUP)]:
            for row in group:
                digest.add(row)
            writer.write_table(pa.Table.from_pylist(group, schema))
    return digest


def read_rows(path: Path, **values: frozenset[str]) -> Iterator[Row]:
    """Yield the rows that have one of these values in each named column; all without any. Raises
    OSError, and ValueError on a file that is not as it was written.
    """
    try:
        with pq.ParquetFile(path) as file:
            for group in range(file.num_row_groups):
                if _may_have(file, group, values):
                    for row in file.read_row_group(group).to_pylist():
                        if all(row[name] in allowed for name, allowed in values.items()):
                            yield row
    except pa.ArrowException as error:
        raise ValueError(str(path)) from error


def _may_have(file: Any, group: int, values: Mapping[str, frozenset[str]]) -> bool:  # noqa: ANN401
    """Return whether a group of rows may have these values, by its least and greatest ones."""
    metadata = file.metadata.row_group(group)
    for name, allowed in values.items():
        found = metadata.column(file.schema_arrow.get_field_index(name)).statistics
        has_ends = found is not None and found.has_min_max
        if has_ends and not any(found.min <= value <= found.max for value in allowed):
            return False
    return True


def _schema(table: Table) -> Any:  # noqa: ANN401 - the library has no types
    return pa.schema(
        [
            pa.field(
                column.name,
                next(arrow for kind, arrow in ARROW_TYPES if isinstance(column.type, kind)),
                nullable=bool(column.nullable),
            )
            for column in table.columns
        ]
    )
