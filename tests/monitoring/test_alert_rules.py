"""The rules, the dashboard and the pages of the figures: Debian's Prometheus takes them, and they
name no figure that no process has.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.kits.floor.watched_floor import WatchedFloor, ledger_metrics, sample_names
from tests.kits.offenders import each
from tests.kits.paths import ROOT

MONITORING = ROOT / "monitoring"
RULES = MONITORING / "croupier.rules.yml"
PAGES = ("docs/en/floor-watched.md", "docs/fr/etage-surveille.md")
NAMED = re.compile(r"\bcroupier_[a-z_]+\b")
RECORDED = re.compile(r"record: (\S+)")

needs_prometheus = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="needs Debian's prometheus"
)
needs_alertmanager = pytest.mark.skipif(
    shutil.which("amtool") is None, reason="needs Debian's prometheus-alertmanager"
)


def exported() -> set[str]:
    floor = WatchedFloor()
    floor.receive("TBL-1")
    floor.receive_bank()
    names = sample_names(ledger_metrics().registry) | sample_names(floor.metrics.registry)
    return {name for name in names if name.startswith("croupier_")} | {"croupier_hall_up"}


def expressions() -> list[str]:
    """Return the queries of the dashboard."""
    dashboard: Any = json.loads((MONITORING / "floor-dashboard.json").read_text("utf-8"))
    return [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


def checked(*command: str, folder: Path = MONITORING) -> None:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@needs_prometheus
@each(
    "command",
    [
        ("promtool", "check", "rules", "--lint-fatal", "croupier.rules.yml"),
        ("promtool", "test", "rules", "croupier.rules.test.yml"),
        ("promtool", "check", "config", "--lint-fatal", "prometheus.yml"),
    ],
)
def test_prometheus_takes_the_rules(command: tuple[str, ...]) -> None:
    checked(*command)


@needs_alertmanager
def test_alertmanager_takes_its_part() -> None:
    checked("amtool", "check-config", "alertmanager.yml")


@needs_prometheus
def test_prometheus_takes_the_dashboard(tmp_path: Path) -> None:
    rules = [
        {"record": f"panel:{number}", "expr": expression}
        for number, expression in enumerate(expressions())
    ]
    assert len(rules) > 10
    # YAML includes JSON
    (tmp_path / "panels.yml").write_text(
        json.dumps({"groups": [{"name": "panels", "rules": rules}]})
    )
    checked("promtool", "check", "rules", "panels.yml", folder=tmp_path)


def test_every_named_figure_is_exported() -> None:
    texts = [RULES.read_text("utf-8"), *expressions()]
    named = {name for text in texts for name in NAMED.findall(text)}
    assert named - exported() == set()


def test_dashboard_uses_recorded_rules_that_exist() -> None:
    recorded = set(RECORDED.findall(RULES.read_text("utf-8")))
    used = {name for text in expressions() for name in re.findall(r"croupier:[a-z0-9_:]+", text)}
    assert used <= recorded


@each("page", PAGES)
def test_page_names_every_figure(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    plain = {re.sub(r"_(bucket|count|sum|info|total)$", "", name) for name in exported()}
    named = {re.sub(r"_(info|total)$", "", name) for name in NAMED.findall(text)}
    assert plain - named == set()
    assert named - plain == set()


@each("page", PAGES)
def test_page_names_every_alert(page: str) -> None:
    alerts = set(re.findall(r"alert: (\w+)", RULES.read_text("utf-8")))
    assert alerts == set(re.findall(r"\bCroupier[A-Z]\w+\b", (ROOT / page).read_text("utf-8")))


def test_alert_speaks_both_languages() -> None:
    text = RULES.read_text("utf-8")
    alerts = len(re.findall(r"- alert:", text))
    assert alerts == len(re.findall(r"summary:", text)) == len(re.findall(r"summary_fr:", text))
