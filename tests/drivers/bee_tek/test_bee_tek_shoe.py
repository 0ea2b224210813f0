import pytest

from drivers.bee_tek.shoe import DRAWN
from firmware.core.vocabulary.cards import FULL_PACK, Card, parse_card
from firmware.core.vocabulary.events import CardRead, DrawnFor, Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.panel import Panel
from sim.machines.bee_tek import SimBeeTek
from tests.kits.drivers.bee_tek_line import REPEAT_MS, Line, read, say, word
from tests.kits.drivers.far_ends import Silent
from tests.kits.examples import examples
from tests.kits.offenders import each

MISSED = FaultRaised("shoe", "missed")
DISAGREEMENT = FaultRaised("shoe", "disagreement")
UNREADABLE = FaultRaised("shoe", "unreadable")
READABLE = FaultEnded("shoe", "unreadable")


# --- a card


@each("card", FULL_PACK)
def test_each_drawn_card_is_read_once(card: Card) -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.draw(card)
    assert line.pass_time(far.dwell_ms) == []
    far.remove_card()
    assert line.pass_time(5) == [CardRead(card)]
    assert line.pass_time(1000) == []
    assert line.shoe.health == {"words": 2, "repeats": 1}


def test_lone_card_counts_after_window() -> None:
    far = Silent()
    line = Line(far)
    far.says = word("4S")
    assert line.pass_time(REPEAT_MS) == []
    assert line.pass_time(5) == [read("4S")]


def test_burnt_cards_reported_as_burnt() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.burn_card(parse_card("TH"))
    assert line.pass_time(REPEAT_MS + 5) == [CardRead(parse_card("TH"), DrawnFor.BURN)]


def test_repeated_card_is_one() -> None:
    repeated = (word("4S"), REPEAT_MS - 5) * 20
    assert say(*repeated) == [read("4S")]


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_twin_after_window_is_new(copies: int) -> None:
    one = word("4S") * copies
    assert say(one, REPEAT_MS + 5, one) == [read("4S"), read("4S")]


def test_card_at_end_of_window_is_new() -> None:
    assert say(word("4S"), REPEAT_MS, word("5S") * 2) == [read("4S"), read("5S")]
    assert say(word("4S"), REPEAT_MS - 5, word("5S") * 2) == [DISAGREEMENT]


def test_twin_within_window_is_dropped() -> None:
    assert say(word("4S") * 2, REPEAT_MS - 5, word("4S") * 2) == [read("4S")]


@pytest.mark.parametrize("pause", [0, 5, REPEAT_MS - 5])
def test_differing_repeat_is_a_fault(pause: int) -> None:
    assert say(word("4S"), pause, word("5S")) == [DISAGREEMENT]


def test_repeated_card_survives_early_successor() -> None:
    assert say(word("4S") * 2, word("5S") * 2) == [read("4S"), DISAGREEMENT]


def test_each_early_successor_is_a_disagreement() -> None:
    assert say(word("4S"), word("5S") * 2, word("6S") * 2) == [DISAGREEMENT, DISAGREEMENT]


def test_form_that_changes_between_two_words_is_no_other_card() -> None:
    assert say(b"[Game]<Card:10S>", b"\r\n[GAME] <CARD:TS>\r") == [read("TS")]


def test_burnt_card_does_not_repeat_a_game_card() -> None:
    assert say(word("4S"), b" [Manual Burn Cards]<Card:4S> ") == [DISAGREEMENT]


@pytest.mark.clause("Practice misread")
@each("rank", examples("2TA", "23456789TJQKA"))
def test_altered_letter_in_one_of_two_is_no_card(rank: str) -> None:
    good = word(rank + "S")
    for at in range(len(good)):
        for put in b" []<>:2346789TJQKACDHS\x00\xff":
            bad = good[:at] + bytes((put,)) + good[at + 1 :]
            for pair in ((good, bad), (bad, good)):
                is_same = good.strip().upper() in bad.upper()
                reported = [read(rank + "S")] if is_same else [DISAGREEMENT]
                assert say(*pair) == reported, pair


def test_altered_letter_unrepeated_may_be_wrong_card() -> None:
    wrong = set()
    good = word("4S")
    for bit in range(8 * len(good)):
        events = say((int.from_bytes(good) ^ 1 << bit).to_bytes(len(good)))
        assert len(events) == 1
        if isinstance(events[0], CardRead):
            wrong.add(events[0].card.name)
        else:
            assert isinstance(events[0], FaultRaised)
            assert events[0].code in {"missed", "disagreement", "unknown_message"}
    assert wrong - {"4S"} == {"5S", "6S", "4C"}


# --- damage


@pytest.mark.clause("Practice missing card")
def test_damaged_text_without_successor_is_missed() -> None:
    assert say(b" [Game]<Card:4") == [MISSED]


@pytest.mark.parametrize("pause", [0, REPEAT_MS - 60])
@pytest.mark.parametrize("order", [1, -1])
def test_token_beside_damage_is_no_card(order: int, pause: int) -> None:
    first, second = (b" [Game]<Crd:4S> ", word("4S"))[::order]
    assert say(first, pause, second) == [DISAGREEMENT]


@pytest.mark.parametrize("place", range(3))
def test_damage_beside_two_equal_tokens_is_harmless(place: int) -> None:
    words = [word("4S")] * 3
    words[place] = b" [Game]<Crd:4S> "
    assert say(*words) == [read("4S")]


def test_damage_then_card_are_separate() -> None:
    assert say(b" [Game]Crd:4S> ", REPEAT_MS + 5, word("4S") * 2) == [MISSED, read("4S")]


def test_bare_characters_repeat_nothing() -> None:
    assert say(word("4S") + b"4S4S4S") == [DISAGREEMENT]
    assert say(word("4S") * 2 + b"4S4S4S") == [read("4S")]


def test_noise_missed_once_per_window() -> None:
    far = Silent()
    line = Line(far)
    events: list[Event] = []
    for _ in range(200):
        far.says = b"\xff" * 40
        events += line.pass_time(5)
    assert events == [MISSED] * 3
    assert line.shoe.health["dropped_bytes"] > 7000
    assert len(line.shoe._framer._pending_bytes) < 80


# --- unknown words


def unknown(form: str) -> FaultRaised:
    return FaultRaised("shoe", "unknown_message", {"code": form})


@each(
    "said, form",
    [
        (b" [Setup]<Card:4S> ", "[?]<Card>"),
        (b"<Card:4S>", "<Card>"),
        (b"[Game]<Jam>", "[Game]<?>"),
    ],
)
def test_unknown_word_is_named_without_its_card(said: bytes, form: str) -> None:
    far = Silent()
    line = Line(far)
    far.says = said
    assert line.pass_time(REPEAT_MS + 5) == [unknown(form)]
    assert line.shoe.health == {"unknown": 1}
    (stored,) = line.shoe.messages.unknown
    assert (stored.octets, stored.description) == ("··", form)


def test_unknown_word_beside_a_card_leaves_it_in_doubt() -> None:
    assert say(b"[Game]<Crd:4S>", word("4S")) == [DISAGREEMENT]
    assert say(b"[Game]<Crd:4S>", REPEAT_MS + 5, word("4S") * 2) == [
        unknown("[Game]<?>"),
        read("4S"),
    ]


def test_shoe_that_changes_its_mode_is_named_each_time() -> None:
    foreign = b" [Diagnostic]<Card:4S> "
    assert say(foreign, REPEAT_MS + 5, foreign) == [unknown("[?]<Card>")] * 2


# --- the mode for burning by hand

BURNT = b" [Manual Burn Cards]<Card:4S> "
BURN_MODE = FaultRaised("shoe", "burn_mode", {"code": "Manual Burn Cards"})


@pytest.mark.parametrize(
    ("card_due", "events"),
    [
        (False, [CardRead(parse_card("4S"), DrawnFor.BURN)]),
        (True, [BURN_MODE, CardRead(parse_card("4S"), DrawnFor.BURN)]),
    ],
)
def test_burn_mode_is_named_where_a_card_is_due(card_due: bool, events: list[Event]) -> None:
    far = Silent()
    line = Line(far)
    line.shoe.show(Panel({}, card_due=card_due), line.now)
    far.says = BURNT
    assert line.pass_time(REPEAT_MS + 5) == events


@pytest.mark.parametrize("card_due", [False, True])
@pytest.mark.parametrize("said", [BURNT, BURNT * 2, word("4S") + BURNT])
def test_every_card_may_be_a_drawn_one(said: bytes, card_due: bool) -> None:
    far = Silent()
    line = Line(far, every_card=DRAWN)
    line.shoe.show(Panel({}, card_due=card_due), line.now)
    far.says = said
    assert line.pass_time(REPEAT_MS + 5) == [read("4S")]
