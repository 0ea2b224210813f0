"""`croupier board`: the players' board of the running table, for a browser at a display."""

import signal
import sys
import threading
from contextlib import closing
from functools import partial
from typing import Final

from firmware.cli.args.page_port import LOOPBACK, PagePort, listening_at
from firmware.cli.args.types import SocketPath
from firmware.cli.commands.status import default_socket
from firmware.core.vocabulary.panel import Text
from firmware.shell.service.process_watch import STALE_AFTER_S, feed_once, report_ready
from firmware.shell.service.progress import LoopProgress
from firmware.shell.service.watchdog import SystemdNotifier
from firmware.shell.words.words import Words

DEFAULT_PORT: Final = 8090


def board(
    words: Words,
    *,
    port: PagePort = DEFAULT_PORT,
    socket: SocketPath | None = None,
) -> int:
    """Serve the board to this machine until stopped; it reads only, and waits for a table."""
    from firmware.board.board_poller import BoardPoller
    from firmware.board.server import BoardServer

    board_poller = BoardPoller(lambda: socket or default_socket(), words.language)
    progress, notifier = LoopProgress(STALE_AFTER_S), SystemdNotifier()
    with listening_at(LOOPBACK, port):
        board_server = BoardServer(
            (LOOPBACK, port), board_poller, partial(feed_once, progress, notifier)
        )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    on_turn = partial(progress.note_turn, "table")
    threading.Thread(target=board_poller.run, args=(on_turn,), name="watch", daemon=True).start()
    with board_server, closing(notifier):
        report_ready(notifier)
        print(words.render(Text("board.at", {"address": board_server.address})), flush=True)
        board_server.serve_forever()
    return 0
