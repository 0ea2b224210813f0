"""The address and port at which a command serves a page."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.signature import Option
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.words.os_words import os_reason

LOOPBACK: Final = "127.0.0.1"


def parse_port(typed_text: str) -> int:
    """Return a port, 0 for a free one. Raises ValueError."""
    number = int(typed_text)
    if not 0 <= number <= 65535:
        raise ValueError(typed_text)
    return number


PagePort = Annotated[int, Option(parse=parse_port, expected_key="command.wanted.port_number")]


@contextmanager
def listening_at(host_address: str, port: int) -> Iterator[None]:
    """Turn an OSError of the server that is opened inside into CannotServe: the port is taken."""
    try:
        yield
    except OSError as error:
        placeholders: TextValues = {"address": f"{host_address}:{port}", "why": os_reason(error)}
        raise CannotServe(Text("page.no_port", placeholders)) from None
