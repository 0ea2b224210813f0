"""Every module under `tools` finds what it imports: `make check` has no types of tools."""

from importlib import import_module

from tests.kits.offenders import each
from tests.kits.paths import ROOT

MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "tools").rglob("*.py")
)


@each("module", MODULES)
def test_a_tool_finds_what_it_imports(module: str) -> None:
    import_module(module)
