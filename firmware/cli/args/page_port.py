"""The address and port at which a command serves a page."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.signature import Option
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.words.os_words import os_reason

LOOPBACK: Final = "127.0.0.1"


def port_number(typed_text: str) -> int:
    """Return a port, 0 for a free one. Raises ValueError."""
    number = int(typed_text)
    if not 0 <= number <= 65535:
        raise ValueError(typed_text)
    return number


PagePort = Annotated[int, Option(parse=port_number)]


@contextmanager
def listening_at(host_address: str, port: int) -> Iterator[None]:
    """Serve a page there. Raises CannotServe if nothing can listen."""
    try:
        yield
    except OSError as error:
        placeholders: TextValues = {"address": f"{host_address}:{port}", "why": os_reason(error)}
        raise CannotServe(Text("page.no_port", placeholders)) from None
