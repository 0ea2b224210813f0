"""Hands under the seats: a hand is read whole once, and only open cards are compared with it."""

from collections.abc import Iterable

import pytest

from drivers.rr3036.protocol import INVENTORY, OPEN_FIELD, TO_ISO15693, select_antenna
from drivers.rr3036.reader import SeatReader
from drivers.rr3036.seats import SeatCards
from drivers.rr3036.trace import rr3036_of_cards
from drivers.tags.deck_registry import DeckRegistry, TaggedCard
from drivers.trace import TracedFrame, Transfer
from firmware.core.vocabulary.cards import FULL_PACK, Card, parse_card
from firmware.core.vocabulary.events import DeckDoubted, Event, HandCompared
from firmware.core.vocabulary.panel import Panel, PublicCards
from firmware.core.vocabulary.places import Place
from hal.ports import Millis
from sim.bench.seats import card_tag_uid
from sim.machines.rr3036 import SimRr3036
from sim.wires.memory_port import MemoryPort

ONE, TWO = PLACES = (Place(1, "cards"), Place(2, "cards"))
ANTENNAS = dict(enumerate(PLACES, start=1))
SECOND_DECK = bytes.fromhex("E004021100000001")
CHIP = bytes.fromhex("E004015000000001")
REGISTRY = DeckRegistry(
    {
        **{card_tag_uid(card): TaggedCard(card, "red", "2026-11") for card in FULL_PACK},
        bytes.fromhex("E004020000000000"): TaggedCard(parse_card("AS"), "blue", "2026-11"),
        SECOND_DECK: TaggedCard(parse_card("7C"), "old", "2025-01"),
    }
)


def cards(names: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, names.split()))


def tags(names: str) -> frozenset[bytes]:
    return frozenset(map(card_tag_uid, cards(names)))


def laid_out(
    down: int = 2,
    others: str = "",
    named: tuple[int, str] | None = None,
    up: str = "",
    game: int = 1,
) -> PublicCards:
    """Return a game of two players whose first has `up` before him."""
    return PublicCards(
        game=game,
        down={1: down, 2: down} if down else {},
        up={1: cards(up)} if up else {},
        shown={},
        exposed_elsewhere=cards(others),
        named=None if named is None else (named[0], cards(named[1])),
    )


class Seats:
    """The cards of two seats, and what they give away."""

    def __init__(self, *, dealt: bool = True) -> None:
        self.cards = SeatCards(PLACES, REGISTRY, "2026-11")
        self.cards.compare_with(laid_out(down=0))
        if dealt:
            self.lie("AS KD", "7H 2C")
            self.cards.compare_with(laid_out())

    def lie(self, one: str, two: str = "7H 2C", more: Iterable[bytes] = ()) -> None:
        self.cards.set_place_tags(ONE, tags(one) | frozenset(more))
        self.cards.set_place_tags(TWO, tags(two))

    def says(self, public_cards: PublicCards | None = None) -> list[Event]:
        if public_cards is not None:
            self.cards.compare_with(public_cards)
        return list(self.cards.take_events(sweep_ended=True))

    def compared(self, named: str, spot: int = 1, down: int = 2) -> bool | None:
        """Return what is said of a hand that is named."""
        found = self.says(laid_out(down, named=(spot, named)))
        assert found == [HandCompared(spot, cards(named), found[0].agrees)]  # type: ignore[attr-defined]
        return found[0].agrees  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize(("named", "agrees"), [("AS KD", True), ("KD AS", True), ("AS KS", False)])
def test_named_cards_are_compared_with_the_seat(named: str, agrees: bool) -> None:
    assert Seats().compared(named) is agrees


def test_unnamed_hand_has_no_report() -> None:
    seats = Seats()
    assert seats.says() == []
    assert seats.says(laid_out(others="9D TD JD")) == []


def test_hand_compared_once_per_naming() -> None:
    seats = Seats()
    named = laid_out(named=(1, "AS KS"))
    assert len(seats.says(named)) == 1
    assert seats.says(named) == []
    assert seats.says(laid_out()) == []
    assert len(seats.says(named)) == 1


def test_cards_may_be_lifted_one_by_one() -> None:
    seats = Seats(dealt=False)
    for lying in ("AS", "", "KD", "KD"):
        seats.lie(lying)
    seats.cards.compare_with(laid_out())
    assert seats.compared("AS KD") is None
    seats.lie("AS")
    seats.says(laid_out())
    assert seats.compared("AS KD") is True


def test_later_cards_over_a_seat_do_not_count() -> None:
    seats = Seats()
    seats.lie("9D TD")
    seats.lie("")
    assert seats.compared("AS KD") is True


def test_card_dealt_to_wrong_seat_does_not_count() -> None:
    seats = Seats(dealt=False)
    seats.lie("9D")
    seats.lie("")
    seats.lie("AS KD")
    seats.cards.compare_with(laid_out())
    assert seats.compared("AS KD") is True


def test_cards_left_from_prior_game_are_no_hand() -> None:
    seats = Seats()
    seats.says(laid_out(down=0, game=2))
    seats.says(laid_out(down=2, game=2))
    assert seats.says(laid_out(named=(1, "AS KD"), game=2)) == [
        HandCompared(1, cards("AS KD"), None)
    ]


def test_misdeal_rereads_hands() -> None:
    seats = Seats()
    seats.says(laid_out(down=0))
    seats.lie("", "")
    seats.lie("QS QH", "3S 3H")
    seats.says(laid_out())
    assert seats.compared("QS QH") is True


def test_seventh_card_joins_first_two() -> None:
    seats = Seats()
    seats.lie("5H 6H", "7H 2C")
    seats.says(laid_out(up="5H 6H"))
    seats.lie("5H 6H 4D", "7H 2C")
    seats.says(laid_out(down=3, up="5H 6H"))
    found = seats.says(laid_out(down=3, up="5H 6H", named=(1, "AS KD 4D")))
    assert found == [HandCompared(1, cards("AS KD 4D"), agrees=True)]


@pytest.mark.parametrize(("others", "doubted"), [("9D TD JD", False), ("9D 7H JD", True)])
def test_board_card_also_face_down_is_foul_deck(others: str, doubted: bool) -> None:
    seats = Seats()
    assert seats.says(laid_out(others=others)) == ([DeckDoubted()] if doubted else [])
    assert seats.says() == []


def test_card_at_two_seats_is_foul_once() -> None:
    seats = Seats(dealt=False)
    seats.cards.set_place_tags(ONE, tags("KD") | {bytes.fromhex("E004020000000000")})
    seats.cards.set_place_tags(TWO, tags("AS 2C"))
    assert seats.says(laid_out()) == [DeckDoubted()]
    assert seats.says(laid_out(others="9D TD JD")) == []


def test_other_batch_is_foul_deck_and_chip_ignored() -> None:
    seats = Seats()
    seats.lie("AS KD", more=[CHIP])
    assert seats.says() == []
    seats.lie("AS KD", more=[SECOND_DECK])
    assert seats.says() == [DeckDoubted()]


def test_cards_of_a_hand_are_read_over_the_wire() -> None:
    far = SimRr3036(ANTENNAS)
    reader = SeatReader(MemoryPort(far), ANTENNAS, REGISTRY, "2026-11")
    reader.start(Millis(0))
    reader.show(panel(laid_out(down=0)), Millis(0))
    for antenna, names in ((1, "AS KD"), (2, "7H 2C")):
        for tag in tags(names):
            far.put_tag(antenna, tag)
    received = polls(reader)
    reader.show(panel(laid_out()), Millis(1000))
    reader.show(panel(laid_out(named=(2, "7H 2D"))), Millis(1000))
    assert received == []
    assert polls(reader, 1000) == [HandCompared(2, cards("7H 2D"), agrees=False)]


def panel(public_cards: PublicCards) -> Panel:
    return Panel(spots={}, laid_out=public_cards)


def polls(reader: SeatReader, since: int = 0) -> list[Event]:
    return [e for now in range(since, since + 400, 2) for e in reader.poll(Millis(now))]


def test_wire_trace_reveals_no_reading() -> None:
    def traced(names: str) -> list[TracedFrame]:
        far, tracer = SimRr3036(ANTENNAS), rr3036_of_cards()
        for tag in tags(names):
            far.put_tag(1, tag)
        reported: list[TracedFrame] = []
        for at, command in enumerate((OPEN_FIELD, TO_ISO15693, select_antenna(1), INVENTORY)):
            far.receive(command)
            reported += tracer.trace(Transfer(Millis(at), sent_bytes=command))
            reported += tracer.trace(Transfer(Millis(at), received_bytes=far.transmit()))
        return reported

    assert traced("AS KD") == traced("QS") == traced("")
    assert [line.description for line in traced("AS")][-1] == "Inventory"
