"""Articles 7 and 8: one or two packs that hands shuffle are shuffled after every round."""

import pytest

from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    Event,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    StackRead,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.shell.config.config import ConfigError, parse
from firmware.shell.rules.rules import game_kind, games, open_game
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES

BET = StackRead(Place(1, "ante"), Cents(1000))
PACK = "AS KS QS JS 9S 3D 5C 7D JH QC"


def played(*, by_hand: bool) -> Table:
    table = Table(
        open_game("caribbean-stud", {}), TableRules(sensed=False, shuffled_by_hand=by_hand)
    )
    tell(table, KeyPressed(Key.CONFIRM), BET, KeyPressed(Key.NO_MORE_BETS))
    return table


def tell(table: Table, *events: Event) -> None:
    for event in events:
        table.handle(event, table.state.now + 1)


def dealt_out(table: Table) -> None:
    tell(table, *(CardRead(parse_card(name)) for name in PACK.split()))
    tell(table, KeyPressed(Key.FOLD), StackRead(BET.place, NOTHING), KeyPressed(Key.CONFIRM))


def test_no_round_opens_before_hands_have_shuffled() -> None:
    table = played(by_hand=True)
    dealt_out(table)
    assert table.state.going is Phase.SHOE_CHANGE
    tell(table, KeyPressed(Key.CONFIRM))
    assert table.state.refused is not None
    assert table.state.going is Phase.SHOE_CHANGE
    tell(table, KeyPressed(Key.SHUFFLED))
    assert table.state.going is Phase.OPEN
    assert table.state.shoe.full


def test_a_machine_gives_a_whole_pack_each_round() -> None:
    table = played(by_hand=False)
    dealt_out(table)
    assert table.state.going is Phase.OPEN
    assert table.state.shoe.full


def test_a_voided_round_is_shuffled_too_once_a_card_has_left() -> None:
    void = KeySwitchTurned(on=True), KeyPressed(Key.VOID)
    before, after = played(by_hand=True), played(by_hand=True)
    tell(before, *void)
    assert before.state.going is Phase.OPEN
    tell(after, CardRead(parse_card("AS")), *void)
    assert after.state.going is Phase.SHOE_CHANGE


def test_a_cut_of_power_does_not_shuffle() -> None:
    table = played(by_hand=True)
    dealt_out(table)
    table.resume_from(table.checkpoint())
    tell(table, FaultRaised("figures", "dark"))
    assert table.state.going is Phase.SHOE_CHANGE


@each("game", [game for game in games() if game != "pai-gow"])
def test_article_7_only_three_games_of_cards_may_do_without_a_machine(game: str) -> None:
    may = game in ("pai-gow-poker", "poker-grand-prix", "caribbean-stud")
    assert game_kind(game).BY_HAND is may


BUDGET = (EXAMPLES / "budget.toml").read_text(encoding="utf-8")


def refused(game: str, *, shuffler: bool = True) -> set[tuple[str, str]]:
    """Return what is wrong with a table of another game, dealt from one pack."""
    source = BUDGET.replace('game = "baccarat"', f'game = "{game}"')
    source = source.replace("decks = 6", "decks = 1")
    source = source if shuffler else source.replace("[shuffler]", "[no_shuffler]")
    with pytest.raises(ConfigError) as refusal:
        parse(source)
    return {(fault.key, fault.what.key.removeprefix("config.")) for fault in refusal.value.faults}


def test_article_7_one_pack_needs_a_machine_to_shuffle_it() -> None:
    assert ("shuffler", "by_machine") in refused("three-card-poker", shuffler=False)
    assert ("shuffler", "by_machine") not in refused("three-card-poker")
    assert ("shuffler", "by_machine") not in refused("caribbean-stud", shuffler=False)


def test_amounts_that_players_choose_are_not_keyed() -> None:
    assert ("table.amounts", "free_amounts") in refused("four-card-poker")
    assert ("table.amounts", "free_amounts") not in refused("three-card-poker")
