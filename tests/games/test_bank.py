"""A player as the bank: articles 53 and 62."""

from firmware.core.vocabulary.cards import JOKER, PACK
from firmware.core.vocabulary.keys import Key
from tests.kits.games.bare_table import BareTable
from tests.kits.games.scripts import (
    CLOSE,
    CONFIRM,
    UNDO,
    VOID,
    Step,
    bank,
    bet,
    cards,
    decide,
    play,
    told,
)
from tests.kits.offenders import each

GAMES = ("super-pan-9", "pai-gow-poker")
every_game = each("game", GAMES)


def a_round(game: str, *spots: int) -> list[Step]:
    """Return a whole round: at Super pan 9 all draw, at Pai gow poker all give up."""
    return [*(bet(spot) for spot in spots), *dealt(game, *spots), CONFIRM]


def dealt(game: str, *spots: int) -> list[Step]:
    if game == "pai-gow-poker":
        packets = cards(" ".join(card.name for card in (*PACK[:48], JOKER)))
        return [CLOSE, packets, *(decide(spot, "surrender") for spot in spots)]
    packets = cards("KS QS 6S " * len(spots) + "KD QD 6D")
    return [CLOSE, packets, *(decide(spot, "stand") for spot in spots)]


def offered(table: BareTable) -> list[int]:
    return [choice.spot for choice in table.table.state.game.choices if choice.do is Key.BANK]


@every_game
def test_53_the_dealer_is_the_bank_first(game: str) -> None:
    assert play(game, bank(1)).refused == [1]
    assert play(game, bet(1), bank(1)).refused == [2]


@every_game
def test_53_then_whoever_has_played_may_be(game: str) -> None:
    table = play(game, *a_round(game, 2, 5))
    assert offered(table) == [2, 5]
    assert table.play([bank(3), bank(0), bank(5), bank(2)]).refused == [1, 2, 4]


@every_game
def test_53_no_player_is_the_bank_twice_in_a_row(game: str) -> None:
    table = play(game, *a_round(game, 2, 5), bank(5), *a_round(game, 2))
    assert offered(table) == [2]
    assert offered(table.play([*a_round(game, 2, 5)])) == [2, 5]


@every_game
def test_53_only_the_last_game_of_the_dealers_counts(game: str) -> None:
    table = play(game, *a_round(game, 2, 5), bank(2), *a_round(game, 4, 5))
    assert offered(table) == [5]
    assert offered(table.play(a_round(game, 4))) == [4]


@every_game
def test_53_the_bank_goes_round_the_table(game: str) -> None:
    table = play(game, *a_round(game, 1, 2, 5), bank(2), *a_round(game, 1, 5))
    assert offered(table) == [5, 1]
    assert offered(table.play([*a_round(game, 1, 2, 5)])) == [5, 1, 2]


@every_game
def test_53_the_bank_bets_nothing(game: str) -> None:
    table = play(game, *a_round(game, 2, 5), bank(2), bet(2))
    assert table.refused == [len(a_round(game, 2, 5)) + 2]
    table.play([bet(5), CLOSE])
    assert [place.spot for place, _ in table.table.state.game.bets] == [5]


@every_game
def test_53_who_is_the_bank_is_not_decided_after_the_close(game: str) -> None:
    table = play(game, *a_round(game, 2, 5))
    assert table.play([bet(5), CLOSE, bank(2)]).refused == [3]


@every_game
def test_53_a_round_that_was_voided_is_no_game(game: str) -> None:
    table = play(game, bet(2), CLOSE, VOID)
    assert offered(table) == []
    table = play(game, *a_round(game, 2, 5), bank(5), bet(2), CLOSE, VOID)
    assert offered(table) == [2, 5]


@every_game
def test_53_who_is_the_bank_is_undone(game: str) -> None:
    table = play(game, *a_round(game, 2, 5), bank(5), UNDO)
    assert offered(table) == [2, 5]
    assert not table.play([bank(2), *a_round(game, 5)]).refused


@every_game
def test_53_is_remembered_with_the_checkpoint(game: str) -> None:
    table = play(game, *a_round(game, 1, 2, 5), bank(2), *a_round(game, 1, 5))
    again = play(game)
    again.table.resume_from(table.table.checkpoint())
    assert offered(again) == [5, 1]


@every_game
def test_53_the_memory_of_another_table_is_forgotten(game: str) -> None:
    table = play(game, *a_round(game, 1))
    table.table.resume_from(play(game).table.checkpoint())
    assert offered(table) == []


def test_62_the_banks_hand_lies_in_the_dealers_place() -> None:
    before = a_round("super-pan-9", 1, 2)
    hands = [cards("KS QS 6S KD QD 5D"), decide(1, "stand"), cards("3H")]
    table = play("super-pan-9", *before, bank(2), bet(1, cents=1500), CLOSE, *hands)
    assert not table.refused
    assert told(table, "on", "outcome", "commission", "article")[-1] == ("main", "lose", 0, "57")


def test_53_the_house_takes_its_commission_of_a_bet_won_from_a_player() -> None:
    before = a_round("super-pan-9", 1, 2)
    hands = [cards("KS QS 6S KD QD 5D"), decide(1, "stand"), cards("KC")]
    table = play("super-pan-9", *before, bank(2), bet(1, cents=1500), CLOSE, *hands)
    assert told(table, "outcome", "paid", "commission", "article")[-1] == ("win", 1500, 100, "58")


@every_game
def test_53_whose_bank_a_round_is_is_remembered_with_the_checkpoint(game: str) -> None:
    table = play(game, *a_round(game, 1, 2, 5), bank(2))
    again = play(game)
    again.table.resume_from(table.table.checkpoint())
    assert again.table.state.game.bank == 2
