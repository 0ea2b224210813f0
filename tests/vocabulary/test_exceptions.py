"""A docstring that says what is raised names exceptions that there are."""

import builtins
import re

from tests.kits.offenders import each
from tests.kits.paths import ROOT

ROOMS = ("firmware", "drivers", "hal", "sim", "tools", "bench")
SOURCES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for room in ROOMS
    for path in (ROOT / room).rglob("*.py")
}
CLASSES = {name for text in SOURCES.values() for name in re.findall(r"(?m)^class (\w+)", text)}
LIBRARIES = {"CalledProcessError", "MsgspecError", "NatsError", "SQLAlchemyError", "TimeoutExpired"}
KNOWN = CLASSES | LIBRARIES | set(dir(builtins))
RAISED = re.compile(r"\bRaises((?:[\s,]+(?:or\s+)?[A-Z]\w+)+)")


def unknown(source: str) -> list[str]:
    """Return the exceptions that a source says it raises and nothing is."""
    named = re.findall(r"[A-Z]\w+", " ".join(RAISED.findall(source)))
    return [name for name in named if name not in KNOWN]


@each("file", SOURCES)
def test_named_exceptions_are_there(file: str) -> None:
    assert unknown(SOURCES[file]) == [], "a docstring names an exception that is not there"


def test_an_unknown_exception_is_found() -> None:
    source = '"""Return it. Raises OSError, or NoSuchThing on a\n    bad one."""\n'
    assert unknown(source) == ["NoSuchThing"]
