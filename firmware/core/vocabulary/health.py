"""How a table is as a machine: its parts, its faults, its journal, the computer under it."""

import msgspec


class FaultStatus(msgspec.Struct, frozen=True):
    """A fault in words, and its remedy."""

    part: str
    code: str
    words: str
    remedy: str
    gone: bool = False
    """Whether its cause is over, or a technician has seen to it: it waits for the supervisor."""
    values: dict[str, str] = {}
    """The values in its words."""
    key: str = ""
    """The message key of its words."""


class LastFault(msgspec.Struct, frozen=True, rename={"is_active": "stands"}):
    """The fault that was raised last since the service started, and whether it is still raised."""

    fault: FaultStatus
    at: str
    """The time of day, in ISO 8601."""
    is_active: bool


class LockedStatus(msgspec.Struct, frozen=True):
    """Of a table locked by its journal: the last round whose opening has a sound record, and the
    number of that record; None if no record is sound.
    """

    round: int | None = None
    record: int | None = None


class DiskWear(msgspec.Struct, frozen=True):
    """Octets written to a disk of the journal by all programs since this table first had it."""

    written_mib: int
    flushes: int
    since: str
    """That day, in ISO 8601."""
    life_used_percent: int | None = None
    """The part of its life that is used, at most; None if the disk has no count of it."""


class HostStatus(msgspec.Struct, frozen=True):
    """The machine under the table; None is a reading that can't be had now."""

    started: str
    """When the service started, in ISO 8601."""
    up_s: int
    free_mib: dict[str, int | None]
    """The free space of each copy of the journal, by its path."""
    available_mib: int | None
    held_mib: int | None
    under_voltage: bool | None = None
    """Whether the Pi's supply is too weak now."""
    slowed: bool | None = None
    """Whether the processor is held below its speed now, by heat or by a weak supply."""
    celsius: int | None = None
    """The processor's temperature."""
    disks: dict[str, DiskWear | None] = {}
    """The wear of each copy's disk, by the copy's path."""


class UnknownMessageStatus(msgspec.Struct, frozen=True):
    """What a unit said, and its protocol's table lacks; octets in hexadecimal, without a card's."""

    ms_ago: int
    octets: str
    description: str


class PartStatus(msgspec.Struct, frozen=True, rename={"last_seen_ms_ago": "heard_ms_ago"}):
    """A part and how it is; counts are since the service started."""

    name: str
    kind: str
    up: bool
    losses: int
    last_error: str
    proof: str | None = None
    """The result of its last self-test, one of `drivers.part.Proof`; None if there was none."""
    tests: int = 0
    identity: str = ""
    last_seen_ms_ago: int | None = None
    """How long ago the unit last gave a sign of life, where it gives any."""
    round_trip_ms: int = 0
    transfers: int = 0
    bytes_out: int = 0
    bytes_in: int | None = 0
    """None for the shoe, whose byte count could reveal a card."""
    errors: int = 0
    mended: dict[str, int] = {}
    """Errors that the driver corrected, by name: dropped bytes, retries and the like."""
    unknown: tuple[UnknownMessageStatus, ...] = ()
    """The last messages that its protocol's table lacks, the oldest first."""
