"""The configuration: a candidate in the session, and nothing applied that was not shown."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import parse_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.config.source import LARGEST_BYTES
from firmware.shell.config_change.candidate import KeyChange
from firmware.shell.technician.answers import ConfigComparison, CurrentConfig
from firmware.shell.technician.requests import (
    ApplyConfiguration,
    CompareConfiguration,
    Configuration,
    RevertConfiguration,
    SealConfiguration,
)
from tests.kits.console.answers_kit import LANGUAGES, fits, plain, texts, words_of
from tests.kits.console.session_kit import ALL, Seat, looked, packed, printed, said, seat
from tests.kits.examples import examples

TEXT = DEFAULT_TABLE.read_text(encoding="utf-8")
STANDS = CurrentConfig("/etc/croupier/table.toml", TEXT, sealed=True)
CHANGED = ConfigComparison((), (KeyChange("language", '"fr"', '"en"'),))
WRONG = Text("console.happened.other", {"name": "table.spots: 70"})


def refused(context: Seat, name: str, *arguments: str) -> str:
    with pytest.raises(RequestFailed) as error:
        looked(context, name, *arguments)
    return error.value.why.key


# the candidate


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("language", "en", 'language = "en"'),
        ("language", '"en"', 'language = "en"'),
        ("table.name", "Baccara 2", 'name = "Baccara 2"'),
        ("table.spots", "5", "spots = 5"),
        ("shoe.commands", "true", "commands = true"),
        ("table.denominations_cents", "[500, 100]", "denominations_cents = [500, 100]"),
    ],
)
def test_value_is_toml_or_else_text(key: str, value: str, line: str) -> None:
    context = seat(STANDS)
    looked(context, "config set", key, *value.split(" "))
    assert context.candidate is not None
    assert line in context.candidate.splitlines()
    assert parse_config(context.candidate)


def test_next_set_changes_the_candidate() -> None:
    context = seat(STANDS)
    looked(context, "config set", "language", "en")
    looked(context, "config set", "table.spots", "5")
    config = parse_config(context.candidate or "")
    assert (config.language, config.table.spots) == ("en", 5)
    assert context.asked == [Configuration()]


@pytest.mark.parametrize("key", ["tables.name", "table", "a b", "..", ""])
def test_refusal_leaves_the_candidate(key: str) -> None:
    context = seat(STANDS, candidate=TEXT)
    assert refused(context, "config set", key, "1").startswith("technician.")
    assert context.candidate == TEXT


@settings(max_examples=examples(20, 100))
@given(value=st.text(st.characters(codec="utf-8"), min_size=1, max_size=40))
def test_any_text_is_set_or_refused(value: str) -> None:
    context, why = seat(STANDS), None
    try:
        looked(context, "config set", "table.name", value)
    except RequestFailed as error:
        why = context.words.render(error.why)
    assert bool(why) == (context.candidate is None)


@pytest.mark.parametrize("name", ["config diff", "config apply", "config drop"])
def test_missing_candidate_has_remedy(name: str) -> None:
    context = seat(STANDS)
    assert refused(context, name) == "console.config.no_candidate"
    assert context.asked == []


def test_dropped_candidate_is_gone() -> None:
    context = seat(candidate=TEXT)
    looked(context, "config drop")
    assert context.candidate is None
    assert context.asked == []


def test_candidate_is_checked_first() -> None:
    context = seat(STANDS)
    looked(context, "config check")
    assert context.asked == [Configuration(), CompareConfiguration(text=TEXT)]
    context = seat(STANDS, candidate="x = 1")
    looked(context, "config check")
    assert context.asked == [CompareConfiguration(text="x = 1")]


# a file


def test_public_file_is_a_candidate(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    path.write_text(TEXT)
    path.chmod(0o644)
    context = seat()
    looked(context, "config load", str(path))
    assert context.candidate == TEXT


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o660])
def test_private_file_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "accounts.json"
    path.write_text("{}")
    path.chmod(mode)
    context = seat()
    assert refused(context, "config load", str(path)) == "console.config.private"
    assert context.candidate is None


def test_special_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o644)
    assert refused(seat(), "config load", str(tmp_path / "pipe")) == "console.config.private"
    assert refused(seat(), "config load", str(tmp_path)) == "console.config.unreadable"
    assert refused(seat(), "config load", "/dev/zero") == "console.config.private"
    assert refused(seat(), "config load", "a\0b") == "console.config.unreadable"
    assert refused(seat(), "config load", str(tmp_path / "none")) == "console.config.unreadable"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"#" * (LARGEST_BYTES + 1), "config.too_large"),
        (b'language = "\xff"', "config.not_utf8"),
    ],
)
def test_file_without_text_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "new.toml"
    path.write_bytes(data)
    path.chmod(0o644)
    assert refused(seat(), "config load", str(path)) == why


# applying


def test_shown_text_is_applied() -> None:
    context = seat(CHANGED, candidate=TEXT, typed=["oui"])
    looked(context, "config apply")
    assert [kind for kind, _ in context.log] == ["show", "ask"]
    assert "language" in str(context.saw("show")[0])
    assert context.asked == [CompareConfiguration(text=TEXT), ApplyConfiguration(text=TEXT)]
    assert context.candidate is None


@pytest.mark.parametrize(
    ("compared", "why"),
    [
        (ConfigComparison((WRONG,), CHANGED.changes), "console.config.not_sound"),
        (ConfigComparison((), ()), "console.config.no_change"),
    ],
)
def test_faulty_text_is_not_applied(compared: ConfigComparison, why: str) -> None:
    context = seat(compared, candidate=TEXT, typed=["oui"])
    assert refused(context, "config apply") == why
    assert context.asked == [CompareConfiguration(text=TEXT)]
    assert (context.candidate, context.typed) == (TEXT, ["oui"])


def test_undo_needs_confirmation() -> None:
    context = seat(typed=["Oui"])
    looked(context, "config undo")
    assert context.asked == [RevertConfiguration()]


def test_difference_is_shown_first() -> None:
    context = seat(CurrentConfig("table.toml", TEXT, sealed=False, wrong=(WRONG,)), typed=["oui"])
    looked(context, "seal")
    assert [kind for kind, _ in context.log] == ["show", "ask"]
    assert "table.spots: 70" in str(context.saw("show")[0])
    assert context.asked == [Configuration(), SealConfiguration()]


@pytest.mark.parametrize("sealed", [True, False])
def test_equal_text_needs_no_question(sealed: bool) -> None:
    context = seat(CurrentConfig("table.toml", TEXT, sealed=sealed))
    looked(context, "seal")
    assert context.asked == [Configuration(), SealConfiguration()]
    assert context.log == []


# what is shown


@pytest.mark.parametrize(
    ("key", "lines"),
    [
        ("language", ['language = "fr"']),
        ("limits.tie", ["limits.tie.min_cents = 500", "limits.tie.max_cents = 50000"]),
        ("journal", ['journal.copies = ["journal/first", "journal/second"]']),
    ],
)
def test_values_are_one_a_line(key: str, lines: list[str]) -> None:
    assert looked(seat(STANDS), "config show", key)[0].text.splitlines() == lines


@pytest.mark.parametrize("key", ["lang", "limits.tie.min", "limits.", "x"])
def test_empty_key_is_refused(key: str) -> None:
    assert refused(seat(STANDS), "config show", key) == "console.config.no_key"


NOTES = st.lists(texts(60).map(lambda name: Text("console.happened.other", {"name": name})))
SETS = st.builds(
    CurrentConfig,
    path=texts(30),
    text=texts(200),
    sealed=st.booleans(),
    wrong=NOTES.map(tuple),
    before=st.booleans(),
)
VALUES = st.one_of(st.none(), texts(40))
COMPARED = st.builds(
    ConfigComparison,
    faults=NOTES.map(tuple),
    changes=st.lists(st.builds(KeyChange, key=texts(20), before=VALUES, after=VALUES)).map(tuple),
)


@settings(max_examples=examples(20, 100))
@given(found=SETS, language=st.sampled_from(LANGUAGES), held=st.booleans())
def test_show_prints_text_and_seal(found: CurrentConfig, language: str, held: bool) -> None:
    context = seat(found, language=language, candidate="" if held else None)
    page = printed(context, "config show")
    assert fits(page)
    all_of_it = packed(page)
    for row in found.text.splitlines():
        assert plain(row) in all_of_it
    assert plain(found.path) in all_of_it
    for note in found.wrong:
        assert plain(str(note.values["name"])) in all_of_it
    state = {
        "sealed": found.sealed and not found.wrong,
        "not_sealed": bool(found.wrong),
        "no_seal": not found.sealed and not found.wrong,
        "before": found.before,
        "held": held,
    }
    for name, there in state.items():
        words = packed(words_of(context, f"console.config.{name}"))
        assert (words in all_of_it) == there


@pytest.mark.parametrize("name", ["config check", "config diff"])
@settings(max_examples=examples(20, 100))
@given(found=COMPARED, language=st.sampled_from(LANGUAGES))
def test_every_fault_and_change_printed(name: str, found: ConfigComparison, language: str) -> None:
    page = said(ALL[name], found, language)
    assert fits(page)
    all_of_it = packed(page)
    for note in found.faults:
        assert plain(str(note.values["name"])) in all_of_it
    for change in found.changes:
        for sign, value in (("-", change.before), ("+", change.after)):
            if value is not None:
                assert plain(f"{sign} {change.key} = {value}") in all_of_it
    sound = packed(words_of(seat(language=language), "console.config.sound"))
    assert (sound in all_of_it) == (not found.faults)
