"""One test for a whole table of cases: it tries them all and lists every one that breaks the rule.

`@each("status", range(256))` takes the place of `@pytest.mark.parametrize`. With
CROUPIER_CASES=apart in the environment it is `parametrize`: every case has fixtures of its own, so
that one which passes only behind another is found (`make campaign NAME=cases`).
"""

import functools
import inspect
import os
import tempfile
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import pytest

_Case = TypeVar("_Case")
_Test = Callable[..., None]
OF_PYTEST = {"tmp_path", "monkeypatch", "capsys", "capfd", "capfdbinary", "caplog"}
APART = os.environ.get("CROUPIER_CASES") == "apart"


def offenders(cases: Iterable[_Case], check: Callable[[_Case], None]) -> list[str]:
    """Return a line for each case at which `check` raises: the case, and why."""
    tried = [(case, _reason(check, case)) for case in cases]
    assert tried, "no cases"
    return [f"{_name(case)}: {reason}" for case, reason in tried if reason]


def each(
    names: str, cases: Iterable[Any] | Callable[[], Iterable[Any]]
) -> Callable[[_Test], _Test]:
    """Give a test every case in turn, as `parametrize` would, but all in one test.

    `names` are the arguments that a case fills, split by commas. The fixtures of pytest begin again
    with each case, other fixtures are shared. Cases that are dear to find are given as the function
    that finds them: it is called by the test.
    """
    filled = [name.strip() for name in names.split(",")]
    listed_cases = cases if _finds(cases) else list(cases)
    if APART:
        listed = list(listed_cases() if _finds(listed_cases) else listed_cases)
        return pytest.mark.parametrize(names, listed, ids=map(str, range(len(listed))))

    def fold(test: _Test) -> _Test:
        @functools.wraps(test)
        def folded(**fixtures: Any) -> None:
            def check(case: Any) -> None:
                values = case if len(filled) > 1 else [case]
                with ExitStack() as stack:
                    fresh = {name: _renewed(name, fixtures, stack) for name in fixtures}
                    test(**dict(zip(filled, values, strict=True)), **fresh)

            listed = list(listed_cases() if _finds(listed_cases) else listed_cases)
            found = offenders(listed, check)
            assert not found, f"{len(found)} of {len(listed)} cases:\n" + "\n".join(found)

        folded.__signature__ = _without(test, filled)
        return folded

    return fold


def _renewed(name: str, fixtures: dict[str, Any], stack: ExitStack) -> Any:
    """Return a fixture of pytest as a test of its own would have it; any other as it is, and the
    folder where another has it too.
    """
    fixture = fixtures[name]
    match name:
        case "tmp_path" if fixtures.keys() <= OF_PYTEST:
            return Path(tempfile.mkdtemp(dir=fixture))
        case "monkeypatch":
            return stack.enter_context(fixture.context())
        case "capsys" | "capfd" | "capfdbinary":
            fixture.readouterr()
        case "caplog":
            fixture.clear()
    return fixture


def _reason(check: Callable[[_Case], None], case: _Case) -> str:
    try:
        check(case)
    except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - the other cases are tried too
        said = str(error)
        return said if said and isinstance(error, AssertionError) else repr(error)
    return ""


def _name(case: Any) -> str:
    if type(case) is tuple:
        return ", ".join(map(_name, case))
    return getattr(case, "__name__", None) or repr(case)


def _finds(cases: object) -> bool:
    """Say whether cases are given by a function; an enum is a class that can be called too."""
    return callable(cases) and not isinstance(cases, type)


def _without(test: _Test, names: list[str]) -> inspect.Signature:
    signature = inspect.signature(test)
    parameters = [one for name, one in signature.parameters.items() if name not in names]
    assert len(parameters) + len(names) == len(signature.parameters), f"not all arguments: {names}"
    return signature.replace(parameters=parameters)
