"""The locks: whole, of one mind, and silent about where packages are fetched."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.kits.paths import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]

EXTRAS = {
    "run": [],
    "web": ["web"],
    "dev": ["archive", "floor", "odds", "pi", "uplink", "web", "test", "check"],
    "floor": ["floor"],
    "archive": ["floor", "archive"],
    "pi": ["pi", "uplink"],
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


def requirements(name: str) -> list[Requirement]:
    lock = (ROOT / "requirements" / f"{name}.txt").read_text()
    return [Requirement(entry.split(" \\\n")[0]) for entry in entries(lock)]


def holds(requirement: Requirement, environment: dict[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(environment)


def versions(name: str) -> dict[str, str]:
    """Return the version of each distribution in the lock `name`."""
    found: dict[str, str] = {}
    for requirement in requirements(name):
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
    assert {path.stem for path in (ROOT / "requirements").glob("*.txt")} == {*EXTRAS, "build"}


@pytest.mark.parametrize("name", [*EXTRAS, "build"])
def test_every_requirement_is_hashed(name: str) -> None:
    assert unhashed((ROOT / "requirements" / f"{name}.txt").read_text()) == []


@pytest.mark.parametrize(
    "entry", ["six==1.17.0", f"six==1.17.0 \\\n    --hash=sha256:{'0' * 63}", "--pre"]
)
def test_unhashed_requirement_would_be_found(entry: str) -> None:
    whole = f"attrs==1.0 \\\n    --hash=sha256:{'0' * 64}"
    assert unhashed(f"{whole}\n    # via six\n{entry}\n{whole}") == [entry]


@pytest.mark.parametrize(("name", "extras"), EXTRAS.items())
def test_requirements_are_in_the_lock(name: str, extras: list[str]) -> None:
    optional = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(line for extra in extras for line in optional[extra])]
    locked = versions(name)
    for requirement in map(Requirement, wanted):
        version = locked[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version, prereleases=True), requirement


@pytest.mark.parametrize("name", EXTRAS)
def test_table_runs_on_tested_versions(name: str) -> None:
    assert versions("run").items() <= versions(name).items()


def test_build_tools_have_their_own_lock() -> None:
    tools = versions("build")
    assert set(PYPROJECT["dependency-groups"]["build"]) <= set(tools)
    for name in ("run", "pi"):
        shared = tools.keys() & versions(name)
        assert shared <= {"tomlkit"}
        assert {tools[one] for one in shared} <= set(versions(name).values())
    for one in tools.keys() & versions("dev"):
        assert tools[one] == versions("dev")[one]


@pytest.mark.parametrize(("python", "library"), [("3.11", "rpi-lgpio"), ("3.13", "gpiod")])
def test_pi_gets_one_gpio_library(python: str, library: str) -> None:
    there = {"python_version": python, "python_full_version": f"{python}.2"}
    gpio = {"rpi-lgpio", "rpi-gpio", "gpiod"}
    assert gpio & {one.name for one in requirements("pi") if holds(one, there)} == {library}


def test_build_tools_do_not_go_to_a_table() -> None:
    assert not {"hatchling", "editables", "setuptools", "argcomplete"} & set(versions("pi"))


@pytest.mark.parametrize("name", ["run", "pi"])
def test_table_lock_has_no_page_libraries(name: str) -> None:
    of_the_page = {Requirement(line).name for line in PROJECT["optional-dependencies"]["web"]}
    assert not of_the_page & set(versions(name))
    assert of_the_page <= set(versions("web"))


def test_no_file_names_a_package_host() -> None:
    naming = {
        str(path.relative_to(ROOT)): hosts
        for path in files_of_the_project()
        if (hosts := hosts_named(path.read_bytes().decode(errors="replace")))
    }
    assert naming == {}


@pytest.mark.parametrize("host", HOSTS)
def test_named_host_would_be_found(host: str) -> None:
    assert hosts_named(f"https://www.{host.upper()}/simple") == [host]


@pytest.mark.parametrize("name", [*EXTRAS, "build"])
def test_no_lock_has_an_option_or_address(name: str) -> None:
    assert not re.search(r"(?m)^-|://", (ROOT / "requirements" / f"{name}.txt").read_text())
