"""A person does what he is told, does without telling what leaves no choice, or says why not."""

from collections.abc import Callable

import pytest

from firmware.core.vocabulary.asks import MENDING, SETTLING, Act
from firmware.core.vocabulary.cards import PACK
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.refusal import CannotBeDone
from sim.people.decisions import Wanted
from sim.people.keys import card_of
from sim.people.person import ANSWERS, TIDYING, Person
from tests.kits.sim.played_table import PlayedTable, play

AT_ONCE = 1000.0
CHOICES = {Act.PLACE_BETS, Act.DEAL, Act.DECIDE, Act.BRING_RESULT, Act.KEY_AGAIN}
"""What a mind decides: how much, which card or result, what to do."""
OTHERS = {Act.KEY_PRICE, Act.UNREAD_CHIP, Act.READ_CHIPS, Act.DRAW_NUMBER, Act.CHOOSE_CARD,
          Act.ENTER_CARD, Act.KEY_RESULT, Act.START}  # fmt: skip
"""Asked in the middle of something that a verb does whole, or of nobody with hands."""
OF_POKER = {Act.POST, Act.BURN, Act.SHOW, Act.DEAL_AGAIN, Act.TAKE_BACK}
"""Asked at a poker table alone, which has a croupier of its own."""


def test_everything_that_a_table_asks_for_is_answered_or_chosen() -> None:
    assert set(Act) - ANSWERS.keys() == CHOICES | OTHERS | OF_POKER


def test_chips_alone_never_press_a_key() -> None:
    assert TIDYING.keys() <= ANSWERS.keys()
    assert not TIDYING.keys() & (MENDING | {Act.OPEN_TABLE, Act.CONFIRM_FELT})
    assert TIDYING.keys() >= SETTLING


def opened(game: str) -> PlayedTable:
    table = PlayedTable(game=game, speed=AT_ONCE)
    play(table, lambda seen: seen.phase == "open", 1)
    return table


Verb = Callable[[Person], object]
IN_VAIN: dict[str, dict[str, Verb]] = {
    "blackjack": {
        "why.no_such_spot": lambda he: he.chips.place(99, "main"),
        "why.no_such_bet": lambda he: he.chips.place(1, "red"),
        "why.nothing_there": lambda he: he.chips.take(Place(1, "main")),
        "why.nothing_to_decide": lambda he: he.decisions.decide(Wanted(1, Key.HIT)),
        "person.nothing_to_key": lambda he: he.chips.key_amount(he.body.look()),
        "person.nothing_to_name": lambda he: he.keys.name(("AS",)),
        "person.nothing_to_throw": lambda he: he.throws.throw(),
        "person.nothing_to_tidy": lambda he: he.tidy(),
        "person.no_key": lambda he: he.keys.press(Key.DIGIT_1),
        "person.no_such_card": lambda he: card_of("6-6", he.layout.game),
        "person.no_tickets": lambda he: he.sell(1, (1, 2), 100, 1),
    },
    "craps": {"person.no_cards": lambda he: he.at_shoe()},
}


@pytest.mark.parametrize("game", IN_VAIN)
def test_what_he_can_not_do_he_says_and_leaves_the_table_as_it_is(game: str) -> None:
    table = opened(game)
    before, said = table.look(), []
    for verb in IN_VAIN[game].values():
        with pytest.raises(CannotBeDone) as refusal:
            verb(table.croupier.person)
        said.append(refusal.value.why.key)
    assert said == list(IN_VAIN[game])
    assert table.look() == before
    assert table.croupier.person.chips.rack.lying() == {}


def test_no_card_is_drawn_that_is_not_in_the_shoe() -> None:
    table = opened("blackjack")
    cards = table.croupier.person.at_shoe()
    before = table.look()
    gone = PACK[0]
    while cards.deal.pack.holds(gone):
        cards.deal.pack.draw(gone)
    with pytest.raises(CannotBeDone, match=r"person\.card_gone"):
        cards.draw(gone)
    while cards.left:
        cards.deal.pack.draw()
    with pytest.raises(CannotBeDone, match=r"person\.shoe_empty"):
        cards.draw()
    assert table.look() == before


def test_a_person_with_an_empty_shoe_still_deals_the_cards() -> None:
    person = opened("blackjack").croupier.person
    while person.at_shoe().left:
        person.at_shoe().deal.pack.draw()
    assert person.at_shoe() is person.cards


def test_chips_that_he_lays_have_been_read_once_he_is_done() -> None:
    table = opened("blackjack")
    chips = table.croupier.person.chips
    place = chips.place(1, "main")
    chips.lay(place, Cents(2500))
    bets = table.look().spots[1].bets
    assert [(bet.on, bet.cents) for bet in bets] == [("main", 2500)]
    chips.leave((place, None), Cents(1000))
    assert chips.lies((place, None)) == 1000
    assert chips.take(place) == 1000
    assert chips.rack.lying() == {}


def test_he_answers_nothing_that_is_a_choice() -> None:
    table = opened("blackjack")
    person = table.croupier.person
    assert table.look().ask.do is Act.PLACE_BETS
    assert not person.answer(table.look())
    assert table.look().ask.do is Act.PLACE_BETS
