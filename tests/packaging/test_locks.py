"""The locks: whole, of one mind, and silent about where packages are fetched."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.kits.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

EXTRAS = {
    "run": ["build"],
    "web": ["build", "web"],
    "dev": ["build", "web", "test", "check"],
    "pi": ["build", "pi"],
    "pi-legacy": ["build", "pi-legacy"],
}
"""The extras that stand in each lock, as the Makefile's target `lock` has them."""

HASHED = re.compile(r"(?P<requirement>[^\\]+?)(?: \\\n    --hash=sha256:[0-9a-f]{64})+")

HOSTS = [
    "py" + "pi.org",
    "python" + "hosted.org",
    "pi" + "wheels.org",
    "npm" + "js.org",
    "debian" + ".org",
    "raspbian" + ".org",
    "raspberry" + "pi.com",
    "raspberry" + "pi.org",
]


def entries(lock: str) -> list[str]:
    """Return the requirements of a lock, each with its hashes."""
    lines = [line for line in lock.splitlines() if not line.lstrip().startswith("#")]
    return re.split(r"\n(?=\S)", "\n".join(lines).strip())


def unhashed(lock: str) -> list[str]:
    return [entry for entry in entries(lock) if not HASHED.fullmatch(entry)]


def versions(name: str) -> dict[str, str]:
    """Return the version of each distribution in the lock `name`."""
    found = {}
    for entry in entries((ROOT / "requirements" / f"{name}.txt").read_text()):
        requirement = Requirement(entry.split(" \\\n")[0])
        (specifier,) = requirement.specifier
        assert specifier.operator == "=="
        found[canonicalize_name(requirement.name)] = specifier.version
    return found


def hosts_named(text: str) -> list[str]:
    return [host for host in HOSTS if host in text.lower()]


def files_of_the_project() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_every_lock_is_known() -> None:
    assert {path.stem for path in (ROOT / "requirements").glob("*.txt")} == set(EXTRAS)


@pytest.mark.parametrize("name", EXTRAS)
def test_every_requirement_is_hashed(name: str) -> None:
    assert unhashed((ROOT / "requirements" / f"{name}.txt").read_text()) == []


@pytest.mark.parametrize(
    "entry", ["six==1.17.0", f"six==1.17.0 \\\n    --hash=sha256:{'0' * 63}", "--pre"]
)
def test_an_unhashed_requirement_would_be_seen(entry: str) -> None:
    whole = f"attrs==1.0 \\\n    --hash=sha256:{'0' * 64}"
    assert unhashed(f"{whole}\n    # via six\n{entry}\n{whole}") == [entry]


@pytest.mark.parametrize(("name", "extras"), EXTRAS.items())
def test_what_the_project_asks_for_stands_in_the_lock(name: str, extras: list[str]) -> None:
    optional = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(line for extra in extras for line in optional[extra])]
    locked = versions(name)
    for requirement in map(Requirement, wanted):
        version = locked[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version, prereleases=True), requirement


@pytest.mark.parametrize("name", EXTRAS)
def test_a_table_runs_on_the_versions_that_were_tested(name: str) -> None:
    assert versions("run").items() <= versions(name).items()


@pytest.mark.parametrize("name", EXTRAS)
def test_no_lock_has_both_distributions_of_rpi_gpio(name: str) -> None:
    assert not {"rpi-gpio", "rpi-lgpio"} <= set(versions(name))


def test_each_extra_for_the_pi_has_its_own_lock() -> None:
    assert "rpi-lgpio" in versions("pi")
    assert "rpi-gpio" in versions("pi-legacy")


@pytest.mark.parametrize("name", ["run", "pi", "pi-legacy"])
def test_a_table_without_a_page_has_none_of_its_libraries(name: str) -> None:
    of_the_page = {Requirement(line).name for line in PROJECT["optional-dependencies"]["web"]}
    assert not of_the_page & set(versions(name))
    assert of_the_page <= set(versions("web"))


def test_no_file_says_where_packages_are_fetched() -> None:
    naming = {
        str(path.relative_to(ROOT)): hosts
        for path in files_of_the_project()
        if (hosts := hosts_named(path.read_bytes().decode(errors="replace")))
    }
    assert naming == {}


@pytest.mark.parametrize("host", HOSTS)
def test_a_named_host_would_be_seen(host: str) -> None:
    assert hosts_named(f"https://www.{host.upper()}/simple") == [host]


@pytest.mark.parametrize("name", EXTRAS)
def test_no_lock_has_an_option_or_an_address(name: str) -> None:
    assert not re.search(r"(?m)^-|://", (ROOT / "requirements" / f"{name}.txt").read_text())
