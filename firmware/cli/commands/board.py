"""`croupier board`: the players' board of the running table, for a browser at a display."""

import signal
import sys
import threading
from typing import Final

from firmware.cli.args.page_port import LOOPBACK, PagePort, served_at
from firmware.cli.args.types import Socket
from firmware.cli.commands.status import default_socket
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words

PORT: Final = 8090


def board(
    words: Words,
    *,
    port: PagePort = PORT,
    socket: Socket | None = None,
) -> int:
    """Serve the board to this machine until stopped; it only reads, and waits for a table."""
    from firmware.board.server import BoardServer
    from firmware.board.watch import Watch

    watch = Watch(lambda: socket or default_socket(), words.language)
    with served_at(LOOPBACK, port):
        server = BoardServer((LOOPBACK, port), watch)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    threading.Thread(target=watch.run, name="watch", daemon=True).start()
    with server:
        print(words.say(Text("board.at", {"address": server.address})), flush=True)
        server.serve_forever()
    return 0
