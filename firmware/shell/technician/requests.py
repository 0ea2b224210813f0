"""The requests of the technician's socket: one JSON object a line, tagged by `act`."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from firmware.core.vocabulary.wheel_acts import WheelAct

Role = Literal["technician", "supervisor", "auditor", "dealer", "cashier", "runner"]
ROLE_KEYS: Final[Mapping[Role, str]] = {
    "technician": "role.technician",
    "supervisor": "role.supervisor",
    "auditor": "role.auditor",
    "dealer": "role.dealer",
    "cashier": "role.cashier",
    "runner": "role.runner",
}

AccountName = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9._-]{1,31}\Z")]
"""The name of an account."""
ShortText = Annotated[str, msgspec.Meta(max_length=64)]
MAX_ROUND: Final = 10**9
MAX_SPOT: Final = 99
LongText = Annotated[str, msgspec.Meta(max_length=1 << 16)]


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person logged in at a console."""

    name: AccountName
    role: Role


class TechnicianRequest(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act", tag=str.lower
):
    """A request. `who` is None only for the command line."""

    who: Person | None = None


# reports of a console, for the journal


class SessionReport(TechnicianRequest, frozen=True, tag="said"):
    """A report of the console's about its own session. A refused login has no person."""

    what: Literal["login", "refused", "locked_out", "logout", "idle", "lost", "act"] = "login"
    line: ShortText = ""
    """The line: the name of a serial port, or `terminal`."""
    name: ShortText = ""
    """The name given in a refused login; the command, for an act of the console's own."""


class ShowCode(TechnicianRequest, frozen=True, tag="code"):
    """Show a one-time code on the dealer's display, under the supervisor's key; without `show`
    only answer whether it could be shown now.
    """

    show: bool = True


class EnrolPerson(TechnicianRequest, frozen=True, tag="enrol"):
    """Prove presence at the table by the code; `account` is the person to enrol."""

    code: ShortText = ""
    account: Person | None = None


class FindStick(TechnicianRequest, frozen=True, tag="find_stick"):
    """Return whose journal the stick holds; nothing is changed."""


class AdoptStick(TechnicianRequest, frozen=True, tag="adopt"):
    """Go on with the stick's journal on this device, which is served anew; `table` is its table's
    name, as a person has typed it, and the code proves his presence.
    """

    table: ShortText = ""
    code: ShortText = ""


# parts


class RestartPart(TechnicianRequest, frozen=True, tag="reinit"):
    """Restart a part, as after a loss."""

    part: ShortText = ""


class ShowPattern(TechnicianRequest, frozen=True, tag="pattern"):
    """Show a test pattern on lights and displays for a while; an empty name ends it."""

    name: ShortText = ""


class ScanBus(TechnicianRequest, frozen=True, tag="scan"):
    """See who answers on the I2C bus."""


class SendFrame(TechnicianRequest, frozen=True, tag="send"):
    """Send a part one of the frames that its driver names."""

    part: ShortText = ""
    frame: ShortText = ""


class ReadLevels(TechnicianRequest, frozen=True, tag="levels"):
    """Read how strongly each of a part's sensors is touched now."""

    part: ShortText = ""


class Calibrate(TechnicianRequest, frozen=True, tag="calibrate"):
    """Recalibrate a part's sensors; nothing may be on them."""

    part: ShortText = ""


class OrderWheel(TechnicianRequest, frozen=True, tag="wheel"):
    """Open or close a wheel, or set the mode that the table needs."""

    order: WheelAct = WheelAct.OPEN


class WatchWires(TechnicianRequest, frozen=True, tag="watch"):
    """Return the wire trace since number `after`; -1 starts with the next frame."""

    parts: tuple[ShortText, ...] = ()
    """All if none is named."""
    after: int = -1


# the table


class ClearFaults(TechnicianRequest, frozen=True, tag="clear"):
    """Allow the supervisor to clear the faults that need two persons."""


class InspectDevice(TechnicianRequest, frozen=True, tag="inspect"):
    """Check the device's journal, program and configuration."""


class ServiceMode(TechnicianRequest, frozen=True, tag="service"):
    """Begin or end the service mode: test rounds that move no meter."""

    on: bool = True


class ResetMeters(TechnicianRequest, frozen=True, tag="reset_meters"):
    """Reset the meters to zero; needs two persons."""

    second: Person | None = None


class CheckCorrection(TechnicianRequest, frozen=True, tag="check_correction"):
    """Answer whether this correction would be made now; nothing is corrected."""

    round: Annotated[int, msgspec.Meta(ge=1, le=MAX_ROUND)] = 1
    spot: Annotated[int, msgspec.Meta(ge=0, le=MAX_SPOT)] = 0
    on: ShortText = ""
    cents: Annotated[int, msgspec.Meta(ge=-(10**10), le=10**10)] = 0
    """So much more to the player; less if negative."""
    reason: LongText = ""
    bettor: ShortText | None = None


class CorrectRound(CheckCorrection, frozen=True, tag="correct"):
    """Correct the money of a bet of a closed round; needs two persons."""

    second: Person | None = None


class RestartService(TechnicianRequest, frozen=True, tag="restart"):
    """End the service in order and begin it again."""


class EndService(TechnicianRequest, frozen=True, tag="shutdown"):
    """End the service in order, so that the table can be switched off."""


# the journal


class JournalTail(TechnicianRequest, frozen=True, tag="tail"):
    """Return the last entries of the journal, without private data."""

    count: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 20


class ExportBundle(TechnicianRequest, frozen=True, tag="export"):
    """Write a signed bundle of these rounds, by default of all, into the state directory."""

    first: int | None = None
    last: int | None = None


class VerifyBundle(TechnicianRequest, frozen=True, tag="verify"):
    """Check a bundle that `ExportBundle` wrote, by its name."""

    bundle: ShortText = ""


class LogRequest(TechnicianRequest, frozen=True, tag="logs"):
    """Return the service's last log lines, and its crash files."""

    count: Annotated[int, msgspec.Meta(ge=1, le=500)] = 40


# the configuration


class Configuration(TechnicianRequest, frozen=True, tag="configuration"):
    """Return the text of the configuration, and whether it is as the device sealed it."""


class CompareConfiguration(TechnicianRequest, frozen=True, tag="compare"):
    """Return the mistakes in a text, and its changes."""

    text: LongText = ""


class ApplyConfiguration(TechnicianRequest, frozen=True, tag="apply"):
    """Put a text in place of the configuration, seal it, and serve the table again by it."""

    text: LongText = ""


class RevertConfiguration(TechnicianRequest, frozen=True, tag="revert"):
    """Restore the configuration from before the last `ApplyConfiguration`."""


class SealConfiguration(TechnicianRequest, frozen=True, tag="seal"):
    """Seal the configuration and the registries as they are, after they were rightly changed."""


READER_ROLES: Final[frozenset[Role]] = frozenset({"technician", "supervisor", "auditor"})
TECHNICIAN_ROLES: Final[frozenset[Role]] = frozenset({"technician"})

ALLOWED_ROLES: Final[Mapping[type[TechnicianRequest], frozenset[Role]]] = {
    SessionReport: READER_ROLES,
    ShowCode: READER_ROLES,
    EnrolPerson: READER_ROLES,
    FindStick: READER_ROLES,
    AdoptStick: TECHNICIAN_ROLES,
    RestartPart: TECHNICIAN_ROLES,
    ShowPattern: TECHNICIAN_ROLES,
    ScanBus: TECHNICIAN_ROLES,
    SendFrame: TECHNICIAN_ROLES,
    ReadLevels: TECHNICIAN_ROLES,
    Calibrate: TECHNICIAN_ROLES,
    OrderWheel: frozenset({"technician", "supervisor"}),
    WatchWires: TECHNICIAN_ROLES,
    ClearFaults: TECHNICIAN_ROLES,
    InspectDevice: READER_ROLES,
    ServiceMode: TECHNICIAN_ROLES,
    ResetMeters: TECHNICIAN_ROLES,
    CheckCorrection: frozenset({"technician", "supervisor"}),
    CorrectRound: frozenset({"technician", "supervisor"}),
    RestartService: TECHNICIAN_ROLES,
    EndService: TECHNICIAN_ROLES,
    JournalTail: READER_ROLES,
    ExportBundle: READER_ROLES,
    VerifyBundle: READER_ROLES,
    LogRequest: READER_ROLES,
    Configuration: READER_ROLES,
    CompareConfiguration: TECHNICIAN_ROLES,
    ApplyConfiguration: TECHNICIAN_ROLES,
    RevertConfiguration: TECHNICIAN_ROLES,
    SealConfiguration: TECHNICIAN_ROLES,
}
"""The roles that each request needs."""

UNAUTHENTICATED: Final = frozenset({SessionReport, ShowCode, EnrolPerson, FindStick, AdoptStick})
"""The requests that need no login."""

AnyRequest = (
    SessionReport | ShowCode | EnrolPerson | FindStick | AdoptStick | RestartPart | ShowPattern
    | ScanBus | SendFrame | ReadLevels | Calibrate | OrderWheel | WatchWires | ClearFaults
    | InspectDevice | ServiceMode | ResetMeters | CheckCorrection | CorrectRound | RestartService
    | EndService | JournalTail | ExportBundle | VerifyBundle | LogRequest | Configuration
    | CompareConfiguration | ApplyConfiguration | RevertConfiguration | SealConfiguration
)  # fmt: skip
