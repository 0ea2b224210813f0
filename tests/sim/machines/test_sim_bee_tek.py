import pytest

from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, Card, parse_card
from sim.machines.bee_tek import SimBeeTek
from tests.kits.offenders import each


def test_card_named_when_drawn_and_moved() -> None:
    shoe = SimBeeTek(300)
    shoe.draw(parse_card("4S"))
    assert shoe.transmit() == b" [Game]<Card:4S> "
    shoe.remove_card()
    assert shoe.transmit() == b" [Game]<Card:4S> "
    shoe.remove_card()
    assert shoe.transmit() == b""


@each("card", FULL_PACK)
def test_each_card_has_its_name(card: Card) -> None:
    shoe = SimBeeTek(300)
    shoe.draw(card)
    assert shoe.transmit() == f" [Game]<Card:{card.rank}{card.suit}> ".encode()


def test_card_burnt_by_hand_is_marked() -> None:
    shoe = SimBeeTek(300)
    shoe.burn_card(parse_card("TH"))
    assert shoe.transmit() == b" [Manual Burn Cards]<Card:TH> "


@pytest.mark.parametrize(("card", "readable"), [(parse_card("4S"), False), (JOKER_CARD, True)])
def test_unreadable_card_is_an_error(card: Card, readable: bool) -> None:
    shoe = SimBeeTek(300)
    shoe.draw(card, readable=readable)
    shoe.remove_card()
    assert shoe.transmit() == b" [Game]<Game> "
    assert shoe.in_error
    shoe.clear_error()
    assert not shoe.in_error
    assert shoe.transmit() == b""


def test_next_readable_card_ends_the_error() -> None:
    shoe = SimBeeTek(300)
    shoe.draw(JOKER_CARD)
    shoe.draw(parse_card("4S"))
    assert not shoe.in_error


def test_alarms_and_warnings_have_their_words() -> None:
    shoe = SimBeeTek(300)
    shoe.send_alarm("E3 Card Not Read")
    shoe.send_warning(1)
    assert shoe.transmit() == b" [GameAlarm]<Alarm:E3 Card Not Read> <W0x01>"


def test_cut_card_and_game_not_reported() -> None:
    shoe = SimBeeTek(300)
    shoe.power_on()
    shoe.load_pack()
    shoe.cut_card()
    shoe.prepare_game()
    shoe.receive(b"anything")
    assert shoe.transmit() == b""
    assert not shoe.sees_cut_card
    assert not shoe.follows_the_game


def test_cards_move_slower_than_the_window() -> None:
    assert SimBeeTek(300).gap_ms > 300


def test_damage_applies_to_each_message() -> None:
    shoe = SimBeeTek(300, damage=lambda text: text[:3])
    shoe.draw(parse_card("4S"))
    shoe.remove_card()
    assert shoe.transmit() == b" [G [G"
