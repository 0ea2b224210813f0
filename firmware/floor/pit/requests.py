"""The requests of a browser to the pit."""

from typing import Annotated

import msgspec

from firmware.floor.pit.forms import AnyForm

ShortId = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
NoteText = Annotated[str, msgspec.Meta(max_length=400)]


class SignInRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign in with an account of the pit, or sign a form as its second person."""

    name: Annotated[str, msgspec.Meta(max_length=100)]
    passphrase: Annotated[str, msgspec.Meta(max_length=1024)]


class AcknowledgeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Acknowledge an alarm; this clears nothing at the table."""

    alarm: ShortId
    words: NoteText = ""


class FileFormRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """File a form of a table, to be numbered and stored. `second` proves who signs it beside the
    signed-in person.
    """

    table: ShortId
    form: AnyForm
    second: SignInRequest | None = None
