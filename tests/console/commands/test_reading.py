"""The commands that read: their output fits 80 columns, in both languages, and orders nothing."""

import re
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from rich.cells import cell_len

from firmware.console.text.clean_text import clean_text
from firmware.console.text.drawing import clip_text, fit_text, fold_text
from firmware.console.text.measures import local_time_text, seconds_since, size_text, span_text
from firmware.core.table.meters import BetMeters, Meters, meter_rows
from firmware.core.vocabulary.health import UnknownMessageStatus
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import RoundVoided
from firmware.shell.config.sections import PART_KINDS
from firmware.shell.recall import RecalledRound, RecalledRounds, RoundAccount, RoundItem
from firmware.shell.sockets.control import MOST_ROUNDS
from firmware.shell.technician.answers import LogLines
from firmware.shell.technician.requests import READER_ROLES, LogRequest
from firmware.shell.words.templates import NO_BREAK, read_templates
from tests.kits.console.reading_kit import (
    BY_NAME,
    WELL,
    WIDTH,
    WORDS,
    at,
    fault,
    given,
    part,
    session,
    stopped,
    without,
)
from tests.kits.shell.loop_kit import SETTING

LANGUAGES = tuple(WORDS)
ORDER = "\x1b[2J\x1b]0;owned\x07"
HARMLESS = "\\x1b[2J\\x1b]0;owned\\x07"
texts = st.text(st.characters() | st.sampled_from("\x1b\x07\r\n\t\x9b\u202e\u0301 \xa0"))


def fits(page: str) -> bool:
    return all(cell_len(line) < WIDTH for line in page.split("\n"))


def flat(page: str) -> str:
    """The words of a page, whatever line they stand on; what was cut at 80 columns is whole."""
    return re.sub(r"[ \n]+", " ", page)


def harmless(page: str) -> bool:
    return all(c.isprintable() or c in "\xa0\n" for c in page)


# strings from elsewhere


@for_all(texts)
def test_controls_become_visible(text: str) -> None:
    shown = clean_text(text)
    assert all(c.isprintable() or c == NO_BREAK for c in shown)
    assert clean_text(shown) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("é « × » 1 234,50 $ ♥", "é « × » 1 234,50 $ ♥"),
        ("e\u0301", "é"),
        (ORDER, HARMLESS),
        ("\x9b31m", "\\x9b31m"),
        ("un\ndeux\r\ttrois", "un\\ndeux\\r\\ttrois"),
        ("\u202etfel", "\\u202etfel"),
        ("\ud800", "\\ud800"),
    ],
)
def test_only_controls_are_altered(text: str, shown: str) -> None:
    assert clean_text(text) == shown


@for_all(texts.map(clean_text), st.integers(2, 70))
def test_text_wraps_without_loss(text: str, width: int) -> None:
    lines = fold_text(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert cell_len(clip_text(text, width)) <= width
    assert cell_len(fit_text(text, width)) == width


@pytest.mark.parametrize(
    ("seconds", "reported"),
    [
        (-5, "0 s"),
        (59, "59 s"),
        (60, "1 min"),
        (3599, "59 min"),
        (3600, "1 h 0 min"),
        (86_399, "23 h 59 min"),
        (90_000, "1 j 1 h"),
    ],
)
def test_duration_has_two_units(seconds: int, reported: str) -> None:
    assert span_text(WORDS["fr"], seconds) == reported


@pytest.mark.parametrize(
    ("mib", "french", "english"),
    [(0, "0 Mio", "0 MiB"), (10_239, "10\xa0239 Mio", "10,239 MiB"), (10_240, "10 Gio", "10 GiB")],
)
def test_size_has_a_readable_unit(mib: int, french: str, english: str) -> None:
    assert size_text(WORDS["fr"], mib) == french
    assert size_text(WORDS["en"], mib) == english


@for_all(texts | st.just("2026-11-21T02:00:00+00:00"))
def test_invalid_time_shown_unchanged(wall: str) -> None:
    assert harmless(local_time_text(wall))
    seconds_since(wall, 5, wall)


# faults and explain


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_are_complete(language: str) -> None:
    path = "/media/croupier/journal/" + "a" * 90
    standing = (fault("shoe", "lost"), fault("host", "disk_low", path=path))
    page = given(session(stopped(*standing), language), "faults")
    assert fits(page)
    assert "".join(page.split()).count("a" * 90) == 1
    for one in standing:
        assert WORDS[language].render(Text(f"remedy.{one.code}")) in page
        assert f" {one.code}\n" in page
    assert "<" not in page


def test_no_fault_is_reported() -> None:
    assert "No fault" in given(session(WELL, "en"), "faults")
    assert "No fault" in given(session(WELL, "en"), "explain")


def test_explain_covers_each_once() -> None:
    standing = (fault("shoe", "lost"), fault("chips", "lost"), fault("figures", "dark"))
    found = BY_NAME["explain"].look_up(session(stopped(*standing)), ())
    assert [one.code for one in found.codes] == ["lost", "dark"]  # type: ignore[union-attr]


@pytest.mark.parametrize(("typed", "near"), [("los", "lost"), ("COPYLOST", "copy_lost")])
def test_unknown_code_suggests_nearest(typed: str, near: str) -> None:
    with pytest.raises(RequestFailed) as refused:
        given(session(), "explain", typed)
    assert near in str(refused.value.why.values["near"])


def test_controls_in_code_are_harmless() -> None:
    with pytest.raises(RequestFailed) as refused:
        given(session(), "explain", ORDER)
    assert harmless(WORDS["fr"].render(refused.value.why))


# parts


def every_part() -> tuple[str, ...]:
    return tuple(key.partition(".")[2] for key in read_templates("fr") if key.startswith("part."))


def every_kind() -> set[str]:
    return {kind.word for kinds in PART_KINDS.values() for kind in kinds}


@pytest.mark.parametrize("language", LANGUAGES)
def test_largest_table_fits_80_columns(language: str) -> None:
    kind = max(every_kind(), key=len)
    proofs = ("proven", "answers", "listens", "blind", None)
    parts = [
        part(
            name, kind, up=up, proof=proof, losses=99, errors=9999, last_seen_ms_ago=11 * 86_400_000
        )
        for name in every_part()
        for proof in proofs
        for up in (True, False)
    ]
    page = given(session(at(WELL, parts=tuple(parts)), language), "parts")
    assert fits(page)
    assert "…" not in page


def test_part_shows_last_test_and_error() -> None:
    page = given(session(at(WELL, parts=without("figures")), "en"), "parts")
    lines = page.split("\n")
    (at_figures,) = [n for n, line in enumerate(lines) if "Figures" in line]
    assert lines[at_figures].startswith("!! Figures")
    assert "NO ANSWER" in lines[at_figures]
    assert " figures " in lines[at_figures]
    assert lines[at_figures + 1].endswith("the last: no answer on /dev/ttyUSB0")
    assert "10 of 11 are well" in page


def test_unit_identity_is_harmless() -> None:
    unknown = (UnknownMessageStatus(0, ORDER, ORDER),)
    hostile = part(
        "shoe", ORDER, identity=ORDER, last_error=ORDER, mended={ORDER: 1}, unknown=unknown
    )
    page = given(session(at(WELL, parts=(hostile,))), "parts")
    assert harmless(page)
    assert HARMLESS in page


def test_parts_show_the_last_unknown_messages() -> None:
    unknown = tuple(
        UnknownMessageStatus(1000 * age, f"2A 58 3B 3{age}", f"state {age}") for age in (9, 8, 7, 6)
    )
    page = given(
        session(at(WELL, parts=(part("wheel", "slingshot", unknown=unknown),)), "en"), "parts"
    )
    assert "8 s ago, unknown: state 8: 2A 58 3B 38" in page
    assert "state 9" not in page


# meters, recall, logs


@pytest.mark.clause("ANZ 2003 meters")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_meter_has_ten_digits(language: str) -> None:
    bets = [key.partition(".")[2] for key in read_templates("fr") if key.startswith("bet.")]
    money = {on: BetMeters(*(n * 5 + k for k in range(5))) for n, on in enumerate(bets)}
    counted = Meters(bets=money, rounds=7)
    page = given(session(WELL, language, counted=counted), "meters")
    assert fits(page)
    reported = [word for word in page.split() if len(word) == 10 and word.isdecimal()]
    assert reported == [digits for _, digits in meter_rows(counted)]


def voided(number: int, wall: str = "2026-11-21T01:00:00+00:00") -> RecalledRound:
    account = RoundAccount(0, 0, 0, 0, 0)  # type: ignore[arg-type]
    story = (RoundItem(number, wall, ruling=RoundVoided(number)),)
    times = (wall, wall, wall)
    return RecalledRound(number, "baccarat", *times, True, account, SETTING, False, story)


@pytest.mark.parametrize("language", LANGUAGES)
def test_given_number_of_rounds_printed(language: str) -> None:
    rounds = RecalledRounds(tuple(map(voided, range(1, 5))))
    page = given(session(WELL, language, rounds=rounds), "recall", "2")
    assert fits(page)
    text = [
        WORDS[language].render(Text("view.voided", {"number": number})) for number in range(1, 5)
    ]
    assert [words in page for words in text] == [False, False, True, True]


@pytest.mark.parametrize("typed", ["0", str(MOST_ROUNDS + 1), "-1", "x", "9" * 5000, "", "²"])
def test_other_numbers_are_refused(typed: str) -> None:
    with pytest.raises(RequestFailed):
        given(session(), "recall", typed)


def test_log_lines_printed_harmlessly() -> None:
    logged = LogLines(lines=(f"lost {ORDER} " + "x" * 200,), crashes=("/state/crash-3.txt",))
    context: Any = session(WELL, "en", answer=lambda _request: logged)
    page = given(context, "logs", "7")
    assert context.table.asked == [LogRequest(count=7)]
    assert fits(page)
    assert harmless(page)
    assert "crash file: /state/crash-3.txt" in page


def test_only_the_log_needs_a_login() -> None:
    assert BY_NAME["logs"].roles == READER_ROLES
    open_to_all = {name for name, command in BY_NAME.items() if command.roles is None}
    assert open_to_all == set(BY_NAME) - {"logs", "clock set"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_have_help(language: str) -> None:
    for name, command in BY_NAME.items():
        assert WORDS[language].render(Text(f"console.help.{name.replace(' ', '_')}"))
        for takes in command.parameters:
            assert WORDS[language].render(Text(f"console.takes.{takes.name}"))
