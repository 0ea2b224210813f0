"""The win by a table's forms beside the win by its own records, over each sitting of a bundle."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Engine, select

from firmware.core.vocabulary.meters import Meters
from firmware.core.vocabulary.panel import Text
from firmware.floor.pit.form_balance import TableSitting, balance_forms
from firmware.floor.pit.form_store import FormStore
from firmware.floor.projection.fact import EpochMs, parse_iso_ms
from firmware.floor.projection.takings import meter_advance
from firmware.floor.store import JOURNAL_PLACE_TABLE
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.links import bundle_links, bundle_records
from firmware.shell.history.journal_entries import decode
from firmware.shell.history.recount import MeterRecount
from firmware.shell.journal.header import SegmentHeader


class AuditedSitting(NamedTuple):
    """A sitting that is closed and whose box is counted; `held` is the win by the records."""

    sitting: TableSitting
    win: int
    held: int

    @property
    def text(self) -> Text:
        """The sums of its forms, and both wins, in words."""
        sitting = self.sitting
        return Text(
            "floor.audit.forms",
            {
                "table": sitting.table_name,
                "opener": sitting.opener,
                "closer": sitting.closer or 0,
                "tray_cents": sitting.tray_cents,
                "fills_cents": sitting.fills,
                "credits_cents": sitting.credits,
                "drop_cents": sitting.drop or 0,
                "left_cents": sitting.left or 0,
                "win_cents": self.win,
                "held_cents": self.held,
                "apart_cents": self.win - self.held,
            },
        )


def audit_sittings(database: Engine, bundle: EvidenceBundle) -> Iterator[AuditedSitting]:
    """Yield the sittings of the bundle's table that lie within it, by its clock. Raises
    SQLAlchemyError.
    """
    names = _names_of(database, bundle)
    sittings = [
        sitting
        for sitting in balance_forms(FormStore(database).filed_forms()).sittings
        if sitting.table_name in names and sitting.win is not None
    ]
    meters_at = _meters_at(bundle, [time_ms for each in sittings for time_ms in _ends(each)])
    for sitting in sittings:
        began, ended = (meters_at.get(time_ms) for time_ms in _ends(sitting))
        if began is not None and ended is not None and sitting.win is not None:
            yield AuditedSitting(sitting, sitting.win, meter_advance(began, ended)[0].held)


def _ends(sitting: TableSitting) -> tuple[EpochMs, EpochMs]:
    return sitting.began, sitting.ended or sitting.began


def _names_of(database: Engine, bundle: EvidenceBundle) -> set[str]:
    """Return the names under which the bundle's journal has been."""
    identities = {
        link.decoded.identity.hex()
        for link in bundle_links(bundle.data, *bundle.journal_range)
        if isinstance(link.decoded, SegmentHeader)
    }
    columns = JOURNAL_PLACE_TABLE.c
    with database.connect() as connection:
        statement = select(columns.name).where(columns.journal.in_(identities))
        return {*connection.execute(statement).scalars()}


def _meters_at(bundle: EvidenceBundle, times: Sequence[EpochMs]) -> dict[EpochMs, Meters]:
    """Return the meters, as the bundle's rulings give them, at those of the times that lie between
    its first record and its export.
    """
    found: dict[EpochMs, Meters | None] = {}
    waiting, recount = sorted(set(times), reverse=True), MeterRecount()
    for _number, payload in bundle_records(bundle):
        entry = decode(payload)
        wall_ms = parse_iso_ms(getattr(entry, "wall", None))
        while waiting and wall_ms is not None and waiting[-1] <= wall_ms:
            found[waiting.pop()] = recount.current_meters
        recount.take(entry)
    made_ms = parse_iso_ms(bundle.valid_statement.made) or 0
    found |= {time_ms: recount.current_meters for time_ms in waiting if time_ms <= made_ms}
    return {time_ms: meters for time_ms, meters in found.items() if meters is not None}
