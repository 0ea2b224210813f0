"""A player as the bank: articles 53 and 62."""

from collections.abc import Iterable
from itertools import product
from typing import Any

from firmware.core.display.panel import table_panel
from firmware.core.table.meters import is_balanced
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.meters import METER_MODULO, BetMeters
from firmware.core.vocabulary.panel import Text
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words
from tests.kits.games.bare_table import BareTable
from tests.kits.games.journaled import check_recount, journaled_seat
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
    settled_fields,
)
from tests.kits.offenders import each

GAMES = ("super-pan-9", "pai-gow-poker")
every_game = each("game", GAMES)


def a_round(game: str, *spots: int) -> list[Step]:
    """Return a whole round: at Super pan 9 all draw, at Pai gow poker all give up."""
    return [*(bet(spot) for spot in spots), *dealt(game, *spots), CONFIRM]


def dealt(game: str, *spots: int) -> list[Step]:
    if game == "pai-gow-poker":
        packets = cards(" ".join(card.name for card in (*FULL_PACK[:48], JOKER_CARD)))
        return [CLOSE, packets, *(decide(spot, "surrender") for spot in spots)]
    packets = cards("KS QS 6S " * len(spots) + "KD QD 6D")
    return [CLOSE, packets, *(decide(spot, "stand") for spot in spots)]


def offered(table: BareTable) -> list[int]:
    return [choice.spot for choice in table.table.state.game.choices if choice.do is Key.TAKE_BANK]


@every_game
def test_53_dealer_is_the_bank_first(game: str) -> None:
    assert play(game, bank(1)).refused == [1]
    assert play(game, bet(1), bank(1)).refused == [2]


@every_game
def test_53_earlier_player_may_be_next(game: str) -> None:
    table = play(game, *a_round(game, 2, 5))
    assert offered(table) == [2, 5]
    assert table.play([bank(3), bank(0), bank(5), bank(2)]).refused == [1, 2, 4]


@every_game
def test_53_bank_is_never_twice_in_a_row(game: str) -> None:
    table = play(game, *a_round(game, 2, 5), bank(5), *a_round(game, 2))
    assert offered(table) == [2]
    assert offered(table.play([*a_round(game, 2, 5)])) == [2, 5]


@every_game
def test_53_status_names_the_bank(game: str) -> None:
    """By it the terminal and the page name the hand in the dealer's place."""
    reporter = StatusReporter("Table", game, Words.load("fr", game))
    for steps, bank_spot in ((a_round(game, 2, 5), 0), ([*a_round(game, 2, 5), bank(5)], 5)):
        table = play(game, *steps).table
        assert reporter.table_status(table, reporter.table_panel(table), ()).bank == bank_spot


@every_game
def test_53_dealer_s_last_game_counts(game: str) -> None:
    table = play(game, *a_round(game, 2, 5), bank(2), *a_round(game, 4, 5))
    assert offered(table) == [5]
    assert offered(table.play(a_round(game, 4))) == [4]


@every_game
def test_53_bank_goes_round_the_table(game: str) -> None:
    table = play(game, *a_round(game, 1, 2, 5), bank(2), *a_round(game, 1, 5))
    assert offered(table) == [5, 1]
    assert offered(table.play([*a_round(game, 1, 2, 5)])) == [5, 1, 2]


@every_game
def test_53_bank_bets_nothing(game: str) -> None:
    table = play(game, *a_round(game, 2, 5), bank(2), bet(2))
    assert table.refused == [len(a_round(game, 2, 5)) + 2]
    table.play([bet(5), CLOSE])
    assert [place.spot for place, _ in table.table.state.game.bets] == [5]


@every_game
def test_53_no_choice_after_close(game: str) -> None:
    table = play(game, *a_round(game, 2, 5))
    assert table.play([bet(5), CLOSE, bank(2)]).refused == [3]


@every_game
def test_53_voided_round_is_no_game(game: str) -> None:
    table = play(game, bet(2), CLOSE, VOID)
    assert offered(table) == []
    table = play(game, *a_round(game, 2, 5), bank(5), bet(2), CLOSE, VOID)
    assert offered(table) == [2, 5]


@every_game
def test_53_choice_of_bank_is_undone(game: str) -> None:
    table = play(game, *a_round(game, 2, 5), bank(5), UNDO)
    assert offered(table) == [2, 5]
    assert not table.play([bank(2), *a_round(game, 5)]).refused


@every_game
def test_53_checkpoint_stores_who_may_be_bank(game: str) -> None:
    table = play(game, *a_round(game, 1, 2, 5), bank(2), *a_round(game, 1, 5))
    again = play(game)
    again.table.resume_from(table.table.checkpoint())
    assert offered(again) == [5, 1]


@every_game
def test_53_another_table_s_history_is_dropped(game: str) -> None:
    table = play(game, *a_round(game, 1))
    table.table.resume_from(play(game).table.checkpoint())
    assert offered(table) == []


def test_62_banks_hand_is_at_the_dealers_place() -> None:
    before = a_round("super-pan-9", 1, 2)
    hands = [cards("KS QS 6S KD QD 5D"), decide(1, "stand"), cards("3H")]
    table = play("super-pan-9", *before, bank(2), bet(1, cents=1500), CLOSE, *hands)
    assert not table.refused
    assert settled_fields(table, "on", "outcome", "commission", "article")[-1] == (
        "main",
        "lose",
        0,
        "57",
    )


def test_53_house_takes_commission() -> None:
    before = a_round("super-pan-9", 1, 2)
    hands = [cards("KS QS 6S KD QD 5D"), decide(1, "stand"), cards("KC")]
    table = play("super-pan-9", *before, bank(2), bet(1, cents=1500), CLOSE, *hands)
    assert settled_fields(table, "outcome", "paid", "commission", "article")[-1] == (
        "win",
        1500,
        100,
        "58",
    )


@every_game
def test_53_checkpoint_stores_the_round_s_bank(game: str) -> None:
    table = play(game, *a_round(game, 1, 2, 5), bank(2))
    again = play(game)
    again.table.resume_from(table.table.checkpoint())
    assert again.table.state.game.bank_spot == 2


# whose money it is


def super_pan(*hands: Step, cents: int = 1000, **more: Any) -> BareTable:
    """Play a round of the dealer's, then one of which the player of spot 1 is the bank."""
    before = a_round("super-pan-9", 1, 2)
    steps = [*before, bank(1), bet(2, cents=cents), CLOSE, *hands]
    return BareTable({"game": "super-pan-9", **more}).play(steps)


LOST = cards("AS AH AD 5S KH KD"), decide(2, "stand"), decide(0, "stand")
WON = cards("5S KH KD AS AH AD"), decide(2, "stand"), decide(0, "stand")


@each("hands, won, commission", [(LOST, 1000, 0), (WON, -1000, 50)])
def test_53_players_win_from_bank_less_commission(
    hands: tuple[Step, ...], won: int, commission: int
) -> None:
    table = super_pan(*hands)
    before = table.table.state.meters
    table.play([CONFIRM])
    meters = table.table.state.meters
    house, his = meters.bets["main"], meters.banked
    assert house.handle == before.bets["main"].handle == 2000
    assert house.paid == before.bets["main"].paid
    assert house.held - before.bets["main"].held == house.commission == commission
    assert (his.handle, his.commission, his.held) == (1000, 0, won % METER_MODULO)
    assert is_balanced(meters)


@each("step", [UNDO, VOID])
def test_53_undo_or_void_restores_his_account(step: Step) -> None:
    table = super_pan(*LOST)
    before = table.table.state.meters.banked
    table.play([CONFIRM, UNDO] if step is UNDO else [VOID])
    assert table.table.state.meters.banked == before == BetMeters()


@each("hands", [LOST, WON])
def test_53_journal_recounts_account(hands: tuple[Step, ...]) -> None:
    table = journaled_seat({"game": "super-pan-9"})
    steps = [*a_round("super-pan-9", 1, 2), bank(1), bet(2), CLOSE, *hands, CONFIRM]
    BareTable({"game": "super-pan-9"}, table).play([*steps, bet(1), CLOSE])
    assert table.state.meters.banked.handle == 1000
    assert check_recount(table.entries) > 1


def test_53_power_cut_preserves_account() -> None:
    table, again = super_pan(*LOST, CONFIRM), play("super-pan-9")
    again.table.resume_from(table.table.checkpoint())
    assert again.table.state.meters == table.table.state.meters


def keys_shown(lines: Iterable[Text]) -> list[str]:
    return [line.key for line in lines]


@each("hands, does, reported", [(LOST, "bank_takes", "bank_wins"), (WON, "bank_pays", "bank_owes")])
def test_53_displays_show_payer_payee_and_balance(
    hands: tuple[Step, ...], does: str, reported: str
) -> None:
    table = super_pan(*hands[:-1]).table
    table.handle(KeyPressed(Key.STAND), 9_000)
    shown = table_panel(table)
    assert f"prompt.{does}" in keys_shown(shown.dealer)
    assert f"prompt.{reported}" in keys_shown(shown.players)
    assert shown.payout is None or shown.payout.bank == 1


def test_53_his_name_is_on_displays_and_prompt() -> None:
    table = super_pan(*LOST[:2]).table
    shown = table_panel(table)
    assert shown.dealer[0] == Text("prompt.decide_players_bank", shown.dealer[0].values)
    assert shown.dealer[0].values["spot"] == 1
    bank_of_1 = Text("hand.bank", {"spot": 1})
    assert shown.dealer[1].values["hand"] == bank_of_1
    assert bank_of_1 in [line.values.get("hand") for line in shown.players]
    assert shown.pulsing == {1}
    table.handle(KeyPressed(Key.STAND), 9_000)
    assert table.state.game.result() == Text("result.bank_total", {"spot": 1, "total": 5})


def test_53_prompt_to_check_bank_s_chips() -> None:
    table = play("super-pan-9", *a_round("super-pan-9", 1, 2))
    assert "prompt.may_be_bank" in keys_shown(table_panel(table.table).dealer)
    lines = table_panel(table.play([bank(1), bet(2, cents=2500)]).table).dealer
    assert Text("prompt.bank_covers", {"spot": 1, "cents": 2500}) in lines
    assert Text("announce.bank", {"spot": 1}) in lines


def test_53_no_maximum_against_a_player() -> None:
    table = super_pan(limits={"main": [500, 1000]}, cents=5000)
    assert not table.refused
    assert super_pan(limits={"main": [500, 1000]}, cents=499).refused
    shown = table_panel(super_pan(limits={"main": [500, 1000]}).play([VOID]).table).players
    assert "players.limits" in keys_shown(shown)


# article 60: he draws or stands as he likes


@each("first, do", product(["5S KH KD", "6S KH KD"], ["stand", "draw", "card", "confirm"]))
def test_60_player_bank_draws_freely(first: str, do: str) -> None:
    how: dict[str, list[Step]] = {
        "stand": [decide(0, "stand")],
        "draw": [decide(0, "draw"), cards("2C")],
        "card": [cards("2C")],
        "confirm": [CONFIRM],
    }
    table = super_pan(cards(f"AS AH AD {first}"), decide(2, "stand"))
    assert [choice.do for choice in table.table.state.game.choices] == [Key.DRAW_CARD, Key.STAND]
    table.play(how[do])
    assert not table.refused
    assert len(table.settled) == 3


def test_60_his_choice_is_undone() -> None:
    table = super_pan(*LOST[:2]).play([decide(0, "draw"), UNDO])
    assert [choice.do for choice in table.table.state.game.choices] == [Key.DRAW_CARD, Key.STAND]


def test_60_dealer_has_no_choice() -> None:
    table = play("super-pan-9", bet(1), CLOSE, cards("AS AH AD 6S KH KD"), decide(1, "stand"))
    assert table.table.state.game.finished
