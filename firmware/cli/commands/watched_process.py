"""A server process that can be watched: its figures by an option, its watchdog, its log."""

from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.page_port import LOOPBACK, listening_at, parse_port
from firmware.cli.args.signature import Option
from firmware.cli.commands.floor_engine import serve_until_stopped
from firmware.core.vocabulary.panel import Text
from firmware.floor.log import WriteLog
from firmware.shell.service.process_watch import STALE_AFTER_S, run_watched
from firmware.shell.service.progress import LoopProgress
from firmware.shell.service.watchdog import SystemdNotifier

if TYPE_CHECKING:  # a table's release has no such library
    from firmware.floor.metrics.process_metrics import ProcessMetrics

METRICS_LIBRARY: Final = "prometheus_client"


class BindAddress(NamedTuple):
    """Where a server listens."""

    host: str
    port: int


def parse_bind_address(typed_text: str) -> BindAddress:
    """Parse a port of this machine alone, or an address and a port. Raises ValueError."""
    host, _, port = typed_text.rpartition(":")
    return BindAddress(host.strip("[]") or LOOPBACK, parse_port(port))


@dataclass(frozen=True, kw_only=True)
class WatchOptions:
    """The address of the process's figures; None without the option."""

    metrics: (
        Annotated[
            BindAddress,
            Option(
                parse=parse_bind_address,
                expected_key="command.wanted.bind_address",
                value_key="command.value.bind_address",
            ),
        ]
        | None
    ) = None


def process_metrics(service: str, progress: LoopProgress | None = None) -> "ProcessMetrics":
    """Return the metrics of a process, whose loops note their turns in `progress`. Raises
    CannotServe without their library.
    """
    if find_spec(METRICS_LIBRARY) is None:
        raise CannotServe(Text("floor.no_metrics_library"))
    from firmware.floor.metrics.process_metrics import ProcessMetrics

    return ProcessMetrics(service, progress or LoopProgress(STALE_AFTER_S))


@contextmanager
def shown_metrics(
    metrics: "ProcessMetrics", options: WatchOptions, write_log: WriteLog
) -> Iterator[None]:
    """Show the figures at the address of the option. Raises CannotServe if it is taken."""
    if options.metrics is None:
        yield
        return
    from firmware.floor.metrics.metrics_server import MetricsServer

    with listening_at(*options.metrics):
        server = MetricsServer(options.metrics, metrics.registry, metrics.read_health)
    server.start()
    write_log(Text("floor.metrics_at", {"address": server.address}))
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


def serve_watched(
    server: Coroutine[Any, Any, None],
    metrics: "ProcessMetrics",
    options: WatchOptions,
    write_log: WriteLog,
) -> int:
    """Run a server until it is stopped, its watchdog fed and its figures shown. Raises
    CannotServe.
    """
    with closing(SystemdNotifier()) as notifier, shown_metrics(metrics, options, write_log):
        return serve_until_stopped(run_watched(server, metrics.progress, notifier))


def serve_fed(server: Coroutine[Any, Any, None], progress: LoopProgress) -> int:
    """Run a server without figures of its own until it is stopped, its watchdog fed."""
    with closing(SystemdNotifier()) as notifier:
        return serve_until_stopped(run_watched(server, progress, notifier))


def serve_hall(
    server: Coroutine[Any, Any, None],
    progress: LoopProgress,
    options: WatchOptions,
    write_log: WriteLog,
) -> int:
    """Run a tournament's server until it is stopped; the library of figures is needed only if they
    are shown. Raises CannotServe.
    """
    if options.metrics is None:
        return serve_fed(server, progress)
    return serve_watched(server, process_metrics("hall", progress), options, write_log)
