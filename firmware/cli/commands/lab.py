"""`croupier lab`: simulated parts behind USB, for a real Pi or a virtual machine."""

from pathlib import Path
from typing import Annotated, Final

from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath, SocketPath
from firmware.shell.words.words import Words

LOOPBACK: Final = "127.0.0.1"
FOLDER: Final = Path("croupier-lab")

Address = Annotated[str, Option(value_key="command.value.address", bare_value=LOOPBACK)]
Sections = Annotated[str, Option(value_key="command.value.devices")]


def lab(
    words: Words,
    config: Path,
    *,
    usbip: Address | None = None,
    usbredir: FolderPath | None = None,
    without: Sections = "",
    to: FolderPath = FOLDER,
    socket: SocketPath | None = None,
    people: bool = False,
) -> int:
    """Serve the simulated parts of a table by USB until stopped."""
    from firmware.cli.commands.lab_serving import (  # a table's release has no far ends
        LabOptions,
        serve_lab,
    )

    return serve_lab(words, LabOptions(config, usbip, usbredir, without, to, socket, people))
