"""A tournament's configuration, and a bank's, is passed whole: no constructor names its keys."""

import ast
import inspect
from collections.abc import Callable, Iterator

import pytest

from firmware.cli.commands.tournament_screens import start_screens
from firmware.slots.config import BankConfig
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.open_bank import open_bank
from firmware.slots.terms import BankTerms
from firmware.tournament.config import TournamentConfig
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.process import open_tournament, serve
from firmware.tournament.screens.server import TournamentScreens
from firmware.tournament.sheets.report_sheet import report_sheet
from firmware.tournament.sheets.rules_sheet import rules_sheet
from firmware.tournament.sheets.tickets import printed_tickets
from tests.kits.paths import ROOT

SERVED_BY: dict[type, tuple[Callable[..., object], ...]] = {
    TournamentConfig: (
        JournaledTournament,
        TournamentScreens,
        open_tournament,
        serve,
        start_screens,
        report_sheet,
        rules_sheet,
        printed_tickets,
    ),
    BankConfig: (JournaledBank, open_bank),
}
OWN_FILES = {
    TournamentConfig: ("firmware/tournament/**/*.py", "firmware/cli/commands/tournament*.py"),
    BankConfig: ("firmware/slots/**/*.py", "firmware/cli/commands/slots*.py"),
    BankTerms: ("firmware/slots/**/*.py", "firmware/cli/commands/slots*.py"),
}
TORN = "def report(state: State, title: str, *, licence: str) -> None: ..."
"""What cost thirteen files a key."""


def keys_taken_apart(source: str, config: type) -> Iterator[str]:
    """Yield each parameter with the name and the type of a key of this configuration."""
    keys = _written_annotations(config)
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for parameter in (*function.args.args, *function.args.kwonlyargs):
                if parameter.annotation and keys.get(parameter.arg) == ast.unparse(
                    parameter.annotation
                ):
                    yield f"{function.name}({parameter.arg})"


def _written_annotations(config: type) -> dict[str, str]:
    """Return the fields that are values of the file, by name: terms are passed whole themselves."""
    (definition,) = ast.parse(inspect.getsource(config)).body
    assert isinstance(definition, ast.ClassDef)
    return {
        field.target.id: ast.unparse(field.annotation)
        for field in definition.body
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and field.target.id != "terms"
    }


@pytest.mark.parametrize("config", OWN_FILES)
def test_configuration_is_passed_whole(config: type) -> None:
    for pattern in OWN_FILES[config]:
        paths = sorted(ROOT.glob(pattern))
        assert paths
        for path in paths:
            assert list(keys_taken_apart(path.read_text(encoding="utf-8"), config)) == [], path


def test_a_key_that_is_passed_alone_is_found() -> None:
    assert list(keys_taken_apart(TORN, TournamentConfig)) == ["report(title)", "report(licence)"]


@pytest.mark.parametrize("config", SERVED_BY)
def test_who_serves_takes_the_configuration(config: type) -> None:
    for served in SERVED_BY[config]:
        parameters = inspect.signature(served).parameters.values()
        assert any(parameter.annotation is config for parameter in parameters), served
