"""The floor's engine (NATS) as command line options, and a server that runs until it is stopped."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.signature import Option
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.settings import Certificates
from firmware.shell.service.journald import JournalLog
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import Words

LOCAL_SERVER: Final = "nats://127.0.0.1:4222"

ServerAddress = Annotated[str, Option(value_key="command.value.server")]


@dataclass(frozen=True, kw_only=True)
class EngineOptions:
    """The engine's servers. With certificates the key is the certificate's, which signs messages
    too.
    """

    server: tuple[ServerAddress, ...] = (LOCAL_SERVER,)
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    @property
    def certificates(self) -> Certificates | None:
        """Raise CannotServe if only some of the files are given."""
        match self.ca, self.certificate, self.key:
            case None, None, _:
                return None
            case Path() as ca, Path() as certificate, Path() as key:
                return Certificates(ca, certificate, key)
        raise CannotServe(Text("floor.some_certificates"))

    @property
    def signing_key(self) -> Path:
        """Raise CannotServe if none is given."""
        if self.key is None:
            raise CannotServe(Text("floor.no_key"))
        return self.key


def serve_until_stopped(server_task: Coroutine[Any, Any, None]) -> int:
    """Run a server until it is stopped. Raises CannotServe if a certificate can't be read."""
    try:
        asyncio.run(server_task)
    except OSError as error:
        raise CannotServe(os_failure(error, error.filename or "")) from None
    return 0


def log_writer(words: Words) -> Any:  # noqa: ANN401
    """Return a function that writes a text to the log."""
    journal_log = JournalLog()
    return lambda text: journal_log.write(text, words.render(text))
