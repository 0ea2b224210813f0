"""`croupier check` names the library that opens pins, and the bets that cost the house money."""

import re
from importlib import metadata
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from firmware.cli.main import main
from tests.kits.paths import ROOT


@pytest.mark.parametrize(
    ("here", "language", "said"),
    [
        ("rpi-lgpio", "fr", "Broches du Pi par rpi-lgpio 1.2"),
        ("gpiod", "en", "Pins of the Pi through gpiod 1.2"),
        ("", "en", "Neither rpi-lgpio nor gpiod is here"),
    ],
)
def test_it_names_the_gpio_library_or_says_that_there_is_none(
    mocker: MockerFixture,
    capsys: pytest.CaptureFixture[str],
    here: str,
    language: str,
    said: str,
) -> None:
    def version(name: str) -> str:
        if name != here:
            raise metadata.PackageNotFoundError(name)
        return "1.2"

    mocker.patch("importlib.metadata.version", version)
    table = str(ROOT / "examples" / "baccarat.toml")
    assert main(["check", "--lang", language, table]) == 0
    assert said in capsys.readouterr().out.splitlines()[-1]


def crazy_four(odds_only: str) -> str:
    """Return a table of Fou du poker, made of the one that reads no amounts."""
    limits = "".join(
        f"[limits.{on}]\nmin_cents = 500\nmax_cents = 5000\n\n"
        for on in ("ante", "super_bonus", "queens_up")
    )
    before, _, rest = odds_only.partition("[game]")
    config = f"{before}[game]\ndecks = 1\n\n{limits}[journal]{rest.partition('[journal]')[2]}"
    for was, now in (
        ('game = "baccarat"', 'game = "crazy-four-poker"'),
        ('amounts = "keyed"', 'amounts = "unseen"'),
        ("spots = 4", "spots = 3"),
        ("chip_1 = 16", "raise = 16"),
        ("chip_2 = 17", "fold = 17"),
    ):
        config = config.replace(was, now)
    return re.sub(r"(chip_\d|empty|place) = \d+\n", "", config)


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", "cent mains coûtent en moyenne 159,81\u00a0$"), ("en", "cost the house $159.81")],
)
def test_it_warns_of_a_bet_that_returns_more_than_it_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, said: str
) -> None:
    """The super bonus of 67.85 pays a flush more than three of a kind."""
    table = tmp_path / "table.toml"
    table.write_text(crazy_four((ROOT / "examples" / "budget.toml").read_text()))
    assert main(["check", "--lang", language, str(table)]) == 0
    (warning,) = capsys.readouterr().err.splitlines()
    assert said in warning


def test_a_usual_table_costs_the_house_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(ROOT / "examples" / "baccarat.toml")]) == 0
    assert capsys.readouterr().err == ""
