"""A person does what he is asked, does without telling what leaves no choice, or says why not."""

from collections.abc import Callable

import pytest

from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import FAULT_ACTS, SETTLEMENT_ACTS, Act
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.refusal import RequestFailed
from sim.people.decisions import DecisionRequest
from sim.people.keys import card_named
from sim.people.person import PROMPT_HANDLERS, TIDYING_HANDLERS, Person
from tests.kits.sim.played_table import PlayedTable, play

AT_ONCE = 1000.0
CHOICES = {Act.PLACE_BETS, Act.DEAL_CARD, Act.TAKE_DECISION, Act.BRING_RESULT, Act.KEY_AGAIN}
"""What a mind decides: how much, which card or result, what to do."""
OTHERS = {Act.KEY_PRICE, Act.UNREAD_CHIP, Act.READ_CHIPS, Act.DRAW_NUMBER, Act.CHOOSE_CARD,
          Act.ENTER_CARD, Act.KEY_RESULT, Act.AWAIT_PART}  # fmt: skip
"""Asked in the middle of something that a verb does whole, or of nobody with hands."""
OF_POKER = {Act.POST_BLINDS, Act.BURN_CARD, Act.SHOW_HANDS, Act.DEAL_AGAIN, Act.TAKE_CARD_BACK}
"""Asked at a poker table alone, which has a croupier of its own."""


def test_every_prompt_answered_or_a_choice() -> None:
    assert set(Act) - PROMPT_HANDLERS.keys() == CHOICES | OTHERS | OF_POKER


def test_chip_handlers_never_press_a_key() -> None:
    assert TIDYING_HANDLERS.keys() <= PROMPT_HANDLERS.keys()
    assert not TIDYING_HANDLERS.keys() & (FAULT_ACTS | {Act.OPEN_TABLE, Act.CONFIRM_FELT})
    assert TIDYING_HANDLERS.keys() >= SETTLEMENT_ACTS


def opened(game: str) -> PlayedTable:
    table = PlayedTable(game=game, speed=AT_ONCE)
    play(table, lambda seen: seen.phase == "open", 1)
    return table


Verb = Callable[[Person], object]
IN_VAIN: dict[str, dict[str, Verb]] = {
    "blackjack": {
        "why.no_such_spot": lambda he: he.player_chips.place(99, "main"),
        "why.no_such_bet": lambda he: he.player_chips.place(1, "red"),
        "why.nothing_there": lambda he: he.player_chips.take_bet(Place(1, "main")),
        "why.nothing_to_decide": lambda he: he.decisions.decide(DecisionRequest(1, Key.HIT)),
        "person.nothing_to_key": lambda he: he.player_chips.key_amount(he.actor.read_status()),
        "person.nothing_to_name": lambda he: he.panel_keys.name_cards(("AS",)),
        "person.nothing_to_throw": lambda he: he.result_maker.throw_result(),
        "person.nothing_to_tidy": lambda he: he.tidy_chips(),
        "person.no_key": lambda he: he.panel_keys.press_key(Key.DIGIT_1),
        "person.no_such_card": lambda he: card_named("6-6", he.layout.game),
        "person.no_tickets": lambda he: he.sell_ticket(1, (1, 2), 100, 1),
    },
    "craps": {"person.no_cards": lambda he: he.require_cards()},
}


@pytest.mark.parametrize("game", IN_VAIN)
def test_impossible_act_changes_nothing(game: str) -> None:
    table = opened(game)
    before, said = table.look(), []
    for verb in IN_VAIN[game].values():
        with pytest.raises(RequestFailed) as refusal:
            verb(table.croupier.person)
        said.append(refusal.value.why.key)
    assert said == list(IN_VAIN[game])
    assert table.look() == before
    assert table.croupier.person.player_chips.amounts_on_felt() == {}


def test_only_a_card_in_the_shoe_drawn() -> None:
    table = opened("blackjack")
    cards = table.croupier.person.require_cards()
    before = table.look()
    gone = FULL_PACK[0]
    while cards.dealt_cards.pack.contains(gone):
        cards.dealt_cards.pack.draw_card(gone)
    with pytest.raises(RequestFailed, match=r"person\.card_gone"):
        cards.draw_card(gone)
    while cards.cards_left:
        cards.dealt_cards.pack.draw_card()
    with pytest.raises(RequestFailed, match=r"person\.shoe_empty"):
        cards.draw_card()
    assert table.look() == before


def test_empty_shoe_can_still_deal() -> None:
    person = opened("blackjack").croupier.person
    while person.require_cards().cards_left:
        person.require_cards().dealt_cards.pack.draw_card()
    assert person.require_cards() is person.cards


def test_laid_chips_are_read_on_return() -> None:
    table = opened("blackjack")
    chips = table.croupier.person.player_chips
    place = chips.place(1, "main")
    chips.bet(place, Cents(2500))
    bets = table.look().spots[1].bets
    assert [(bet.on, bet.cents) for bet in bets] == [("main", 2500)]
    chips.change_bet((place, None), Cents(1000))
    assert chips.amount_at((place, None)) == 1000
    assert chips.take_bet(place) == 1000
    assert chips.amounts_on_felt() == {}


def test_choice_is_not_answered() -> None:
    table = opened("blackjack")
    person = table.croupier.person
    assert table.look().ask.do is Act.PLACE_BETS
    assert not person.answer_prompt(table.look())
    assert table.look().ask.do is Act.PLACE_BETS
