"""A module of JavaScript and all that it imports, as one.

Each module becomes a function that returns its exports, so it has a scope of its own. The
modules import names from files of the same address, export functions, classes and constants
where they declare them, and have no import cycles. Comments with lines of their own are left out:
they are a quarter of the page's program.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

IMPORTED: Final = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";$', re.MULTILINE)
EXPORTED: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
COMMENT: Final = re.compile(
    r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL
)
"""One that has its lines to itself: a type before a value stays with the value."""
UNKNOWN_STATEMENT: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class UnknownModuleForm(ValueError):
    """A module imports or exports in a way that is not known here."""


def bundle_modules(entry: str, modules: Mapping[str, str]) -> str:
    """Return `entry` and all that it imports, directly or not. Raises UnknownModuleForm."""
    return "\n".join(
        _module_function(name, modules[name]) for name in _ordered_modules(entry, modules, {})
    )


def _ordered_modules(
    entry: str, modules: Mapping[str, str], visited: dict[str, None]
) -> Iterator[str]:
    """Yield every module that `entry` imports, and then itself, each after those that it needs."""
    visited[entry] = None
    for _, name in IMPORTED.findall(modules[entry]):
        if name not in visited:
            yield from _ordered_modules(name, modules, visited)
    yield entry


def _module_function(name: str, module: str) -> str:
    module_body = EXPORTED.sub("", IMPORTED.sub(_import_statement, COMMENT.sub("", module)))
    if unknown_statement := UNKNOWN_STATEMENT.search(module_body):
        raise UnknownModuleForm(f"{name}: {unknown_statement[0]}")
    exports = ", ".join(EXPORTED.findall(module))
    head = f"const {_module_constant(name)} = (() => {{ // {name}"
    return f"{head}\n{module_body}\nreturn {{ {exports} }};\n}})();"


def _import_statement(match: re.Match[str]) -> str:
    # `a as b` in an import is `a: b` in a destructuring.
    names = match[1].replace(" as ", ": ")
    return f"const {{{names}}} = {_module_constant(match[2])};"


def _module_constant(name: str) -> str:
    return "$" + name.removesuffix(".js").replace("-", "_")
