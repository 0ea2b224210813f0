"""The requests of a browser to the pit."""

from typing import Annotated

import msgspec

from firmware.floor.pit.forms import AnyForm
from firmware.floor.projection.fact import EpochMs

ShortId = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
LongId = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
"""Of an alarm or a group: a cause's has its property and pit."""
NoteText = Annotated[str, msgspec.Meta(max_length=400)]


class SignInRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign in with an account of the pit, or sign a form as its second person."""

    name: Annotated[str, msgspec.Meta(max_length=100)]
    passphrase: Annotated[str, msgspec.Meta(max_length=1024)]


class AcknowledgeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Acknowledge an alarm, or those of a group that began up to `newest`; this clears nothing at
    the table.
    """

    alarm: LongId
    """The id of an alarm or of a group."""
    words: NoteText = ""
    newest: EpochMs | None = None


class ShelveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Shelve an alarm or a group, given by its id, for some minutes: twelve hours at most."""

    alarm: LongId
    minutes: Annotated[int, msgspec.Meta(ge=1, le=720)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=400, pattern=r"\S")]


class UnshelveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Put a shelved kind of alarm at a table back on the list."""

    kind: LongId
    table: Annotated[str, msgspec.Meta(max_length=100)]


class HistoryQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The alarms of the last hours, a week at most; of the tables whose names contain a text."""

    hours: Annotated[int, msgspec.Meta(ge=1, le=168)]
    table: Annotated[str, msgspec.Meta(max_length=100)] = ""


class FileFormRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """File a form of a table, to be numbered and stored. `second` proves who signs it beside the
    signed-in person.
    """

    table: ShortId
    form: AnyForm
    second: SignInRequest | None = None
