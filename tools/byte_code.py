"""The byte code of a release, for the launcher's `pycache_prefix`.

Python looks for the byte code of `/PLACE/x.py` at `PREFIX/PLACE/x.cpython-311.pyc`. The prefix is
the version's own folder `bytecode`, so that byte code is signed and checked as any other file of
the release, and only that of the usual place is ever found. Each file has the hash of its source:
Python compiles a source again that is not the one of the byte code. The same holds for Python's own
library, whose byte code elsewhere is not found either.
"""

import ast
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

VERSIONS: Final = PurePosixPath("/opt/croupier/versions")
"""Where the launcher has the versions."""
BYTE_CODE: Final = "bytecode"
PYTHON_PREFIX: Final = PurePosixPath("/usr")
"""Of a table's Python, whose library is below it."""
PRINT_LIBRARY: Final = """
import contextlib, importlib, sys
for imported in sys.argv[1:]:
    module, _, name = imported.partition(":")
    with contextlib.suppress(Exception):
        found = importlib.import_module(module)
        if name and not hasattr(found, name):
            importlib.import_module(f"{module}.{name}")
print(sys.base_prefix)
for module in [*sys.modules.values()]:
    print(getattr(module, "__file__", None) or "")
"""
"""Has an interpreter import `MODULE:` or `MODULE:NAME`, and print its prefix and their files."""


def byte_code(
    sources: Mapping[str, Path], place: PurePosixPath, interpreter: str, folder: Path
) -> dict[str, Path]:
    """Compile sources for `place`; return the files by their paths in a release.

    `folder` is for the files. What the interpreter can't compile, such as a library's
    file for another Python, is left out. Raises OSError without that interpreter.
    """
    made = Path(tempfile.mkdtemp(dir=folder))
    with tempfile.TemporaryDirectory(dir=folder) as root:
        staged = Path(root) / place.relative_to("/")
        for path in (path for path in sources if path.endswith(".py")):
            (staged / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(sources[path], staged / path)
        _compile(staged, made, interpreter, strip=root)
        compiled = made / staged.resolve().relative_to("/")
        return {
            f"{BYTE_CODE}{place}/{file.relative_to(compiled).as_posix()}": file
            for file in compiled.rglob("*.pyc")
        }


def imported_library(sources: Mapping[str, Path], interpreter: str) -> dict[str, Path]:
    """Return the modules of the interpreter's own library that the sources import, by their paths
    below its prefix. Raises OSError without that interpreter.
    """
    names = {
        name
        for path, source in sources.items()
        if path.endswith(".py")
        for name in _imported_names(source)
        if name.partition(":")[0].partition(".")[0] in sys.stdlib_module_names
    }
    command = (interpreter, "-I", "-S", "-c", PRINT_LIBRARY, *sorted(names))
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    prefix, *files = done.stdout.splitlines() or [""]
    return {
        Path(file).relative_to(prefix).as_posix(): Path(file)
        for file in files
        if file.endswith(".py") and Path(file).is_relative_to(prefix)
    }


def _imported_names(source: Path) -> Iterator[str]:
    """Yield what a source imports, as `MODULE:` or `MODULE:NAME`; nothing of one that this Python
    can't read.
    """
    try:
        tree = ast.parse(source.read_bytes())
    except SyntaxError:
        return
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (f"{alias.name}:" for alias in names)
            case ast.ImportFrom(str(module), names, 0):
                yield from (f"{module}:{alias.name}" for alias in names)


def _compile(staged: Path, made: Path, interpreter: str, strip: str) -> None:
    quiet = ("-q", "-q", "--invalidation-mode=checked-hash")
    # the code's own file names are those of the table
    names = ("-s", strip, "-p", "/")
    prefix = f"pycache_prefix={made}"
    command = (interpreter, "-I", "-X", prefix, "-m", "compileall", *quiet, *names)
    subprocess.run((*command, str(staged.resolve())), check=False)  # noqa: S603
