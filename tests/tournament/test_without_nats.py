"""`croupier tournament serve` on an ordinary installation, which has no NATS library.

The module is hidden from a real process, as if it had never been installed.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from firmware.cli.args.exits import EXIT_UNAVAILABLE
from tests.kits.tournament.hall_machine import ROOM_TOML

WITHOUT_NATS: Final = """
import sys
sys.modules["nats"] = None  # neither found nor imported
from firmware.cli.main import main
sys.exit(main())
"""
FLOOR: Final = """
[floor]
house = "montreal"
name = "tournament"
key = "floor.key"
people = "people"
servers = ["nats://127.0.0.1:4222"]
"""


def command(tmp_path: Path, *words: str) -> list[str]:
    state = str(tmp_path / "state")
    line = ["tournament", *words, "--state", state, "--lang", "en"]
    return [sys.executable, "-c", WITHOUT_NATS, *line]


def serve_line(tmp_path: Path, text: str) -> list[str]:
    config = tmp_path / "room.toml"
    config.write_text(text)
    return command(tmp_path, "serve", "--config", str(config))


def test_file_without_floor_is_served(tmp_path: Path) -> None:
    with subprocess.Popen(
        serve_line(tmp_path, ROOM_TOML), stdout=subprocess.PIPE, text=True
    ) as served:
        assert served.stdout is not None
        assert served.stdout.readline().startswith("Tournament lions-2026, folder ")
        sale = command(tmp_path, "register", "Anne", "--age", "34", "--cents", "5000")
        assert subprocess.run(sale, check=False, capture_output=True).returncode == 0
        status = subprocess.run(
            command(tmp_path, "status", "--json"), check=True, capture_output=True
        )
        assert json.loads(status.stdout)["entered"] == 1
        served.terminate()


def test_file_with_floor_is_refused_with_remedy(tmp_path: Path) -> None:
    served = subprocess.run(
        serve_line(tmp_path, ROOM_TOML + FLOOR), check=False, capture_output=True, text=True
    )
    assert served.returncode == EXIT_UNAVAILABLE
    assert served.stdout == ""
    assert "nats-py: `make install LOCK=floor`" in served.stderr
    assert "Traceback" not in served.stderr
    # nothing was begun
    assert not (tmp_path / "state").exists()
