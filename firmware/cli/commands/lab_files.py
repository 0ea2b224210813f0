"""The folder that the laboratory writes for the Pi."""

import shutil
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

import tomlkit

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.usb.port import UsbPort
from sim.web.bench.table_dir import TableDir
from sim.web.bench.usb_world import BUS, adapter_port

REGISTRIES: Final = ("chips.csv", "decks", "seats")
MARK: Final = "attach.py"
"""The file by which a folder of ours is known, which may be written again."""


def write_folder(
    folder: Path, config: Path, table_dir: TableDir, ports: Mapping[str, UsbPort]
) -> None:
    """Write the configuration with the adapters' ports, the registries, and the script.

    Raises RequestFailed if the folder has other files, OSError.
    """
    if folder.exists() and not (folder / MARK).exists() and any(folder.iterdir()):
        raise RequestFailed(Text("lab.not_our_folder", {"path": str(folder)}))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    document = tomlkit.parse(config.read_text(encoding="utf-8"))
    for section, port in ports.items():
        if section != BUS:
            document[section]["port"] = adapter_port(port.device.serial_number)
    (folder / "table.toml").write_text(tomlkit.dumps(document), encoding="utf-8")
    for name in REGISTRIES:
        source = table_dir.path / name
        if source.is_dir() and any(source.iterdir()):
            shutil.copytree(source, folder / name)
        elif source.is_file():
            shutil.copy(source, folder / name)
    script = files("sim.usb").joinpath(MARK).read_bytes()
    (folder / MARK).write_bytes(script)
