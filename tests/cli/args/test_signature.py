"""A command line is read as the signature of its function says."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from firmware.cli.args.parser import parse_arguments
from firmware.cli.args.signature import (
    Option,
    call_with_values,
    command_signature,
    mutually_exclusive,
)
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.words import Words
from tests.kits.offenders import each

Given = dict[str, Any]


@mutually_exclusive("config", "journal")
@dataclass(frozen=True, kw_only=True)
class Places:
    config: Path | None = None
    journal: tuple[Path, ...] = ()


@mutually_exclusive("numbers", "pick", is_required=True)
def served(
    words: Words,
    name: str,
    most: int = 10,
    *,
    numbers: tuple[int, ...] = (),
    pick: int | None = None,
    far_end: Path | None = None,
    from_: int | None = None,
    speed: float = 1.0,
    shoe: Literal["simulated", "external"] = "simulated",
    jokers: Literal[0, 1, 2] = 0,
    web: Annotated[str | None, Option(bare_value="8080")] = None,
    out: Annotated[Path | None, Option(short_flag="o")] = None,
    plain: bool = False,
    places: Places,
) -> Given:
    return locals()


def others(words: Words, *command: str, serve: bool = False) -> Given:
    return locals()


def given(*line: str, function: Any = served) -> Given:
    values = parse_arguments(command_signature("served", function), line)
    assert values is not None
    found: Given = call_with_values(function, values | {"words": Words.load("en")})
    return {name: value for name, value in found.items() if name != "words"}


def wrong(*line: str, function: Any = served) -> str:
    with pytest.raises(RequestFailed) as refused:
        parse_arguments(command_signature("served", function), line)
    return Words.load("en").render(refused.value.why)


AS_IT_IS = given("bac", "--pick", "1")


def test_defaults_follow_signature() -> None:
    assert {**AS_IT_IS, "places": None} == {
        "name": "bac",
        "most": 10,
        "numbers": (),
        "pick": 1,
        "far_end": None,
        "from_": None,
        "speed": 1.0,
        "shoe": "simulated",
        "jokers": 0,
        "web": None,
        "out": None,
        "plain": False,
        "places": None,
    }
    assert AS_IT_IS["places"] == Places()


@each(
    "line, changed",
    [
        ("bac 3 --pick 1", {"most": 3}),
        ("--pick 1 bac 3", {"most": 3}),
        ("--plain --pick=1 bac", {"plain": True}),
        ("bac --pi 1", {}),
        ("bac --pick 1 --far-end /a", {"far_end": Path("/a")}),
        ("bac --pick 1 --from -3", {"from_": -3}),
        ("bac --pick 1 --speed .5", {"speed": 0.5}),
        ("bac --pick 1 --shoe external", {"shoe": "external"}),
        ("bac --pick 1 --jokers 2", {"jokers": 2}),
        ("bac --pick 1 --web", {"web": "8080"}),
        ("bac --web --pick 1", {"web": "8080"}),
        ("bac --pick 1 --web 0", {"web": "0"}),
        ("bac --pick 1 --web=", {"web": ""}),
        ("bac --pick 1 -o /a", {"out": Path("/a")}),
        ("bac --pick 1 -o/a", {"out": Path("/a")}),
        ("bac --pick 1 --out=/a=b", {"out": Path("/a=b")}),
        ("bac --pick 1 --out -", {"out": Path("-")}),
        ("bac --pick 2 --pick 1", {}),
        ("bac --numbers 1 2 3", {"numbers": (1, 2, 3), "pick": None}),
        ("--numbers 1 2 --plain bac", {"numbers": (1, 2), "pick": None, "plain": True}),
        ("bac --pick 1 --config /a", {"places": Places(config=Path("/a"))}),
        ("bac --pick 1 --journal a b", {"places": Places(journal=(Path("a"), Path("b")))}),
        ("--pick 1 -- --bac", {"name": "--bac"}),
    ],
)
def test_option_changes_its_parameter(line: str, changed: Given) -> None:
    assert given(*line.split()) == AS_IT_IS | changed


@each(
    "line, said",
    [
        ("--pick 1", "TEXT is missing; see: croupier help served"),
        ("bac", "either --numbers or --pick must be given; see: croupier help served"),
        ("bac --pick 1 --numbers 1", "--numbers can't be given together with --pick"),
        ("bac --pick 1 --config a --journal b", "--config can't be given together with --journal"),
        ("bac 3 4 --pick 1", "“4” is one word too many; see: croupier help served"),
        ("bac --pick", "--pick needs a value; see: croupier help served"),
        ("bac --numbers --plain", "--numbers needs a value"),
        ("bac --pick x", "--pick: “x” can't be used; wanted: a whole number"),
        ("bac --pick 1 --speed x", "--speed: “x” can't be used; wanted: a number"),
        ("bac --pick 1 --shoe y", "--shoe: “y” can't be used; wanted: simulated, external"),
        ("bac --pick 1 --jokers 3", "--jokers: “3” can't be used; wanted: 0, 1, 2"),
        ("bac --pick 1 --lang de", "--lang: “de” can't be used; wanted: fr, en"),
        ("bac --plain=yes", "--plain takes no value: leave “yes” out"),
        ("bac --p 1", "--p may be --pick, --plain: write more of it"),
        ("bac --pik 1", "no option --pik; did you mean “--pick”?"),
        ("bac --quite-other", "no option --quite-other; see: croupier help served"),
        ("bac -x", "no option -x; see: croupier help served"),
    ],
)
def test_mistake_is_named_with_remedy(line: str, said: str) -> None:
    assert wrong(*line.split()).startswith(said)


@each(
    "line, command, serve",
    [
        ("", (), False),
        ("--serve", (), True),
        ("--serve status --json --lang en", ("status", "--json"), True),
        ("status --lang=en 3", ("status", "3"), False),
        ("status -- --lang en", ("status", "--", "--lang", "en"), False),
        ("status --serve", ("status", "--serve"), False),
        ("-- --serve", ("--serve",), False),
        ("config set --help", ("config", "set", "--help"), False),
    ],
)
def test_remaining_words_unchanged(line: str, command: tuple[str, ...], serve: bool) -> None:
    assert given(*line.split(), function=others) == {"command": command, "serve": serve}


@each("line", ["--help", "-h", "bac --help", "bac --pick 1 -h", "--plain -h --nonsense"])
def test_help_in_any_position(line: str) -> None:
    assert parse_arguments(command_signature("served", served), line.split()) is None
