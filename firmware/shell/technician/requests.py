"""The requests of the technician's socket: one JSON object a line, tagged by `act`."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

Role = Literal["technician", "supervisor", "auditor"]

Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9._-]{1,31}\Z")]
"""The name of an account."""
Short = Annotated[str, msgspec.Meta(max_length=64)]
Long = Annotated[str, msgspec.Meta(max_length=1 << 16)]


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person logged in at a console."""

    name: Name
    role: Role


class Request(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act", tag=str.lower
):
    """A request. `who` is None only for the command line."""

    who: Person | None = None


# reports of a console, for the journal


class Said(Request, frozen=True, tag="said"):
    """A report of the console's about its own session. A refused login has no person."""

    what: Literal["login", "refused", "locked_out", "logout", "idle", "lost", "act"] = "login"
    line: Short = ""
    """The line: the name of a serial port, or `terminal`."""
    name: Short = ""
    """The name given in a refused login; the command, for an act of the console's own."""


class Code(Request, frozen=True, tag="code"):
    """Show a one-time code on the dealer's display, under the supervisor's key; without `show`
    only answer whether it could be shown now.
    """

    show: bool = True


class Enrol(Request, frozen=True, tag="enrol"):
    """Prove presence at the table by the code; `account` is the person to enrol."""

    code: Short = ""
    account: Person | None = None


# parts


class Reinit(Request, frozen=True, tag="reinit"):
    """Restart a part, as after a loss."""

    part: Short = ""


class Pattern(Request, frozen=True, tag="pattern"):
    """Show a test pattern on lights and displays for a while; an empty name ends it."""

    name: Short = ""


class Scan(Request, frozen=True, tag="scan"):
    """See who answers on the I2C bus."""


class Send(Request, frozen=True, tag="send"):
    """Send a part one of the frames that its driver names."""

    part: Short = ""
    frame: Short = ""


class Levels(Request, frozen=True, tag="levels"):
    """Read how strongly each of a part's sensors is touched now."""

    part: Short = ""


class Calibrate(Request, frozen=True, tag="calibrate"):
    """Recalibrate a part's sensors; nothing may be on them."""

    part: Short = ""


class Watch(Request, frozen=True, tag="watch"):
    """Return the wire trace since number `after`; -1 starts with the next frame."""

    parts: tuple[Short, ...] = ()
    """All if none is named."""
    after: int = -1


# the table


class Clear(Request, frozen=True, tag="clear"):
    """Allow the supervisor to clear the faults that need two persons."""


class Inspect(Request, frozen=True, tag="inspect"):
    """Check the device's journal, program and configuration."""


class Service(Request, frozen=True, tag="service"):
    """Begin or end the service mode: test rounds that move no meter."""

    on: bool = True


class ResetMeters(Request, frozen=True, tag="reset_meters"):
    """Reset the meters to zero; needs two persons."""

    second: Person | None = None


class Restart(Request, frozen=True, tag="restart"):
    """End the service in order and begin it again."""


class Shutdown(Request, frozen=True, tag="shutdown"):
    """End the service in order, so that the table can be switched off."""


# the journal


class Tail(Request, frozen=True, tag="tail"):
    """Return the last entries of the journal, without private data."""

    count: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 20


class Export(Request, frozen=True, tag="export"):
    """Write a signed bundle of these rounds, by default of all, beside the journal."""

    first: int | None = None
    last: int | None = None


class Verify(Request, frozen=True, tag="verify"):
    """Check a bundle that `Export` wrote, by its name."""

    bundle: Short = ""


class Logs(Request, frozen=True, tag="logs"):
    """Return the service's last log lines, and its crash files."""

    count: Annotated[int, msgspec.Meta(ge=1, le=500)] = 40


# the configuration


class Configuration(Request, frozen=True, tag="configuration"):
    """Return the text of the configuration, and whether it is as the device sealed it."""


class Compare(Request, frozen=True, tag="compare"):
    """Return the mistakes in a text, and its changes."""

    text: Long = ""


class Apply(Request, frozen=True, tag="apply"):
    """Put a text in place of the configuration, seal it, and serve the table again by it."""

    text: Long = ""


class Revert(Request, frozen=True, tag="revert"):
    """Restore the configuration from before the last `Apply`."""


class Seal(Request, frozen=True, tag="seal"):
    """Seal the configuration and the registries as they are, after they were rightly changed."""


READERS: Final[frozenset[Role]] = frozenset({"technician", "supervisor", "auditor"})
TECHNICIAN: Final[frozenset[Role]] = frozenset({"technician"})

RIGHTS: Final[Mapping[type[Request], frozenset[Role]]] = {
    Said: READERS,
    Code: READERS,
    Enrol: READERS,
    Reinit: TECHNICIAN,
    Pattern: TECHNICIAN,
    Scan: TECHNICIAN,
    Send: TECHNICIAN,
    Levels: TECHNICIAN,
    Calibrate: TECHNICIAN,
    Watch: TECHNICIAN,
    Clear: TECHNICIAN,
    Inspect: READERS,
    Service: TECHNICIAN,
    ResetMeters: TECHNICIAN,
    Restart: TECHNICIAN,
    Shutdown: TECHNICIAN,
    Tail: READERS,
    Export: READERS,
    Verify: READERS,
    Logs: READERS,
    Configuration: READERS,
    Compare: TECHNICIAN,
    Apply: TECHNICIAN,
    Revert: TECHNICIAN,
    Seal: TECHNICIAN,
}
"""The roles that each request needs."""

ANYBODY: Final = frozenset({Said, Code, Enrol})
"""The requests that need no login."""

AnyRequest = (
    Said | Code | Enrol | Reinit | Pattern | Scan | Send | Levels | Calibrate | Watch | Clear
    | Inspect | Service | ResetMeters | Restart | Shutdown | Tail | Export | Verify | Logs
    | Configuration | Compare | Apply | Revert | Seal
)  # fmt: skip
