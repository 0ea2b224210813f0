"""`croupier check` says through which library this machine opens pins."""

from importlib import metadata

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
