"""Every script that a browser gets is among those whose types `make check` checks."""

import json

from tests.kits.paths import ROOT

CONFIG = json.loads((ROOT / "jsconfig.json").read_text(encoding="utf-8"))


def test_scripts_of_every_page_checked() -> None:
    folders = {
        script.parent.relative_to(ROOT).as_posix()
        for room in ("firmware", "sim")
        for script in (ROOT / room).rglob("*.js")
    }
    assert {pattern.removesuffix("/*.js") for pattern in CONFIG["include"]} == folders
    assert set(CONFIG["compilerOptions"]["rootDirs"]) == folders


def test_checks_are_strict_and_build_nothing() -> None:
    options = CONFIG["compilerOptions"]
    assert options["checkJs"]
    assert options["strict"]
    assert options["noEmit"]


def test_lock_names_no_index_address() -> None:
    folder = ROOT / "tools" / "page_types"
    lock = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: found for name, found in lock["packages"].items() if name}
    assert packages
    for found in packages.values():
        assert found["integrity"].startswith("sha512-")
        assert "resolved" not in found
