import pytest

from drivers.bee_tek import BeeTekShoe
from drivers.bee_tek.shoe import DRAWN
from drivers.part import SelfTestProof
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, Card, parse_card
from firmware.core.vocabulary.events import CardRead, DrawnFor, Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.panel import Panel
from hal.errors import PortLost
from sim.machines.bee_tek import SimBeeTek
from sim.wires.memory_port import MemoryPort
from tests.kits.drivers.bee_tek_line import REPEAT_MS, Line, word
from tests.kits.drivers.far_ends import Silent
from tests.kits.examples import examples
from tests.kits.offenders import each

MISSED = FaultRaised("shoe", "missed")
DISAGREEMENT = FaultRaised("shoe", "disagreement")
UNREADABLE = FaultRaised("shoe", "unreadable")
READABLE = FaultEnded("shoe", "unreadable")


def read(name: str) -> CardRead:
    return CardRead(parse_card(name))


def say(*said: bytes | int) -> list[Event]:
    """Hear the words, with pauses of as many milliseconds, and then until all is settled."""
    far = Silent()
    line = Line(far)
    events: list[Event] = []
    for item in (*said, REPEAT_MS + 100):
        if isinstance(item, int):
            events += line.pass_time(item)
        else:
            far.says += item
    return events


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


# --- cards that the shoe can't read


FAILED = b" [Game]<Game> "
E3 = b" [Game]<Alarm:E3 Card Not Read> "


@each("said", [FAILED, E3, FAILED + E3, E3 + FAILED, FAILED * 5])
def test_unread_card_is_reported_once_at_once(said: bytes) -> None:
    far = Silent()
    line = Line(far)
    far.says = said
    assert line.pass_time(1) == [UNREADABLE]
    assert line.pass_time(1000) == []


def test_next_card_ends_fault_before_its_deal() -> None:
    assert say(FAILED, 1000, word("4S") * 2) == [UNREADABLE, READABLE, read("4S")]
    assert say(FAILED, 5, word("4S") * 2) == [UNREADABLE, READABLE, read("4S")]


def test_fault_ends_once() -> None:
    cards = say(FAILED, 1000, word("4S") * 2, 1000, word("5S") * 2)
    assert cards == [UNREADABLE, READABLE, read("4S"), read("5S")]


def test_another_unread_card_is_reported_again() -> None:
    assert say(FAILED, REPEAT_MS + 5, FAILED) == [UNREADABLE, UNREADABLE]


def test_card_then_unread_disagree() -> None:
    assert say(word("4S"), FAILED) == [DISAGREEMENT]


def test_joker_is_unreadable() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.draw(JOKER_CARD)
    far.remove_card()
    assert line.pass_time(1000) == [UNREADABLE]


def test_supervisor_clears_the_fault() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.draw(parse_card("4S"), readable=False)
    assert line.pass_time(1) == [UNREADABLE]
    line.show()
    assert line.pass_time(1) == []
    line.show(clears="unreadable")
    line.show(clears="unreadable")
    assert line.pass_time(1000) == [READABLE]
    far.draw(parse_card("5S"))
    assert line.pass_time(1000) == [read("5S")]


def test_next_unread_card_is_not_cleared_along() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.draw(parse_card("4S"), readable=False)
    line.pass_time(1000)
    line.show(clears="unreadable")
    far.draw(parse_card("5S"), readable=False)
    assert line.pass_time(1000) == [READABLE, UNREADABLE]


def test_old_panel_does_not_clear_next_unread_card() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    line.show(clears="unreadable")
    line.pass_time(1)
    far.draw(parse_card("4S"), readable=False)
    assert line.pass_time(1) == [UNREADABLE]
    line.show(clears="unreadable")
    assert line.pass_time(1000) == []


@pytest.mark.parametrize("clears", ["lost", "button", None])
def test_nothing_else_is_cleared(clears: str | None) -> None:
    line = Line(Silent())
    line.show(clears=clears)
    assert line.pass_time(100) == []


# --- alarms and warnings


def test_alarm_is_a_fault_with_its_code() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    for _ in range(3):
        far.send_alarm("E5 Lid")
    far.send_alarm("E6 Motor")
    assert line.pass_time(1000) == [
        FaultRaised("shoe", "part_alarm", {"code": "E5"}),
        FaultRaised("shoe", "part_alarm", {"code": "E6"}),
    ]
    far.send_alarm("E6 Motor")
    assert line.pass_time(1) == [FaultRaised("shoe", "part_alarm", {"code": "E6"})]
    assert line.shoe.health["alarms"] == 3


def test_alarm_is_no_card_report() -> None:
    alarm = FaultRaised("shoe", "part_alarm", {"code": "E5"})
    assert say(word("4S"), b" [Game]<Alarm:E5 Lid> ", word("4S")) == [alarm, read("4S")]


def test_warnings_are_only_logged(caplog: pytest.LogCaptureFixture) -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.send_warning(0x01)
    far.draw(parse_card("4S"))
    far.send_warning(0x1F)
    assert line.pass_time(1000) == [read("4S")]
    assert line.shoe.health == {"words": 3, "warnings": 2, "W0x01": 1, "W0x1F": 1}
    assert line.shoe.messages.counts == {"<W0x>": 2, "[Game]<Card>": 1}
    assert [record.getMessage() for record in caplog.records] == [
        "memory: warning W0x01",
        "memory: warning W0x1F",
    ]


def test_cards_are_never_logged(caplog: pytest.LogCaptureFixture) -> None:
    say(word("4S"), b" [Setup]<Card:5S> ", b" [Game]<Alarm:E5 6S> ", word("7S"), b" 8S")
    assert not any(name in caplog.text for name in ("4S", "5S", "6S", "7S", "8S"))


# --- unplugged


def test_card_read_before_cable_loss_is_reported() -> None:
    far = Silent()
    line = Line(far)
    far.says = word("4S")
    assert line.pass_time(5) == []
    line.port.unplug()
    with pytest.raises(PortLost):
        line.shoe.poll(line.now)
    with pytest.raises(PortLost):
        line.shoe.start(line.now)
    line.port.plug()
    line.shoe.start(line.now)
    assert line.pass_time(1000) == [read("4S")]


def test_token_split_by_cable_is_missed_not_joined() -> None:
    far = Silent()
    line = Line(far)
    far.says = b" [Game]<Card:4"
    line.pass_time(5)
    line.port.unplug()
    line.port.plug()
    line.shoe.start(line.now)
    far.says = b"S> "
    assert line.pass_time(1000) == [MISSED]


def test_token_cut_by_cable_is_missed() -> None:
    far = Silent()
    line = Line(far)
    far.says = b" [Game]<Card:4"
    line.pass_time(5)
    line.port.unplug()
    line.port.plug()
    line.shoe.start(line.now)
    assert line.pass_time(1000) == [MISSED]


def test_unread_card_outlives_cable() -> None:
    far = Silent()
    line = Line(far)
    far.says = FAILED
    assert line.pass_time(1) == [UNREADABLE]
    line.shoe.start(line.now)
    far.says = word("4S") * 2
    assert line.pass_time(1) == [READABLE, read("4S")]


# --- the rest


def test_driver_only_listens() -> None:
    far = Silent()
    line = Line(far)
    assert line.shoe.test(line.now) is SelfTestProof.LISTENS
    line.show(clears="unreadable")
    line.pass_time(1000)
    line.shoe.blank()
    assert far.orders == []


def test_zero_window_is_refused() -> None:
    with pytest.raises(ValueError, match="repeat_ms"):
        BeeTekShoe(MemoryPort(Silent()), 0)
