"""Articles 7 and 8: when the cards are shuffled, and by what."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from firmware.core.display.panel import table_panel
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    Event,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    ShuffleEnded,
    StackRead,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.shell.config.config import parse_config
from firmware.shell.config.faults import ConfigError
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.quebec import game_class, games_in_pack, open_game

CONFIRM, CLOSE = KeyPressed(Key.CONFIRM), KeyPressed(Key.NO_MORE_BETS)
SHUFFLED, UNDO = KeyPressed(Key.CARDS_SHUFFLED), KeyPressed(Key.UNDO)
VOID = KeySwitchTurned(on=True), KeyPressed(Key.VOID_ROUND)
NULL = [parse_card(rank + suit) for suit in "SHDC" for rank in "23456789"]
"""Each two of them that follow each other make a round of Le Chien rouge (66 1)."""
MOST = 7


class Evening:
    """A table, and its rounds: each of two cards that differ from all before."""

    def __init__(self, game: str = "red-dog", **options: Any) -> None:
        self.table = Table(open_game(game, options), TableRules(sensed=False))
        self._pairs: Iterator[tuple[Card, Card]] = zip(NULL[::2], NULL[1::2], strict=True)
        self.tell(CONFIRM)

    def tell(self, *events: Event) -> "Evening":
        for event in events:
            self.table.handle(event, self.table.state.now + 1)
        return self

    def bet(self, *bettors: int | tuple[int, str]) -> "Evening":
        return self.tell(*(self._stack(bettor, 1000) for bettor in bettors))

    def deal(self) -> "Evening":
        """Close, and deal a round that is null; the chips are taken back."""
        return self.tell(CLOSE, *map(CardRead, next(self._pairs)))

    def round(self, *bettors: int | tuple[int, str]) -> "Evening":
        self.bet(*bettors).deal()
        return self.tell(*(self._stack(bettor, 0) for bettor in bettors), CONFIRM)

    @staticmethod
    def _stack(bettor: int | tuple[int, str], cents: int) -> StackRead:
        spot, who = (bettor, None) if isinstance(bettor, int) else bettor
        return StackRead(Place(spot, "main"), Cents(cents), who)

    @property
    def phase(self) -> Phase | None:
        return self.table.state.running_phase

    @property
    def is_due(self) -> bool:
        return self.phase is Phase.SHOE_CHANGE


# how often (8)


@each("first, then", product(range(1, MOST + 1), repeat=2))
def test_8_one_pack_after_round_of_four_or_two_of_fewer(first: int, then: int) -> None:
    evening = Evening().round(*range(1, first + 1))
    assert evening.is_due == (first >= 4)
    if not evening.is_due:
        assert evening.round(*range(1, then + 1)).is_due


def test_8_bettor_behind_counts() -> None:
    seated = Evening("blackjack", decks=1).bet(1, 2, (2, "B"), (2, "C")).tell(CLOSE)
    assert len(seated.table.state.round.bets.bettors) == 4


def test_8_shuffle_restarts_the_count() -> None:
    evening = Evening().round(1).tell(SHUFFLED)
    assert evening.phase is Phase.OPEN
    assert not evening.round(1).is_due
    assert evening.round(1).is_due


def test_8_no_round_before_shuffle() -> None:
    evening = Evening().round(1, 2, 3, 4).tell(CONFIRM)
    assert evening.table.state.last_refusal is not None
    assert table_panel(evening.table).ask.do is Act.SHUFFLE_CARDS
    assert evening.tell(SHUFFLED).phase is Phase.OPEN
    assert evening.table.state.shoe.is_full


def test_8_card_after_shuffle_stops_deal() -> None:
    evening = Evening().round(1).bet(1).tell(CLOSE, CardRead(NULL[0]))
    assert evening.phase is None
    assert evening.table.state.device.trouble.find_fault("table", "impossible_card") is not None


def test_8_voided_round_does_not_count() -> None:
    evening = Evening().round(1).bet(1, 2, 3, 4).deal().tell(*VOID)
    assert evening.phase is Phase.OPEN
    assert evening.tell(CONFIRM, *(Evening._stack(s, 0) for s in (1, 2, 3, 4))).round(1).is_due


def _voided_until(left: int) -> Evening:
    """Return a table whose rounds were voided until so many cards of its one pack are left."""
    evening, pack = Evening(), list(open_game("red-dog", {}).pack)
    *voided, last = pack[: len(pack) - left]
    for card in voided:
        evening.bet(1).tell(CLOSE, CardRead(card), *VOID)
        evening.tell(Evening._stack(1, 0), CONFIRM)
    return evening.bet(1).tell(CLOSE, CardRead(last))


def test_8_pack_emptied_by_voids_is_shuffled_first() -> None:
    assert _voided_until(1).tell(*VOID).phase is Phase.OPEN
    assert _voided_until(0).tell(*VOID).is_due


@each("left, said", [(1, ["prompt.card_to"]), (0, ["prompt.shoe_empty", "prompt.void_round"])])
def test_empty_shoe_is_not_prompted_for_a_card(left: int, said: list[str]) -> None:
    lines = table_panel(_voided_until(left).table).dealer
    assert [line.key for line in lines][: len(said)] == said


@each("decks", [2, 6])
def test_8_more_packs_run_to_cut_card(decks: int) -> None:
    evening = Evening(decks=decks)
    for _ in range(4):
        assert not evening.round(*range(1, MOST + 1)).is_due
    assert evening.tell(CutCardSeen()).is_due


@each("game", ["pai-gow-poker", "poker-grand-prix", "caribbean-stud", "pai-gow"])
def test_8_three_games_and_tiles_after_each_round(game: str) -> None:
    assert open_game(game, {}).shuffled_each_round


@each(
    "game",
    [
        game
        for game in games_in_pack()
        if getattr(game_class(game), "ALTERNATE_PACKS_ARTICLE", None)
    ],
)
def test_67_1_two_packs_alternate_whole(game: str) -> None:
    two = open_game(game, {"decks": 2})
    assert (two.decks, two.packs_alternate, two.shuffled_each_round) == (1, True, True)
    assert not open_game(game, {}).packs_alternate


# undo, power cuts, voids


def test_8_undone_end_cancels_shuffle() -> None:
    evening = Evening().bet(1, 2, 3, 4).deal()
    evening.tell(*(Evening._stack(spot, 0) for spot in (1, 2, 3, 4)), CONFIRM, UNDO)
    assert evening.phase is Phase.ROUND
    assert evening.tell(CONFIRM).is_due


def test_8_rounds_of_a_pack_survive_power_cut() -> None:
    evening, other = Evening().round(1), Evening()
    other.table.resume_from(evening.table.checkpoint())
    other._pairs = evening._pairs
    assert other.round(1).is_due


BET = StackRead(Place(1, "ante"), Cents(1000))
HANDS = "AS KS QS JS 9S 3D 5C 7D JH QC"


def caribbean() -> Evening:
    return Evening("caribbean-stud").tell(BET, CLOSE)


def dealt_out() -> Evening:
    cards = (CardRead(parse_card(name)) for name in HANDS.split())
    return caribbean().tell(*cards, KeyPressed(Key.FOLD), StackRead(BET.place, NO_CENTS), CONFIRM)


def test_8_void_after_card_shuffles_too() -> None:
    assert caribbean().tell(*VOID).phase is Phase.OPEN
    assert caribbean().tell(CardRead(parse_card("AS")), *VOID).is_due


def test_power_cut_does_not_shuffle() -> None:
    evening = dealt_out()
    evening.table.resume_from(evening.table.checkpoint())
    assert evening.tell(FaultRaised("figures", "dark")).is_due


# the shuffler


def refused(evening: Evening) -> str | None:
    why = evening.tell(SHUFFLED).table.state.last_refusal
    return None if why is None else why.key


def test_8_reporting_shuffler_must_run() -> None:
    evening = Evening().tell(ShuffleEnded(52), SHUFFLED).round(1, 2, 3, 4)
    shown = table_panel(evening.table)
    assert [text.key for text in shown.dealer] == ["prompt.shuffle", "prompt.shuffler_awaited"]
    assert Key.CARDS_SHUFFLED not in shown.keys
    assert refused(evening) == "why.not_shuffled"
    assert evening.is_due
    assert evening.tell(ShuffleEnded(52), SHUFFLED).phase is Phase.OPEN


def test_8_silent_shuffler_not_awaited() -> None:
    evening = Evening().round(1, 2, 3, 4)
    assert Key.CARDS_SHUFFLED in table_panel(evening.table).keys
    assert refused(evening) is None


def test_lost_shuffler_is_not_awaited() -> None:
    evening = Evening().tell(ShuffleEnded(52), SHUFFLED).round(1, 2, 3, 4)
    assert refused(evening.tell(FaultRaised("shuffler", "dark"))) is None


def test_8_shuffle_before_deal_does_not_count() -> None:
    evening = Evening().tell(ShuffleEnded(52), SHUFFLED).bet(1, 2, 3, 4).tell(ShuffleEnded(52))
    evening.deal().tell(*(Evening._stack(spot, 0) for spot in (1, 2, 3, 4)), CONFIRM)
    assert refused(evening) == "why.not_shuffled"


def test_67_1_other_pack_is_shuffled_during_deal() -> None:
    evening = Evening("caribbean-stud", decks=2).tell(ShuffleEnded(52), SHUFFLED, BET, CLOSE)
    evening.tell(CardRead(parse_card("AS")), ShuffleEnded(52), CardRead(parse_card("KS")), *VOID)
    assert [text.key for text in table_panel(evening.table).dealer] == ["prompt.shuffle_in_turn"]
    assert refused(evening) is None


def test_unprompted_shoe_change_counts_as_shuffle() -> None:
    evening = Evening(decks=8).tell(ShuffleEnded(416), SHUFFLED).round(1)
    assert refused(evening) == "why.not_shuffled"
    assert refused(evening.tell(ShuffleEnded(416))) is None


# the configuration


@each("game", [game for game in games_in_pack() if game != "pai-gow"])
def test_7_only_three_card_games_need_no_machine(game: str) -> None:
    may = game in ("pai-gow-poker", "poker-grand-prix", "caribbean-stud")
    assert game_class(game).HAND_SHUFFLED is may


BUDGET = (EXAMPLES / "budget.toml").read_text(encoding="utf-8")
AT_MOUTH = 'part = "pn532-i2c"\nregistry = "/etc/croupier/decks"\nbatch = "2026-11"'
SHOES = {
    "pn532": AT_MOUTH,
    "bee-tek": 'part = "bee-tek"\nport = "/dev/shoe"\nrepeat_ms = 400',
    "angel-eye": (
        'part = "angel-eye"\nport = "/dev/shoe"\nbaud = 4800\ncopies = 2\ncommands = false'
    ),
}


def faulty(
    game: str, *, shuffler: bool = True, shoe: str = "pn532", decks: int = 1
) -> set[tuple[str, str]]:
    """Return what is wrong with a table of another game, dealt from so many packs."""
    source = BUDGET.replace('game = "baccarat"', f'game = "{game}"')
    source = source.replace("decks = 6", f"decks = {decks}").replace(AT_MOUTH, SHOES[shoe])
    source = source if shuffler else source.replace("[shuffler]", "[no_shuffler]")
    with pytest.raises(ConfigError) as refusal:
        parse_config(source)
    return {(fault.key, fault.reason.key.removeprefix("config.")) for fault in refusal.value.faults}


def test_7_one_pack_needs_a_machine() -> None:
    assert ("shuffler", "by_machine") in faulty("three-card-poker", shuffler=False)
    assert ("shuffler", "by_machine") not in faulty("three-card-poker")
    assert ("shuffler", "by_machine") not in faulty("caribbean-stud", shuffler=False)


@each("shoe, decks", product(SHOES, [1, 2, 6]))
def test_8_shuffler_of_one_or_two_packs_is_their_shoe(shoe: str, decks: int) -> None:
    apart = ("shoe", "not_the_shuffler") in faulty("blackjack", shoe=shoe, decks=decks)
    assert apart is (decks < 3 and shoe != "pn532")


def test_8_hands_may_load_any_shoe() -> None:
    found = faulty("caribbean-stud", shoe="bee-tek", shuffler=False)
    assert ("shoe", "not_the_shuffler") not in found


def test_chosen_amounts_are_not_keyed() -> None:
    assert ("table.amounts", "free_amounts") in faulty("four-card-poker")
    assert ("table.amounts", "free_amounts") not in faulty("three-card-poker")
