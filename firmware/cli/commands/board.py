"""`croupier board`: the players' board of the running table, for a browser at a display."""

import signal
import sys
import threading
from typing import Annotated, Final

from firmware.cli.commands.status import default_socket
from firmware.cli.line.answering import CannotServe
from firmware.cli.line.kinds import Socket
from firmware.cli.line.signature import How
from firmware.core.vocabulary.panel import Text, Values
from firmware.shell.words.os_words import os_reason
from firmware.shell.words.words import Words

LOOPBACK: Final = "127.0.0.1"
PORT: Final = 8090


def port_number(text: str) -> int:
    """Return a port, 0 for a free one. Raises ValueError."""
    number = int(text)
    if not 0 <= number <= 65535:
        raise ValueError(text)
    return number


def board(
    words: Words,
    *,
    port: Annotated[int, How(read=port_number)] = PORT,
    socket: Socket | None = None,
) -> int:
    """Serve the board to this machine until stopped; it only reads, and waits for a table."""
    from firmware.board.server import BoardServer
    from firmware.board.watch import Watch

    watch = Watch(lambda: socket or default_socket(), words.language)
    try:
        server = BoardServer((LOOPBACK, port), watch)
    except OSError as error:
        at: Values = {"address": f"{LOOPBACK}:{port}", "why": os_reason(error)}
        raise CannotServe(Text("board.no_port", at)) from None
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    threading.Thread(target=watch.run, name="watch", daemon=True).start()
    with server:
        print(words.say(Text("board.at", {"address": server.address})), flush=True)
        server.serve_forever()
    return 0
