"""The heartbeat messages to the pit: of a table, a bank of machines, a tournament.

A view has listed fields of the status, and nothing of a card, a chain head or an amount that is
being keyed: comparing two views shows no more than standing at the table does.
"""

from typing import Annotated

import msgspec

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status


class PitTableView(
    msgspec.Struct, frozen=True, rename={"jackpot": "lot", "jackpot_closed": "lot_closed"}
):
    """A table's present state; of each fault its part and its code."""

    game: str
    phase: str
    round: int
    stopped: bool
    limits: tuple[str, ...]
    """In the table's language."""
    jackpot: Cents | None
    """The progressive jackpot as the players' display shows it."""
    jackpot_closed: str | None
    """The message key of the reason why bets on a linked jackpot are refused, `why.lot_silent`
    without a lease; None if they are taken.
    """
    linked: bool
    """Whether that jackpot is a linked one."""
    faults: tuple[tuple[str, str], ...]
    late: bool
    key_switch: bool
    doors_open: tuple[str, ...]
    testing: bool
    locked: bool


class MachineView(
    msgspec.Struct,
    frozen=True,
    rename={
        "link_state": "link",
        "is_contributing": "feeds",
        "is_game_in_progress": "playing",
        "games_played": "plays",
    },
):
    """A slot machine: cents and games since its first reading, None before that."""

    machine: int
    link_state: str
    is_contributing: bool
    is_game_in_progress: bool
    coin_in_cents: Cents | None
    paid_cents: Cents | None
    games_played: int | None


class BankView(
    msgspec.Struct,
    frozen=True,
    rename={"jackpot_cents": "lot_cents", "jackpots_won": "hits", "unpaid_jackpots": "unpaid"},
):
    """A bank of slot machines; its alarms are in the words of its host."""

    bank: str
    jackpot_cents: Cents | None
    jackpots_won: int
    unpaid_jackpots: int
    """How many won jackpots wait to be paid by hand."""
    machines: tuple[MachineView, ...]
    alarms: tuple[Text, ...]
    notes: tuple[Text, ...]


class TournamentView(msgspec.Struct, frozen=True):
    """A tournament, without its players' names; times in seconds."""

    tournament: str
    stage: str
    level: int
    blinds: tuple[int, int]
    ante: int
    rest: bool
    runs: bool
    left_s: int
    hand_for_hand: bool
    entered: int
    left: int
    tables: dict[int, int]
    """How many players sit at each."""
    prizes: tuple[Cents, ...]
    """By place, the first place first."""
    alarms: tuple[Text, ...]


CertificateDay = Annotated[str, msgspec.Meta(pattern=r"\A\d{4}-\d{2}-\d{2}\Z")] | None
"""The last day of the sender's certificate, in UTC; None while that is far off."""


WrittenGib = Annotated[tuple[Annotated[int, msgspec.Meta(ge=0)], ...], msgspec.Meta(max_length=2)]
"""GiB written to the disk of each copy of the journal."""


ProgramVersion = Annotated[str, msgspec.Meta(max_length=64)]


class HostFigures(msgspec.Struct, frozen=True):
    """How the machine under a table is; None is a reading that can't be had now."""

    celsius: int | None = None
    under_voltage: bool | None = None
    slowed: bool | None = None
    available_mib: int | None = None


class TableHeartbeat(msgspec.Struct, frozen=True, tag_field="of", tag="table"):
    """A table's view, the uplink's time in ISO 8601; None if the table does not answer.

    A change of the view is sent at once; a value that changes all the time is a field beside it.
    """

    at: str
    view: PitTableView | None
    behind_s: int = 0
    """For how long the oldest fact or released record has waited for the ledger to store it."""
    certificate_ends: CertificateDay = None
    written_gib: WrittenGib = ()
    version: ProgramVersion = ""
    """Of the program that sends it; "" from a version before there was this field."""
    host: HostFigures | None = None
    records: int | None = None
    """The number of the last released record that the ledger has; none that is unreleased
    counts.
    """


class BankHeartbeat(msgspec.Struct, frozen=True, tag_field="of", tag="bank"):
    """A bank's view, sent by its uplink; None if its host does not answer."""

    at: str
    view: BankView | None
    certificate_ends: CertificateDay = None
    version: ProgramVersion = ""


class TournamentHeartbeat(msgspec.Struct, frozen=True, tag_field="of", tag="hall"):
    """A tournament's view, sent by its server."""

    at: str
    view: TournamentView
    certificate_ends: CertificateDay = None
    version: ProgramVersion = ""


AnyHeartbeat = TableHeartbeat | BankHeartbeat | TournamentHeartbeat


def decode_heartbeat(payload: bytes) -> AnyHeartbeat:
    """Decode a message. One without `of` is a table's, of an earlier program version.

    Raises msgspec.DecodeError, UnicodeDecodeError.
    """
    plain_fields = msgspec.json.decode(payload)
    if isinstance(plain_fields, dict):
        plain_fields.setdefault("of", "table")
    heartbeat: AnyHeartbeat = msgspec.convert(plain_fields, AnyHeartbeat, str_keys=True)
    return heartbeat


def table_view(status: Status) -> PitTableView:
    """Return the pit's view of a status."""
    return PitTableView(
        game=status.game,
        phase=status.phase,
        round=status.round,
        stopped=status.stopped,
        limits=status.limits,
        jackpot=status.lot,
        jackpot_closed=status.lot_closed,
        linked=status.linked,
        faults=tuple((fault.part, fault.code) for fault in status.faults),
        late=bool(status.late),
        key_switch=status.key_switch,
        doors_open=status.doors_open,
        testing=status.testing,
        locked=status.locked is not None,
    )


def host_figures(status: Status) -> HostFigures | None:
    """Return the figures of the machine under a table, as far as it has them."""
    machine = status.machine
    if machine is None:
        return None
    return HostFigures(
        machine.celsius, machine.under_voltage, machine.slowed, machine.available_mib
    )


def written_gib(status: Status) -> WrittenGib:
    """Return GiB written to each disk of a table's journal; a disk without a count is left out."""
    disks = status.machine.disks.values() if status.machine else ()
    return tuple(disk.written_mib // 1024 for disk in disks if disk is not None)[:2]
