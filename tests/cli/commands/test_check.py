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
def test_gpio_library_or_none_is_named(
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
def test_return_over_100_percent_warns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, said: str
) -> None:
    """The super bonus of 67.85 pays a flush more than three of a kind."""
    table = tmp_path / "table.toml"
    table.write_text(crazy_four((ROOT / "examples" / "budget.toml").read_text()))
    assert main(["check", "--lang", language, str(table)]) == 0
    (warning,) = capsys.readouterr().err.splitlines()
    assert said in warning


def test_usual_table_costs_house_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(ROOT / "examples" / "baccarat.toml")]) == 0
    assert capsys.readouterr().err == ""


def instrument(game: str, option: str) -> str:
    """Return a table of a wheel of fortune or of Keno, made of the one of roulette."""
    roulette = (ROOT / "examples" / "roulette.toml").read_text()
    before, _, rest = roulette.partition("[game]")
    limits, after = "[limits]\non = { min_cents = 100, max_cents = 10000 }\n\n", rest
    if game == "keno":
        limits, after = "", re.sub(r"\[chips\][^\[]*", "", rest)
        before = before.replace('amounts = "read"', 'amounts = "unseen"')
    config = f"{before}[game]\n{option}\n\n{limits}[journal]{after.partition('[journal]')[2]}"
    config = config.replace('game = "roulette"', f'game = "{game}"')
    return re.sub(r"(chip_\d|price) = \d+\n", "", config)


@pytest.mark.parametrize(
    ("game", "option", "said"),
    [
        ("wheel-of-fortune", "segments = { a = [20, 1], b = [2, 3] }",
         "4/11 (36,36\u00a0%), minimum 75"),
        ("wheel-of-fortune", "segments = { a = [19, 1], b = [6, 2] }", "18/25 (72,00\u00a0%)"),
        ("keno", 'paytable = { "1" = { "1" = 3 }, "2" = { "2" = 10 } }', "95/158 (60,12\u00a0%)"),
    ],
)  # fmt: skip
def test_85_122_low_return_is_error(
    game: str, option: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.toml"
    table.write_text(instrument(game, option))
    assert main(["check", "--lang", "fr", str(table)]) == 2
    found = capsys.readouterr()
    assert said in found.err
    assert not found.out


@pytest.mark.parametrize(
    ("game", "option", "said"),
    [
        ("wheel-of-fortune", "segments = { a = [10, 1], b = [10, 2] }", ["150.0000%", "$5,000.00"]),
        ("wheel-of-fortune", "segments = { a = [10, 1], b = [10, 1] }", []),
        ("keno", 'paytable = { "1" = { "1" = 3 }, "2" = { "2" = 18 } }', ["108.2278%"]),
        ("keno", 'paytable = { "1" = { "1" = 3 } }', []),
    ],
)
def test_warning_has_cost_to_the_house(
    game: str, option: str, said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.toml"
    table.write_text(instrument(game, option))
    assert main(["check", "--lang", "en", str(table)]) == 0
    found = capsys.readouterr().err
    assert len(found.splitlines()) == bool(said)
    assert all(each in found for each in said)


KINDS = {
    "baccarat.toml": ("table", "croupier run"),
    "slots/bank.toml": ("bank of slot machines", "croupier slots serve"),
    "tournament/tournament.toml": ("tournament", "croupier tournament serve"),
}


@pytest.mark.parametrize("file", KINDS)
def test_sound_file_named_by_its_kind(capsys: pytest.CaptureFixture[str], file: str) -> None:
    assert main(["check", str(ROOT / "examples" / file), "--lang", "en"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith(f"Sound configuration of a {KINDS[file][0]}: ")
    assert not printed.err


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("file", KINDS)
def test_faulty_file_named_by_its_kind(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, file: str, language: str
) -> None:
    text = (ROOT / "examples" / file).read_text(encoding="utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text(f"sizes = 1\n{text}\n[coulour]\n", encoding="utf-8")
    assert main(["check", str(bad), "--lang", language]) == 2
    printed = capsys.readouterr()
    kind, *mistakes = printed.err.splitlines()
    assert kind.startswith(str(bad))
    assert KINDS[file][1] in kind
    assert [mistake.partition(":")[0].strip() for mistake in mistakes] == ["sizes", "coulour"]
    assert not printed.out


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (["odds", "baccarat", "--config"], "slots/bank.toml"),
        (["odds", "baccarat", "--config"], "tournament/tournament.toml"),
        (["slots", "serve", "--config"], "baccarat.toml"),
        (["slots", "serve", "--config"], "tournament/tournament.toml"),
        (["tournament", "serve", "--config"], "baccarat.toml"),
        (["tournament", "serve", "--config"], "slots/bank.toml"),
    ],
)
def test_other_file_names_its_reader(
    capsys: pytest.CaptureFixture[str], command: list[str], file: str
) -> None:
    assert main([*command, str(ROOT / "examples" / file), "--lang", "en"]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    kind, reader = KINDS[file]
    assert f"{file}: this is the file of a {kind}: {reader} reads it" in said


def checked_with_money(
    folder: Path,
    example: str,
    decimals: int,
    most: int,
    capsys: pytest.CaptureFixture[str],
    sign: str = "¥",
) -> tuple[int, list[str]]:
    """Check an example whose bets are up to `most`, in a currency of some decimals."""
    (folder / "house.toml").write_text(
        "[pack]\nextends = 'quebec-2007'\n"
        f"currency = {{ code = 'X', sign = '{sign}', before = true, decimals = {decimals} }}\n"
    )
    source = (ROOT / "examples" / example).read_text()
    raised = re.sub(r"max_cents = \d+", f"max_cents = {most}", source)
    (folder / "table.toml").write_text(raised + '\n[rules]\npack = "house.toml"\n')
    status = main(["check", "--lang", "en", str(folder / "table.toml")])
    return status, capsys.readouterr().err.replace("\u00a0", " ").splitlines()


@pytest.mark.parametrize(
    ("decimals", "most", "said"),
    [
        (0, 1_000_000, ""),
        (0, 20_000_000, "room for ¥99,999,999; a payment of ¥160,000,000,"),
        (2, 20_000_000, "room for ¥999,999.99; a payment of ¥1,600,000.00,"),
        (-3, 20_000, "room for ¥99,999,000; a payment of ¥160,000,000,"),
    ],
)
def test_figures_without_room_are_named(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    decimals: int,
    most: int,
    said: str,
) -> None:
    status, notices = checked_with_money(tmp_path, "baccarat.toml", decimals, most, capsys)
    assert (status, len(notices)) == (0, bool(said))
    assert said in "".join(notices)


@pytest.mark.parametrize(("most", "count"), [(10_000_000, 0), (1_000_000_000, 2)])
def test_a_narrow_display_that_breaks_an_amount_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], most: int, count: int
) -> None:
    status, notices = checked_with_money(tmp_path, "budget.toml", -3, most, capsys, "MOP$")
    found = [notice for notice in notices if "20 characters a row" in notice]
    assert (status, len(found)) == (0, count)


def test_an_amount_above_all_is_refused_in_its_currency(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, faults = checked_with_money(tmp_path, "baccarat.toml", -2, 10**9 + 1, capsys)
    assert status == 2
    assert sum("from 1 to 1000000000 (¥100,000,000,000;" in fault for fault in faults) == 3
