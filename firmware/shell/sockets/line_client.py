"""The client's side of a Unix socket of lines, and its errors."""

import os
import socket
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.os_words import os_reason

MOST_CLIENTS: Final = 16
TIMEOUT_S: Final = 5.0
"""The time-out of a client's line, after which it is disconnected, and of a service's answer."""

AnswerType = TypeVar("AnswerType")


class ControlError(Exception):
    """The socket at `path` can't be served or reached; `why` gives the reason and the remedy."""

    def __init__(self, path: Path, reason: Text) -> None:
        super().__init__(f"{path}: {reason.key}")
        self.path = path
        self.why = Text("errno.at", {"path": str(path), "why": reason})


class NoServiceError(ControlError):
    """No table is running at `path`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, Text("errno.ECONNREFUSED"))
        self.why = Text("status.no_table", {"path": str(path)})


class ClientLimit(StrEnum):
    """The limits of any socket, for every request."""

    CROWDED = f"{MOST_CLIENTS} clients are being served; try again later"
    TOO_LONG = "the line is too long"


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The answer to a request that can't be fulfilled."""

    error: str


def send_request(
    path: Path, request: msgspec.Struct, answer_type: type[AnswerType], timeout_s: float = TIMEOUT_S
) -> AnswerType:
    """Return the answer of the service at `path`. Raises ControlError."""
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(timeout_s)
            client.connect(os.fspath(path))
            with suppress(BrokenPipeError):  # one that has no place for a client answers at once
                client.sendall(encoded_line(request))
            with client.makefile("rb") as answer:
                line = answer.readline()
        # recognised by its octets: the expected answer has another type
        if line == encoded_line(ErrorAnswer(ClientLimit.CROWDED)):
            raise ControlError(path, Text("status.crowded", {"most": MOST_CLIENTS}))
        return msgspec.json.decode(line, type=answer_type)
    except (FileNotFoundError, ConnectionRefusedError):
        raise NoServiceError(path) from None
    except OSError as error:
        raise ControlError(path, os_reason(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ControlError(path, decode_reason(error)) from error


def is_served(path: Path) -> bool:
    """Return whether a service has the socket open."""
    with socket.socket(socket.AF_UNIX) as probe_socket:
        try:
            probe_socket.connect(os.fspath(path))
        except OSError:
            return False
    return True


def encoded_line(value: msgspec.Struct) -> bytes:
    """Return a value as it is sent."""
    return msgspec.json.encode(value) + b"\n"
