"""A release's byte code is read in its place alone, and never outlives its source."""

import colorsys
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

from tests.kits.paths import ROOT
from tools.byte_code import BYTE_CODE, VERSIONS, byte_code, imported_library

FILES = {
    "firmware/start.py": "import firmware.x\n",
    "firmware/__init__.py": "",
    "firmware/x.py": "print(__name__, __file__)\n",
    "firmware/colours.py": "from xml import dom\nimport colorsys, no_such_module\n",
    "lib/old.py": "print 'of another Python'\n",
    "lib/data.txt": "no source",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A version in its place, with its byte code."""
    sources, place = {}, tmp_path / "versions" / "1.2.3"
    for path, text in FILES.items():
        sources[path] = tmp_path / "tree" / path
        sources[path].parent.mkdir(parents=True, exist_ok=True)
        sources[path].write_text(text)
    (tmp_path / "work").mkdir()
    library, work = imported_library(sources, sys.executable), tmp_path / "work"
    files = byte_code(sources, PurePosixPath(place), sys.executable, work)
    files |= byte_code(library, PurePosixPath(sys.base_prefix), sys.executable, work)
    for path, source in (sources | files).items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(source.read_bytes())
    return place


def started(place: Path, module: str = "firmware.x") -> subprocess.CompletedProcess[str]:
    """Import the program as the launcher has it imported, with Python's own account of it."""
    prefix = f"pycache_prefix={place / BYTE_CODE}"
    program = f"import sys; sys.path[:0] = [{str(place)!r}]; import {module}"
    command = [sys.executable, "-I", "-S", "-B", "-v", "-X", prefix, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def test_each_source_that_compiles_has_its_byte_code(place: Path) -> None:
    tag = sys.implementation.cache_tag
    below = place / f"{BYTE_CODE}{place}"
    found = {path.relative_to(below).as_posix() for path in below.rglob("*.pyc")}
    names = "start", "__init__", "x", "colours"
    assert found == {f"firmware/{name}.{tag}.pyc" for name in names}


def test_program_is_not_compiled_in_its_place(place: Path) -> None:
    done = started(place)
    assert done.stdout == f"firmware.x {place}/firmware/x.py\n"
    assert f"code object from '{place}/{BYTE_CODE}{place}/firmware/x." in done.stderr.replace(
        f"{BYTE_CODE}//", f"{BYTE_CODE}/"
    )


def test_imported_library_is_not_compiled_at_a_start(place: Path) -> None:
    (place / "firmware/colours.py").write_text("import colorsys, xml.dom, json\n")
    library = Path(colorsys.__file__).parent
    compiled = [
        line.removeprefix("# code object from ").strip("'")
        for line in started(place, "firmware.colours").stderr.splitlines()
        if line.startswith(f"# code object from {library}")
    ]
    assert f"{library}/json/__init__.py" in compiled  # which no source imports
    assert not {f"{library}/{name}" for name in ("colorsys.py", "xml/dom/__init__.py")} & {
        *compiled
    }


def test_other_source_is_compiled_anew(place: Path) -> None:
    (place / "firmware/x.py").write_text("print('altered')\n")
    assert started(place).stdout == "altered\n"


def test_version_elsewhere_has_no_byte_code(place: Path) -> None:
    elsewhere = place.rename(place.with_name("1.2.4"))
    assert f"/firmware/x.{sys.implementation.cache_tag}.pyc" not in started(elsewhere).stderr


def test_launcher_reads_the_version_s_own() -> None:
    launcher = (ROOT / "systemd/croupier").read_text()
    assert f'-X pycache_prefix="$versions/$chosen/{BYTE_CODE}"' in launcher
    assert f"versions=${{CROUPIER_VERSIONS:-{VERSIONS}}}" in launcher
