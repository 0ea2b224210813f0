"""A module of JavaScript and all that it imports, as one.

Each module keeps its own scope: it becomes a function that returns its exports. The
modules import names from files beside them, export functions, classes and constants where they
declare them, and no two import each other.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

IMPORTED: Final = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";$', re.MULTILINE)
EXPORTED: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
ELSE: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class NoModule(ValueError):
    """A module imports or exports in a way that is not known here."""


def program(entry: str, modules: Mapping[str, str]) -> str:
    """Return `entry` and all that it imports, directly or not. Raises NoModule."""
    return "\n".join(_function(name, modules[name]) for name in _needed(entry, modules, {}))


def _needed(entry: str, modules: Mapping[str, str], known: dict[str, None]) -> Iterator[str]:
    """Yield every module that `entry` imports, and then itself, each after those that it needs."""
    known[entry] = None
    for _, name in IMPORTED.findall(modules[entry]):
        if name not in known:
            yield from _needed(name, modules, known)
    yield entry


def _function(name: str, module: str) -> str:
    body = EXPORTED.sub("", IMPORTED.sub(_taken, module))
    if unknown := ELSE.search(body):
        raise NoModule(f"{name}: {unknown[0]}")
    exports = ", ".join(EXPORTED.findall(module))
    return f"const {_constant(name)} = (() => {{ // {name}\n{body}\nreturn {{ {exports} }};\n}})();"


def _taken(found: re.Match[str]) -> str:
    names = found[1].replace(" as ", ": ")
    return f"const {{{names}}} = {_constant(found[2])};"


def _constant(name: str) -> str:
    return "$" + name.removesuffix(".js").replace("-", "_")
