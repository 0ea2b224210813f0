"""Where each event and ruling goes outside the core: all declare it, and one list here holds it.

The list of facts is literal: nothing leaves a table that is not written here too.
"""

import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any, get_args

import pytest

import firmware.core.poker_room.engine.rulings
import firmware.core.tournament.rulings
from firmware.core.vocabulary import events, jackpot, rulings, tournament
from firmware.core.vocabulary.disclosure import (
    UNTIMED,
    EventDisclosure,
    FactRelease,
    FactRule,
    RecallScope,
)
from firmware.core.vocabulary.events import AnyEvent, Event
from firmware.core.vocabulary.fault_text import PART_WORDS
from firmware.core.vocabulary.faults import FAULT_KINDS, FAULT_WORDS
from firmware.core.vocabulary.jackpot import AnyJackpotEvent
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.tournament import AnyTournamentEvent
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.paths import ROOT

WORDS = [Words.load(language) for language in LANGUAGES]
EVENTS: list[type[Event]] = [
    *get_args(AnyEvent),
    *get_args(AnyJackpotEvent),
    *get_args(AnyTournamentEvent),
]
"""The events that a journal can hold."""
RULING_ROOMS: tuple[ModuleType, ...] = (
    rulings,
    jackpot,
    firmware.core.poker_room.engine.rulings,
    firmware.core.tournament.rulings,
)

IMMEDIATE = {
    "RoundOpened": ("round",),
    "BetsLocked": ("round", "bets", "bank"),
    "BetMoved": ("bet",),
    "LateBet": ("place", "cents", "change", "bettor"),
    "LateResolved": ("place",),
    "RoundVoided": ("round",),
    "CommissionCollected": ("spot", "bettor", "cents"),
    "RoundCorrected": ("round", "place", "cents", "bettor"),
    "Refused": (),
    "FaultShown": ("part", "code"),
    "FaultCleared": ("part", "code"),
    "TestOpened": (),
    "TestClosed": (),
    "MetersBegan": ("before",),
    "JackpotLocked": ("round", "bets", "version", "generation", "shown"),
    "JackpotSupervisorCalled": ("table", "round"),
    "FaultRaised": ("part", "code"),
    "FaultEnded": ("part", "code"),
    "PartAwaited": ("part",),
    "PartAnswered": ("part",),
    "ClearAllowed": ("part", "code"),
    "KeySwitchTurned": ("on",),
    "DoorMoved": ("door", "open"),
    "ClockStepped": ("seconds",),
    "ShuffleEnded": ("cards", "unread"),
    "PowerLost": (),
    "PowerReturned": (),
    "ServiceEnded": (),
}
SETTLED = {
    "ResultSeen": ("symbols",),
    "NoResultSeen": ("reason",),
    "Decided": ("spot", "do", "laid", "hand", "bettor"),
    "PaymentUnseen": ("round", "place", "due_cents", "lies_cents", "bettor"),
    "BetSettled": (
        *("bet", "outcome", "returned", "paid", "commission", "odds", "article"),
        *("hand", "bonus", "capped", "hits", "picks"),
    ),
    "PotClosed": ("number", "cents", "commission", "spots"),
    "JackpotDropped": ("number", "cents"),
    "PotWon": ("pot", "spot", "cents", "half"),
    "TimeCharged": ("spot", "cents"),
}
NOT_EVEN_THE_TIME = {
    *("CardRead", "HandCompared", "DeckDoubted", "ShoeResult", "TicketOrdered", "TicketClaimed"),
}
NEVER_SHOWN = NOT_EVEN_THE_TIME | {
    *(kind.__name__ for kind in (*get_args(AnyJackpotEvent), *get_args(AnyTournamentEvent))),
}
"""They may reveal a card, or are of no use to a person."""


def all_rulings() -> list[type[Ruling]]:
    def below(kind: type[Ruling]) -> Iterator[type[Ruling]]:
        for ruling in kind.__subclasses__():
            yield ruling
            yield from below(ruling)

    return [kind for kind in below(Ruling) if kind.__module__.startswith("firmware.")]


def rules() -> dict[type[Any], FactRule]:
    declared = {kind: kind.DISCLOSURE.fact for kind in EVENTS}
    return {**declared, **{kind: kind.FACT for kind in all_rulings()}}


def released(release: FactRelease) -> dict[str, tuple[str, ...]]:
    return {k.__name__: rule.fields for k, rule in rules().items() if rule.release is release}


# every event declares where it goes


@pytest.mark.clause("25 CFR 547.10(a)(2)")
def test_journal_accepts_every_event() -> None:
    rooms = (events, jackpot, tournament)
    defined = {
        kind
        for room in rooms
        for kind in vars(room).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    }
    assert defined == set(EVENTS), "name it in AnyEvent of its module"


@each("event", EVENTS)
def test_every_event_declares_and_inherits_nothing(event: type[Event]) -> None:
    assert isinstance(vars(event)["DISCLOSURE"], EventDisclosure)


def test_event_base_has_no_fallback_declaration() -> None:
    assert not hasattr(Event, "DISCLOSURE")


@pytest.mark.parametrize("words", WORDS, ids=LANGUAGES)
def test_declared_words_exist(words: Words) -> None:
    missing = [kind.DISCLOSURE.words for kind in EVENTS if not words.has_key(kind.DISCLOSURE.words)]
    assert missing == [], "write the sentence in firmware/words, in each language"


def test_shown_event_shows_more_than_its_name() -> None:
    hidden = {kind for kind in EVENTS if kind.DISCLOSURE.recall is RecallScope.HIDDEN}
    own_text = {kind for kind in EVENTS if "text" in vars(kind)}
    unnamed = {kind for kind in EVENTS if kind.DISCLOSURE.words == "console.happened.other"}
    assert unnamed - own_text - hidden == set(), "name a sentence in its DISCLOSURE, or hide it"


# what leaves the table

LISTED = "once it is sure that it says nothing of an unseen card, list it at the top of this file"


@pytest.mark.clause(
    "25 CFR 547.10(c)", "25 CFR 547.10(a)(2)", "AGCO 11.1.1", "ANZ 1.18.1", "AGCO 6.1.1"
)
def test_immediate_disclosures_are_exactly_these() -> None:
    assert released(FactRelease.IMMEDIATE) == IMMEDIATE, LISTED


@pytest.mark.clause("AGCO 6.1.1")
def test_end_of_round_disclosures_are_exactly_these() -> None:
    assert released(FactRelease.SETTLED) == SETTLED, LISTED


@pytest.mark.clause("WA 230-16-152")
def test_cards_and_tickets_leave_not_even_a_time() -> None:
    untimed = {kind.__name__ for kind, rule in rules().items() if rule == UNTIMED}
    assert untimed == NOT_EVEN_THE_TIME, LISTED


def test_fact_names_existing_fields() -> None:
    for kind, rule in rules().items():
        assert set(rule.fields) <= set(kind.__struct_fields__), kind


def test_base_class_discloses_no_ruling() -> None:
    leaving = [k for k in all_rulings() if k.FACT.release is not FactRelease.NEVER]
    assert [kind for kind in leaving if "FACT" not in vars(kind)] == []


def test_card_revealing_event_is_hidden() -> None:
    hidden = {k.__name__ for k in EVENTS if k.DISCLOSURE.recall is RecallScope.HIDDEN}
    assert hidden == NEVER_SHOWN, LISTED


# where an event is named

CLASS, ROWS = "firmware/core/vocabulary/events.py", "firmware/core/table/rows.py"
NAMED_IN = {
    "NoMoreBetsSeen": {CLASS, ROWS},
    "NoResultSeen": {CLASS, ROWS, "firmware/core/table/results.py"},
    "PresenceSeen": {
        *(CLASS, ROWS, "firmware/core/table/betting.py"),
        "firmware/shell/history/shared_commit.py",  # a reading that may wait for others
    },
    "ShoeRestarted": {CLASS, ROWS, "firmware/core/table/device_events.py"},
    "ShoeResult": {CLASS, ROWS, "firmware/core/table/cards.py"},
    "ShuffleEnded": {
        *(CLASS, ROWS, "firmware/core/table/shuffling.py"),
        "firmware/floor/projection/play.py",  # the pit shows how many cards the shuffler counted
    },
}
"""Events of parts, with the files that name them besides the drivers that report them: the class,
the rows of the table, and its action."""
READERS = ("firmware/floor/facts.py", "firmware/shell/recall", "sim/web/recording/event_origin.py")
"""The files that read the declarations."""
OF_CARDS_AND_KEYS = {"CardRead", "KeyPressed"}
"""A card is shown once it is public, a key by what it is: these two they name."""


def sources(*roots: str) -> Iterator[tuple[str, str]]:
    for root in roots:
        path = ROOT / root
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            yield file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")


def names(source: str, event: str) -> bool:
    return re.search(rf"\b{event}\b", source) is not None


@each("event, files", NAMED_IN.items())
def test_event_needs_class_driver_and_table_action_only(event: str, files: set[str]) -> None:
    naming = {path for path, source in sources("firmware", "hal") if names(source, event)}
    assert naming == files, "an event is named by its class, its row and its action: see ADR 53"
    assert any(names(source, event) for _, source in sources("drivers"))


def test_declaration_readers_name_no_event() -> None:
    shared = {kind.__name__ for kind in EVENTS} - OF_CARDS_AND_KEYS
    named = [(path, e) for path, source in sources(*READERS) for e in shared if names(source, e)]
    assert named == []


# faults and parts in words


def test_every_fault_and_part_has_words() -> None:
    assert FAULT_WORDS.keys() == FAULT_KINDS.keys(), "name its words in FAULT_WORDS"
    parts = frozenset[str]().union(*(kind.part_names for kind in FAULT_KINDS.values()))
    assert PART_WORDS.keys() == parts, "name its word in PART_WORDS"
    keys = [*PART_WORDS.values(), *(key for pair in FAULT_WORDS.values() for key in pair)]
    missing = [key for words in WORDS for key in keys if not words.has_key(key)]
    assert missing == [], "write them in firmware/words, in each language"
