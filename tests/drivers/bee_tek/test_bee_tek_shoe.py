import pytest

from drivers.bee_tek import BeeTekShoe
from drivers.part import SelfTestProof
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, Card, parse_card
from firmware.core.vocabulary.events import CardRead, DrawnFor, Event, FaultEnded, FaultRaised
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
def test_each_card_that_is_drawn_is_read_once(card: Card) -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.draw(card)
    assert line.pass_time(far.dwell_ms) == []
    far.remove_card()
    assert line.pass_time(5) == [CardRead(card)]
    assert line.pass_time(1000) == []
    assert line.shoe.health == {"words": 2, "repeats": 1}


def test_a_card_that_is_not_repeated_counts_when_it_could_no_more_be() -> None:
    far = Silent()
    line = Line(far)
    far.says = word("4S")
    assert line.pass_time(REPEAT_MS) == []
    assert line.pass_time(5) == [read("4S")]


def test_cards_burnt_by_hand_are_told_as_burnt() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.burn_card(parse_card("TH"))
    assert line.pass_time(REPEAT_MS + 5) == [CardRead(parse_card("TH"), DrawnFor.BURN)]


def test_a_card_is_one_for_as_long_as_it_is_repeated() -> None:
    repeated = (word("4S"), REPEAT_MS - 5) * 20
    assert say(*repeated) == [read("4S")]


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_a_twin_is_a_card_of_its_own_once_the_window_is_over(copies: int) -> None:
    one = word("4S") * copies
    assert say(one, REPEAT_MS + 5, one) == [read("4S"), read("4S")]


def test_a_card_that_comes_as_the_window_ends_is_of_its_own() -> None:
    assert say(word("4S"), REPEAT_MS, word("5S") * 2) == [read("4S"), read("5S")]
    assert say(word("4S"), REPEAT_MS - 5, word("5S") * 2) == [DISAGREEMENT]


def test_a_twin_within_the_window_is_swallowed_as_the_docstring_says() -> None:
    assert say(word("4S") * 2, REPEAT_MS - 5, word("4S") * 2) == [read("4S")]


@pytest.mark.parametrize("pause", [0, 5, REPEAT_MS - 5])
def test_a_repetition_that_disagrees_is_no_card_and_a_fault(pause: int) -> None:
    assert say(word("4S"), pause, word("5S")) == [DISAGREEMENT]


def test_a_card_that_was_repeated_stands_when_another_follows_too_soon() -> None:
    assert say(word("4S") * 2, word("5S") * 2) == [read("4S"), DISAGREEMENT]


def test_every_card_that_follows_too_soon_is_a_disagreement() -> None:
    assert say(word("4S"), word("5S") * 2, word("6S") * 2) == [DISAGREEMENT, DISAGREEMENT]


def test_a_burnt_card_is_no_repetition_of_one_in_a_game() -> None:
    assert say(word("4S"), b" [Manual Burn Cards]<Card:4S> ") == [DISAGREEMENT]


@each("rank", examples("2TA", "23456789TJQKA"))
def test_no_letter_changed_in_one_of_two_makes_a_wrong_card(rank: str) -> None:
    good = word(rank + "S")
    for at in range(len(good)):
        for put in b" []<>:2346789TJQKACDHS\x00\xff":
            bad = good[:at] + bytes((put,)) + good[at + 1 :]
            for pair in ((good, bad), (bad, good)):
                told = [read(rank + "S")] if bad == good else [DISAGREEMENT]
                assert say(*pair) == told, pair


def test_without_a_repetition_a_changed_letter_may_be_a_wrong_card_as_the_docstring_says() -> None:
    wrong = set()
    good = word("4S")
    for bit in range(8 * len(good)):
        events = say((int.from_bytes(good) ^ 1 << bit).to_bytes(len(good)))
        assert len(events) == 1
        if isinstance(events[0], CardRead):
            wrong.add(events[0].card.name)
        else:
            assert events == [MISSED]
    assert wrong == {"5S", "6S", "4C"}


# --- damage


def test_damaged_text_of_which_nothing_more_is_heard_is_missed() -> None:
    assert say(b" [Game]<Card:4") == [MISSED]


@pytest.mark.parametrize("pause", [0, REPEAT_MS - 60])
@pytest.mark.parametrize("order", [1, -1])
def test_a_word_alone_beside_damage_is_no_card(order: int, pause: int) -> None:
    first, second = (b" [Game]<Crd:4S> ", word("4S"))[::order]
    assert say(first, pause, second) == [DISAGREEMENT]


@pytest.mark.parametrize("place", range(3))
def test_damage_costs_nothing_where_two_words_agree(place: int) -> None:
    words = [word("4S")] * 3
    words[place] = b" [Game]<Crd:4S> "
    assert say(*words) == [read("4S")]


def test_damage_and_later_a_card_are_two_things() -> None:
    assert say(b" [Game]<Crd:4S> ", REPEAT_MS + 5, word("4S") * 2) == [MISSED, read("4S")]


def test_bare_characters_are_no_repetition() -> None:
    assert say(word("4S") + b"4S4S4S") == [DISAGREEMENT]
    assert say(word("4S") * 2 + b"4S4S4S") == [read("4S")]


def test_noise_is_missed_once_in_a_window_at_most() -> None:
    far = Silent()
    line = Line(far)
    events: list[Event] = []
    for _ in range(200):
        far.says = b"\xff" * 40
        events += line.pass_time(5)
    assert events == [MISSED] * 3
    assert line.shoe.health["dropped_bytes"] > 7000
    assert len(line.shoe._framer._pending_bytes) < 80


# --- cards that the shoe can't read


FAILED = b" [Game]<Game> "
E3 = b" [Game]<Alarm:E3 Card Not Read> "


@each("said", [FAILED, E3, FAILED + E3, E3 + FAILED, FAILED * 5])
def test_a_card_that_could_not_be_read_is_said_once_and_at_once(said: bytes) -> None:
    far = Silent()
    line = Line(far)
    far.says = said
    assert line.pass_time(1) == [UNREADABLE]
    assert line.pass_time(1000) == []


def test_the_next_good_card_ends_it_first_so_that_it_is_dealt() -> None:
    assert say(FAILED, 1000, word("4S") * 2) == [UNREADABLE, READABLE, read("4S")]
    assert say(FAILED, 5, word("4S") * 2) == [UNREADABLE, READABLE, read("4S")]


def test_it_ends_once() -> None:
    cards = say(FAILED, 1000, word("4S") * 2, 1000, word("5S") * 2)
    assert cards == [UNREADABLE, READABLE, read("4S"), read("5S")]


def test_another_card_that_could_not_be_read_is_told_again() -> None:
    assert say(FAILED, REPEAT_MS + 5, FAILED) == [UNREADABLE, UNREADABLE]


def test_a_word_of_a_card_and_then_of_none_disagree() -> None:
    assert say(word("4S"), FAILED) == [DISAGREEMENT]


def test_a_joker_is_none_that_it_can_read() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.draw(JOKER_CARD)
    far.remove_card()
    assert line.pass_time(1000) == [UNREADABLE]


def test_what_the_supervisor_clears_is_over() -> None:
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


def test_the_next_unread_card_is_not_cleared_with_the_one_before() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.draw(parse_card("4S"), readable=False)
    line.pass_time(1000)
    line.show(clears="unreadable")
    far.draw(parse_card("5S"), readable=False)
    assert line.pass_time(1000) == [READABLE, UNREADABLE]


def test_a_panel_of_before_does_not_clear_the_next_unread_card() -> None:
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


def test_an_alarm_is_a_fault_with_its_code() -> None:
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


def test_an_alarm_is_no_word_about_a_card() -> None:
    alarm = FaultRaised("shoe", "part_alarm", {"code": "E5"})
    assert say(word("4S"), b" [Game]<Alarm:E5 Lid> ", word("4S")) == [alarm, read("4S")]


def test_warnings_are_counted_and_logged_and_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.send_warning(0x01)
    far.draw(parse_card("4S"))
    far.send_warning(0x1F)
    assert line.pass_time(1000) == [read("4S")]
    assert line.shoe.health == {"words": 3, "warnings": 2, "W0x01": 1, "W0x1F": 1}
    assert [record.getMessage() for record in caplog.records] == [
        "memory: warning W0x01",
        "memory: warning W0x1F",
    ]


def test_no_card_is_ever_logged(caplog: pytest.LogCaptureFixture) -> None:
    say(word("4S"), b" [Setup]<Card:5S> ", b" [Game]<Alarm:E5 6S> ", word("7S"), b" 8S")
    assert not any(name in caplog.text for name in ("4S", "5S", "6S", "7S", "8S"))


# --- unplugged


def test_a_card_read_before_the_cable_was_pulled_is_still_told() -> None:
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


def test_a_word_cut_in_two_by_the_cable_is_missed_and_never_pieced_together() -> None:
    far = Silent()
    line = Line(far)
    far.says = b" [Game]<Card:4"
    line.pass_time(5)
    line.port.unplug()
    line.port.plug()
    line.shoe.start(line.now)
    far.says = b"S> "
    assert line.pass_time(1000) == [MISSED]


def test_a_word_cut_off_by_the_cable_is_missed() -> None:
    far = Silent()
    line = Line(far)
    far.says = b" [Game]<Card:4"
    line.pass_time(5)
    line.port.unplug()
    line.port.plug()
    line.shoe.start(line.now)
    assert line.pass_time(1000) == [MISSED]


def test_an_unread_card_is_remembered_over_the_cable() -> None:
    far = Silent()
    line = Line(far)
    far.says = FAILED
    assert line.pass_time(1) == [UNREADABLE]
    line.shoe.start(line.now)
    far.says = word("4S") * 2
    assert line.pass_time(1) == [READABLE, read("4S")]


# --- the rest


def test_it_only_listens() -> None:
    far = Silent()
    line = Line(far)
    assert line.shoe.test(line.now) is SelfTestProof.LISTENS
    line.show(clears="unreadable")
    line.pass_time(1000)
    line.shoe.blank()
    assert far.told == []


def test_a_window_without_length_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="repeat_ms"):
        BeeTekShoe(MemoryPort(Silent()), 0)
