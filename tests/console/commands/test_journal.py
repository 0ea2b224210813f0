"""The journal's commands: entries without private data, bundles, and the maker's signature."""

from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.console.commands.program import ProgramVerdict, verify_program
from firmware.core.table.fault_state import Fault
from firmware.core.vocabulary.disclosure import RecallScope
from firmware.core.vocabulary.events import (
    AnyEvent,
    ChipsSwept,
    ClearAllowed,
    CorrectionMade,
    CutCardSeen,
    Door,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    MetersReset,
    NoResultSeen,
    PresenceSeen,
    StackRead,
    TestBegun,
    TestEnded,
    TimeUp,
    WheelOrdered,
    WheelRefused,
)
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.keys import OVERRIDE_KEYS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import RoundOpened
from firmware.core.vocabulary.wheel_acts import WHEEL_REFUSAL_WORDS, WheelAct
from firmware.shell.recall import RecalledCard, RoundItem
from firmware.shell.technician.answers import (
    ActDone,
    CurrentConfig,
    ExportedBundle,
    JournalEntries,
    VerifiedBundle,
)
from firmware.shell.technician.requests import (
    Configuration,
    ExportBundle,
    InspectDevice,
    JournalTail,
    VerifyBundle,
)
from firmware.shell.trust.keys import fingerprint, write_public_key
from firmware.shell.trust.package import ReleasePackage
from firmware.shell.trust.trust_errors import Mismatch
from firmware.shell.words.catalogue import fault_entry
from tests.kits.console.answers_kit import LANGUAGES, fits, plain, texts, words_of
from tests.kits.console.reading_kit import WORDS
from tests.kits.console.session_kit import ALL, Seat, looked, packed, said, seat
from tests.kits.console.statements import STATEMENT
from tests.kits.examples import examples
from tests.kits.faults.standing import VALUES
from tests.kits.offenders import each
from tests.kits.shell.trust_kit import SOURCES, Maker

PLACE = Place(3, "player")
WALL = "2026-11-21T02:00:0{}+00:00"


def note(name: str) -> Text:
    return Text("console.happened.other", {"name": name})


def refused(context: Seat, name: str, *arguments: str) -> str:
    with pytest.raises(RequestFailed) as error:
        looked(context, name, *arguments)
    return error.value.why.key


# the last entries


@pytest.mark.parametrize(("typed", "count"), [((), 20), (("1",), 1), (("1000",), 1000)])
def test_tail_reads_the_given_count(typed: tuple[str, ...], count: int) -> None:
    context = seat()
    looked(context, "tail", *typed)
    assert context.asked == [JournalTail(count=count)]


@pytest.mark.parametrize("typed", ["0", "1001", "-1", "x", "", "1.5", "²", "9" * 400, "0x10"])
@pytest.mark.parametrize("name", ["tail", "export"])
def test_invalid_count_sends_no_request(name: str, typed: str) -> None:
    if (name, typed) == ("export", "1001"):
        return
    context = seat()
    assert refused(context, name, typed) == "console.ask.whole"
    assert context.asked == []


EVENTS: list[Event] = [
    FaultRaised("shoe", "lost", {"port": "/dev/ttyUSB0"}),
    FaultRaised("brand_new", "lost"),
    FaultEnded("shoe", "lost"),
    StackRead(PLACE, Cents(123450)),
    StackRead(PLACE, Cents(0), "Bob", colours=3),
    PresenceSeen(PLACE, covered=True),
    PresenceSeen(PLACE, covered=False),
    NoResultSeen("ball_out"),
    WheelOrdered(WheelAct.OPEN),
    *(WheelRefused(WheelAct.CLOSE, reason) for reason in WHEEL_REFUSAL_WORDS),
    *(ChipsSwept(), CutCardSeen(), TimeUp(), TestBegun(), TestEnded(), MetersReset()),
    CorrectionMade(3, Place(1, "main"), Cents(-500), "two chips", ("anne", "luc")),
    DoorMoved(Door.LOGIC, open=True),
    *(KeyPressed(key) for key in Key),
]


@each("event, language", product(EVENTS, LANGUAGES))
def test_every_event_printed_in_words(event: Any, language: str) -> None:
    page = said(ALL["tail"], JournalEntries((RoundItem(7, WALL.format(1), event=event),)), language)
    assert fits(page)
    words = page.splitlines()[1].split(maxsplit=2)[2]
    assert type(event).__name__ not in words
    assert "console." not in words
    assert "recall." not in words


EVERY_FAULT = [
    (part, code) for code, kind in FAULT_KINDS.items() for part in sorted(kind.part_names)
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_fault_has_display_words(language: str) -> None:
    words = WORDS[language]
    for part, code in EVERY_FAULT:
        text = words.render(FaultRaised(part, code, VALUES).text())
        shown = words.render(Fault(part, code, VALUES).words)
        assert text in (shown, f"{shown} ({VALUES['code']})"), (part, code)


@pytest.mark.parametrize("language", LANGUAGES)
def test_end_of_fault_has_its_words(language: str) -> None:
    words = WORDS[language]
    for part, code in EVERY_FAULT:
        shown = words.render(fault_entry(code, Fault(part, code)).fault_text)
        for event in (FaultEnded(part, code), ClearAllowed(part, code)):
            text = words.render(event.text())
            assert shown in text, (part, code)
            assert shown != text, (part, code)


def test_fault_code_of_a_wheel_printed() -> None:
    said = WORDS["en"].render(FaultRaised("wheel", "wheel_fault", {"code": "F03"}).text())
    assert said == "Wheel: fault (F03)"


def test_every_event_is_covered() -> None:
    alone = {kind for kind in get_args(AnyEvent) if kind.DISCLOSURE.recall is RecallScope.JOURNAL}
    assert alone <= {type(event) for event in EVENTS}


def test_supervisor_key_as_in_recall() -> None:
    for key in Key:
        text = KeyPressed(key).text().key
        assert text == ("recall.override" if key in OVERRIDE_KEYS else "console.happened.key")


@settings(max_examples=examples(20, 100))
@given(names=st.lists(texts(70), max_size=5), language=st.sampled_from(LANGUAGES))
def test_entry_has_number_and_time(names: list[str], language: str) -> None:
    entries = tuple(
        RoundItem(at, WALL.format(at), note=note(name)) for at, name in enumerate(names)
    )
    page = said(ALL["tail"], JournalEntries(entries), language)
    assert fits(page)
    for name in names:
        assert plain(name) in packed(page)
    rows = [row for row in page.splitlines() if row[:8].strip().isdecimal()]
    assert [int(row[:8]) for row in rows] == list(range(len(names)))
    empty = packed(words_of(seat(language=language), "console.journal.empty"))
    assert (empty in packed(page)) == (not names)


def test_day_is_printed_once() -> None:
    walls = ["2026-11-20T12:00:00+00:00", "2026-11-20T12:30:00+00:00", "2026-11-21T12:00:00+00:00"]
    entries = tuple(RoundItem(at, wall, note=note("x")) for at, wall in enumerate(walls))
    days = [
        row
        for row in said(ALL["tail"], JournalEntries(entries)).splitlines()
        if row.startswith("2")
    ]
    assert days == ["2026-11-20", "2026-11-21"]


@pytest.mark.parametrize(
    "entry",
    [
        RoundItem(1, WALL.format(1), ruling=RoundOpened(12)),
        RoundItem(1, WALL.format(1), card=RecalledCard(1, None, None, None, None)),
        RoundItem(1, "", note=note("damaged")),
        RoundItem(1, WALL.format(1), event=StackRead(PLACE, Cents(5)), undone=True),
    ],
    ids=["ruling", "card", "no time", "undone"],
)
def test_other_entries_as_in_the_recall(entry: RoundItem) -> None:
    page = said(ALL["tail"], JournalEntries((entry,)))
    assert fits(page)
    assert len(page.splitlines()) == 1 + bool(entry.wall)


# bundles


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ((), ExportBundle()),
        (("3",), ExportBundle(first=3)),
        (("3", "12"), ExportBundle(first=3, last=12)),
    ],
)
def test_named_rounds_are_exported(typed: tuple[str, ...], asked: ExportBundle) -> None:
    context = seat()
    looked(context, "export", *typed)
    assert context.asked == [asked]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", ["whole", "round", "shoe", "damaged"])
def test_bundle_is_fully_described(ending: Any, language: str) -> None:
    stated = msgspec.structs.replace(STATEMENT, ending=ending)
    page = said(ALL["export"], ExportedBundle("/a/b.evidence", 98765, stated), language)
    assert fits(page)
    reported = (
        "/a/b.evidence",
        "98765",
        "417",
        " 3 ",
        "12",
        "baccarat",
        "0.6.0",
        stated.made,
        stated.head,
    )
    assert all(packed(one) in packed(page) for one in (*reported, fingerprint(stated.public_key)))
    end = f"evidence.ends.{ending}"
    if ending in ("shoe", "damaged"):
        words = WORDS[language].render(Text(end, {"number": stated.first + stated.records}))
        assert packed(words) in packed(page)


def test_verify_is_of_bundle_or_journal() -> None:
    context = seat()
    looked(context, "verify", "a.evidence")
    looked(context, "verify")
    assert context.asked == [VerifyBundle(bundle="a.evidence"), InspectDevice()]


@settings(max_examples=examples(20, 100))
@given(wrong=st.lists(texts(60), max_size=4), language=st.sampled_from(LANGUAGES))
def test_every_bundle_fault_is_printed(wrong: list[str], language: str) -> None:
    page = said(ALL["verify"], VerifiedBundle(tuple(map(note, wrong))), language)
    assert fits(page)
    assert all(plain(one) in packed(page) for one in wrong)
    assert ("ok " in page) == (not wrong)
    altered = words_of(seat(language=language), "evidence.altered")
    assert f"!! {altered}" in page or not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_check_names_place_of_result(language: str) -> None:
    page = said(ALL["verify"], ActDone((note("begun"),)), language)
    assert fits(page)
    assert all(word in page for word in ("begun", "faults", "tail"))


# the program


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path)


def test_signed_program_has_digest(
    maker: Maker,
) -> None:
    with closing(ReleasePackage.open(maker.package("1.2.3"))) as package:
        found = verify_program(package, maker.public, b"seed")
        again, other = (verify_program(package, maker.public, seed) for seed in (b"seed", b"other"))
    assert (found.version, found.files, found.mismatches) == ("1.2.3", len(SOURCES), ())
    assert found == again
    assert found.digest != other.digest


@pytest.mark.parametrize("seed", [None, b"seed"])
def test_other_maker_has_no_digest(maker: Maker, tmp_path: Path, seed: bytes | None) -> None:
    other = Maker(tmp_path, "other")
    with closing(ReleasePackage.open(maker.package("1.2.3"))) as package:
        found = verify_program(package, other.public, seed)
    assert (found.version, found.digest, len(found.mismatches)) == (None, None, 1)


@pytest.mark.parametrize(("name", "words"), [("manifest", ()), ("digest", ("a", "b"))])
def test_maker_is_the_configured_one(
    maker: Maker, tmp_path: Path, name: str, words: tuple[str, ...]
) -> None:
    write_public_key(tmp_path / "maker.pub", maker.public)
    text = f'[trust]\nmaker = "{tmp_path / "maker.pub"}"\n'
    context = seat(CurrentConfig("table.toml", text, sealed=True))
    [found] = looked(context, name, *words)
    assert isinstance(found, ProgramVerdict)
    assert found.maker == fingerprint(maker.public)
    assert context.asked == [Configuration()]
    assert msgspec.json.decode(msgspec.json.encode(found), type=ProgramVerdict) == found


@pytest.mark.parametrize("text", ["", "trust = 3", "[trust]", "[trust]\nmaker = 3", "no toml ["])
def test_missing_key_is_named(text: str) -> None:
    context = seat(CurrentConfig("table.toml", text, sealed=True))
    with pytest.raises(RequestFailed) as error:
        looked(context, "manifest")
    assert "/etc/croupier/maker.pub" in context.words.render(error.value.why)


def test_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "maker.pub").write_text("no key")
    text = f'[trust]\nmaker = "{tmp_path / "maker.pub"}"\n'
    assert (
        refused(seat(CurrentConfig("table.toml", text, sealed=True)), "manifest") == "trust.no_key"
    )


SIGNED = st.builds(
    ProgramVerdict,
    version=st.one_of(st.none(), st.just("1.2.3")),
    maker=st.just(fingerprint(b"key")),
    files=st.integers(0, 9999),
    mismatches=st.lists(
        st.builds(
            Mismatch,
            part=st.just("program"),
            why=st.sampled_from(["changed", "missing", "surplus", "absent", "forged", "foreign"]),
            file=texts(50),
        ),
        max_size=4,
    ).map(tuple),
    digest=st.one_of(st.none(), st.just("0f" * 32)),
)


@settings(max_examples=examples(20, 100))
@given(found=SIGNED, language=st.sampled_from(LANGUAGES))
def test_every_unsigned_file_is_printed(found: ProgramVerdict, language: str) -> None:
    page = said(ALL["manifest"], found, language)
    assert fits(page)
    all_of_it = packed(page)
    assert packed(found.maker) in all_of_it
    assert packed(found.digest or "") in all_of_it
    assert str(found.files) in all_of_it
    for mismatch in found.mismatches:
        assert plain(mismatch.file) in all_of_it
    assert page.count("!! ") >= len(found.mismatches)
    assert ("ok " in page) == (not found.mismatches)
