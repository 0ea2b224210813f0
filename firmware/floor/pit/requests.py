"""The requests of a browser to the pit."""

from typing import Annotated

import msgspec

from firmware.floor.pit.forms import AnyForm

ShortId = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
NoteText = Annotated[str, msgspec.Meta(max_length=400)]


class SignInRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody has an account of the console."""

    name: Annotated[str, msgspec.Meta(max_length=100)]
    passphrase: Annotated[str, msgspec.Meta(max_length=1024)]


class AcknowledgeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An alarm was seen; it clears nothing at the table."""

    alarm: ShortId
    words: NoteText = ""


class FileFormRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form of a table is to be numbered and kept."""

    table: ShortId
    form: AnyForm
