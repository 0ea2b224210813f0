"""Debian's Prometheus reads the figures of a pit, and its Alertmanager gets the alert of it."""

import json
import re
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware.floor.metrics.metrics_server import MetricsServer
from tests.kits.floor.watched_floor import WatchedFloor
from tests.kits.paths import ROOT
from tests.kits.waiting import until

pytestmark = pytest.mark.skipif(
    not (shutil.which("prometheus") and shutil.which("prometheus-alertmanager")),
    reason="needs Debian's prometheus and prometheus-alertmanager",
)

SCRAPE = """
global: {{scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}}
rule_files: [rules.yml]
alerting: {{alertmanagers: [{{static_configs: [{{targets: ["127.0.0.1:{alertmanager}"]}}]}}]}}
scrape_configs:
  - {{job_name: croupier-pit, static_configs: [{{targets: ["127.0.0.1:{pit}"]}}]}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


@contextmanager
def running(folder: Path, *command: str) -> Iterator[None]:
    with (folder / f"{command[0]}.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


def read_json(url: str) -> Any:
    try:
        with urllib.request.urlopen(url) as answer:  # noqa: S310
            return json.load(answer)
    except OSError:
        return []


@pytest.mark.long
def test_weak_supply_reaches_alertmanager(tmp_path: Path) -> None:
    floor, ports = WatchedFloor(), [free_port() for _ in range(2)]
    server = MetricsServer(("127.0.0.1", 0), floor.metrics.registry, floor.metrics.read_health)
    server.start()
    rules = (ROOT / "monitoring" / "croupier.rules.yml").read_text("utf-8")
    # nobody waits for a minute here
    (tmp_path / "rules.yml").write_text(re.sub(r"(?m)^ +for: .*\n", "", rules), "utf-8")
    pit, (prometheus, alertmanager) = server.server_address[1], ports
    scrape = SCRAPE.format(alertmanager=alertmanager, pit=pit)
    (tmp_path / "prometheus.yml").write_text(scrape)
    shutil.copy(ROOT / "monitoring" / "alertmanager.yml", tmp_path)
    with (
        running(
            tmp_path,
            "prometheus-alertmanager",
            "--config.file=alertmanager.yml",
            "--cluster.listen-address=",
            f"--web.listen-address=127.0.0.1:{alertmanager}",
            "--storage.path=alertmanager",
        ),
        running(
            tmp_path,
            "prometheus",
            "--config.file=prometheus.yml",
            "--storage.tsdb.path=data",
            f"--web.listen-address=127.0.0.1:{prometheus}",
        ),
    ):

        def alerted_tables() -> set[tuple[str, str]]:
            floor.receive("TBL-1")
            floor.receive("TBL-2", under_voltage=True)
            alerts = read_json(f"http://127.0.0.1:{alertmanager}/api/v2/alerts")
            labels = [alert["labels"] for alert in alerts]
            return {(one["alertname"], one.get("table", "")) for one in labels}

        found = until("the alert of TBL-2", alerted_tables)
        assert found == {("CroupierTableUnderVoltage", "TBL-2")}
    server.shutdown()
    server.server_close()
