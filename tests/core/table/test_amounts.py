"""How amounts are known: keyed by the dealer, or not at all, and then never shown."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.display.panel import table_panel
from firmware.core.game import wagers
from firmware.core.game.limits import BetLimits
from firmware.core.table.amounts import Amounts
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.events import (
    CardRead,
    Event,
    KeyPressed,
    KeySwitchTurned,
    PowerReturned,
    PresenceSeen,
)
from firmware.core.vocabulary.keys import AMOUNT_KEYS, CHIP_KEYS, Key
from firmware.core.vocabulary.money import NOMINAL_STAKE, UNCOUNTED, Cents
from firmware.core.vocabulary.panel import Panel, SpotLight, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled, BetsLocked, LateBet, Refused, Ruling
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.quebec import open_game

CHIPS = tuple(map(Cents, (50000, 10000, 2500, 500)))
LIMITS = {on: BetLimits(Cents(1000), Cents(60000)) for on in ("player", "banker", "tie")}
BANK, PLAYER, TIE = (Place(3, on) for on in ("banker", "player", "tie"))
WINS = "4S KD 2H 7C"
"""The Bank wins with 7 against 6."""


class Sat:
    """A table whose amounts are not read, and what it ruled."""

    def __init__(self, amounts: Amounts, *, sensed: bool = True) -> None:
        keys = tuple(sorted(AMOUNT_KEYS)) if amounts is Amounts.KEYED else ()
        rules = TableRules(
            limits=LIMITS,
            amounts=amounts,
            sensed=sensed,
            denominations=CHIPS,
            keys=keys,
        )
        self.table = Table(open_game("baccarat", {}), rules)
        self.rulings: list[Ruling] = []
        self.now = 0
        self.press(Key.CONFIRM)

    def tell(self, event: Event) -> tuple[Ruling, ...]:
        self.now += 10
        said = self.table.handle(event, self.now)
        self.rulings += said
        return said

    def press(self, *keys: Key) -> tuple[Ruling, ...]:
        said: tuple[Ruling, ...] = ()
        for key in keys:
            said += self.tell(KeyPressed(key))
        return said

    def cover(self, place: Place, *, covered: bool = True) -> tuple[Ruling, ...]:
        return self.tell(PresenceSeen(place, covered=covered))

    def chips(self, *cents: int) -> tuple[Ruling, ...]:
        return self.press(*(CHIP_KEYS[CHIPS.index(Cents(value))] for value in cents))

    def deal(self, names: str) -> None:
        by_name = {card.name: card for card in FULL_PACK}
        for name in names.split():
            self.tell(CardRead(by_name[name]))

    def supervise(self, *keys: Key) -> tuple[Ruling, ...]:
        self.tell(KeySwitchTurned(on=True))
        said = self.press(*keys)
        self.tell(KeySwitchTurned(on=False))
        return said

    @property
    def panel(self) -> Panel:
        return table_panel(self.table)

    def amount(self, place: Place) -> int:
        return self.table.state.felt.amount((place, None))

    def settled(self) -> list[BetSettled]:
        return [ruling for ruling in self.rulings if isinstance(ruling, BetSettled)]


def refusals(said: tuple[Ruling, ...]) -> list[str]:
    return [ruling.why.key for ruling in said if isinstance(ruling, Refused)]


# keyed


def test_unkeyed_place_is_prompted_in_felt_order() -> None:
    sat = Sat(Amounts.KEYED)
    sat.cover(TIE)
    sat.cover(BANK)
    values = {"spot": 3, "on": Text("bet.banker"), "cents": 0}
    assert sat.panel.dealer[0] == Text("prompt.key_amount", values)
    sat.chips(2500)
    sat.press(Key.NEXT_PLACE)
    assert sat.panel.dealer[0].values["on"] == Text("bet.tie")


def test_key_adds_its_chip_and_empty_restarts() -> None:
    sat = Sat(Amounts.KEYED)
    sat.cover(BANK)
    sat.chips(10000, 2500, 2500)
    assert sat.amount(BANK) == 15000
    sat.press(Key.EMPTY_PLACE)
    assert sat.amount(BANK) == 0
    assert not sat.settled()
    sat.chips(500)
    assert sat.amount(BANK) == 500


def test_chip_unknown_to_table_refused() -> None:
    sat = Sat(Amounts.KEYED)
    sat.cover(BANK)
    assert refusals(sat.press(Key.CHIP_5)) == ["why.no_such_chip"]


def test_key_without_a_place_is_refused() -> None:
    sat = Sat(Amounts.KEYED)
    assert [refusals(sat.press(key)) for key in (Key.CHIP_1, Key.EMPTY_PLACE, Key.NEXT_PLACE)] == [
        ["why.no_place"]
    ] * 3


@each("key", sorted(AMOUNT_KEYS))
@each("amounts", [Amounts.READ, Amounts.UNSEEN])
def test_table_without_keyed_amounts_refuses_keys(amounts: Amounts, key: Key) -> None:
    sat = Sat(amounts)
    sat.cover(BANK)
    assert refusals(sat.press(key)) == ["why.not_now"]


def test_bets_do_not_close_over_unkeyed_place() -> None:
    sat = Sat(Amounts.KEYED)
    sat.cover(BANK)
    sat.chips(2500)
    sat.cover(TIE)
    assert refusals(sat.press(Key.NO_MORE_BETS)) == ["why.chips_unread"]
    assert Key.NO_MORE_BETS not in sat.panel.keys


def test_amount_outside_limits_warns_then_is_refused() -> None:
    sat = Sat(Amounts.KEYED)
    sat.cover(BANK)
    assert refusals(sat.chips(500)) == []
    assert sat.panel.dealer[-1].key == "why.limit_low"
    assert refusals(sat.press(Key.NEXT_PLACE)) == ["why.limit_low"]
    sat.press(Key.EMPTY_PLACE)
    sat.chips(50000, 50000)
    assert sat.panel.dealer[-1].key == "why.limit_high"
    assert sat.panel.spots[3] is SpotLight.FAULT


def test_freed_place_loses_its_amount() -> None:
    sat = Sat(Amounts.KEYED)
    sat.cover(BANK)
    sat.chips(2500)
    sat.cover(BANK, covered=False)
    assert sat.amount(BANK) == 0
    assert [(line.outcome, line.returned) for line in sat.settled()] == [("push", 2500)]


@each("keys", [1, 2, 3])
def test_undo_takes_back_last_chip(keys: int) -> None:
    sat = Sat(Amounts.KEYED)
    sat.cover(BANK)
    sat.chips(*[2500] * keys)
    sat.press(Key.UNDO)
    assert sat.amount(BANK) == 2500 * (keys - 1)


def test_keyed_round_pays_to_the_cent() -> None:
    sat = Sat(Amounts.KEYED)
    sat.cover(BANK)
    sat.chips(10000, 500)
    sat.press(Key.NO_MORE_BETS)
    sat.deal(WINS)
    (line,) = sat.settled()
    assert (line.paid, line.commission) == (10500, 550)
    assert sat.panel.figures == 10500
    sat.press(Key.NEXT_PAYMENT, Key.CONFIRM)
    assert sat.table.state.running_phase is Phase.OPEN
    assert sat.amount(BANK) == 0


def test_chips_left_for_next_round_are_keyed_again() -> None:
    sat = Sat(Amounts.KEYED)
    sat.cover(BANK)
    sat.chips(10000)
    sat.press(Key.NO_MORE_BETS)
    sat.deal(WINS)
    sat.press(Key.NEXT_PAYMENT, Key.CONFIRM)
    assert refusals(sat.press(Key.NO_MORE_BETS)) == ["why.chips_unread"]
    sat.chips(10000, 10000)
    sat.press(Key.NO_MORE_BETS)
    assert sat.table.state.running_phase is Phase.ROUND


def test_losing_place_is_cleared_before_round_ends() -> None:
    sat = Sat(Amounts.KEYED)
    sat.cover(PLAYER)
    sat.chips(2500)
    sat.press(Key.NO_MORE_BETS)
    sat.deal(WINS)
    assert refusals(sat.press(Key.CONFIRM)) == ["why.take_first"]
    sat.cover(PLAYER, covered=False)
    sat.press(Key.CONFIRM)
    assert sat.table.state.running_phase is Phase.OPEN


def test_table_without_sensors_is_keyed_by_place() -> None:
    sat = Sat(Amounts.KEYED, sensed=False)
    assert refusals(sat.chips(2500)) == ["why.no_place"]
    sat.press(Key.NEXT_PLACE, Key.NEXT_PLACE)
    sat.chips(2500)
    assert sat.amount(Place(1, "banker")) == 2500
    sat.press(Key.NO_MORE_BETS)
    sat.deal(WINS)
    sat.press(Key.NEXT_PAYMENT, Key.CONFIRM)
    assert sat.table.state.running_phase is Phase.OPEN


def test_only_accepted_keys_are_lit() -> None:
    sat = Sat(Amounts.KEYED)
    assert not sat.panel.keys & AMOUNT_KEYS
    sat.cover(BANK)
    assert sat.panel.keys & AMOUNT_KEYS == set(CHIP_KEYS[:4])
    sat.chips(2500)
    assert sat.panel.keys & AMOUNT_KEYS == {*CHIP_KEYS[:4], Key.EMPTY_PLACE}
    sat.cover(TIE)
    assert Key.NEXT_PLACE in sat.panel.keys


# after the close, where only sensors tell


@pytest.mark.parametrize("amounts", [Amounts.KEYED, Amounts.UNSEEN])
def test_freed_locked_place_is_late_until_resolved(
    amounts: Amounts,
) -> None:
    sat = locked(amounts)
    (late,) = sat.cover(BANK, covered=False)
    assert isinstance(late, LateBet)
    assert (late.change, late.cents) == ("removed", 2500 if amounts is Amounts.KEYED else None)
    assert sat.panel.spots[3] is SpotLight.LATE
    assert refusals(sat.supervise(Key.RESOLVE_LATE)) != []
    sat.deal(WINS)
    assert sat.settled() == []
    sat.cover(BANK)
    sat.supervise(Key.RESOLVE_LATE)
    assert [line.outcome for line in sat.settled()] == ["win"]


@pytest.mark.parametrize("amounts", [Amounts.KEYED, Amounts.UNSEEN])
def test_late_chips_have_unknown_amount_until_removed(
    amounts: Amounts,
) -> None:
    sat = locked(amounts)
    (late,) = sat.cover(TIE)
    assert isinstance(late, LateBet)
    assert (late.change, late.cents) == ("added", None)
    assert refusals(sat.supervise(Key.RESOLVE_LATE)) != []
    sat.cover(TIE, covered=False)
    sat.supervise(Key.RESOLVE_LATE)
    sat.deal(WINS)
    assert [line.bet.place for line in sat.settled()] == [BANK]


@pytest.mark.parametrize("amounts", [Amounts.KEYED, Amounts.UNSEEN])
def test_bet_gone_in_power_cut_is_missed_at_confirm(
    amounts: Amounts,
) -> None:
    sat = locked(amounts)
    sat.tell(PowerReturned())
    sat.press(Key.CONFIRM)
    late = [ruling for ruling in sat.rulings if isinstance(ruling, LateBet)]
    assert [(ruling.place, ruling.change) for ruling in late] == [(BANK, "removed")]


@pytest.mark.parametrize("amounts", [Amounts.KEYED, Amounts.UNSEEN])
def test_bet_surviving_power_cut_is_unaffected(amounts: Amounts) -> None:
    sat = locked(amounts)
    sat.tell(PowerReturned())
    sat.cover(BANK)
    sat.press(Key.CONFIRM)
    sat.deal(WINS)
    assert [line.outcome for line in sat.settled()] == ["win"]


@pytest.mark.parametrize("amounts", [Amounts.KEYED, Amounts.UNSEEN])
def test_void_returns_chips_until_they_are_gone(amounts: Amounts) -> None:
    sat = locked(amounts)
    sat.supervise(Key.VOID_ROUND)
    assert sat.panel.dealer[0].key.startswith("prompt.return_bet")
    sat.cover(BANK, covered=False)
    assert sat.panel.dealer[0].key == "prompt.place_bets"


def locked(amounts: Amounts) -> Sat:
    sat = Sat(amounts)
    sat.cover(BANK)
    if amounts is Amounts.KEYED:
        sat.chips(2500)
    sat.press(Key.NO_MORE_BETS)
    assert sat.table.state.running_phase is Phase.ROUND
    return sat


# unseen


def test_unseen_bet_is_settled_by_its_odds_alone() -> None:
    sat = locked(Amounts.UNSEEN)
    (said,) = [ruling for ruling in sat.rulings if isinstance(ruling, BetsLocked)]
    assert [bet.cents for bet in said.bets] == [UNCOUNTED]
    sat.deal(WINS)
    (line,) = sat.settled()
    assert (line.outcome, line.odds, line.article) == ("win", "1:1", "35")
    assert (line.bet.cents, line.returned, line.paid, line.commission) == (UNCOUNTED,) * 4
    payout = sat.panel.payout
    assert payout is not None
    assert (payout.stake, payout.paid, payout.chips, payout.share) == (
        UNCOUNTED, UNCOUNTED, (), (5, 1000),
    )  # fmt: skip
    assert sat.panel.figures is None
    screens = DisplayScreens(Words.load("en"))
    assert screens.player_lines(sat.panel) == (
        "Spot 3, Banker",
        "Pays 1\u00a0to\u00a01",
        "Commission 5%, bet rounded up to $10.00",
    )


EVENTS: list[Callable[[Random], Event]] = [
    lambda chance: PresenceSeen(
        Place(chance.randint(1, 7), chance.choice(["player", "banker", "tie"])),
        covered=chance.random() < 0.6,
    ),
    lambda chance: KeyPressed(chance.choice([key for key in Key if key not in AMOUNT_KEYS])),
    lambda chance: KeyPressed(chance.choice([Key.NO_MORE_BETS, Key.CONFIRM, Key.NEXT_PAYMENT])),
    lambda chance: CardRead(chance.choice(FULL_PACK)),
    lambda chance: KeySwitchTurned(on=chance.random() < 0.5),
]
WEIGHTS = [6, 2, 5, 8, 2]


def evening(seed: int, nominal: int) -> list[object]:
    """Return all that leaves an unseen table in an evening, reckoned on a nominal stake.

    What stands on its displays is in its status, in one of the languages.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(wagers, "NOMINAL_STAKE", Cents(nominal))
        chance, sat, out = Random(seed), Sat(Amounts.UNSEEN), []
        reporter = StatusReporter(
            "Baccara 1", "baccarat", Words.load(LANGUAGES[seed % len(LANGUAGES)])
        )
        for _ in range(150):
            (make,) = chance.choices(EVENTS, WEIGHTS)
            out.append(sat.tell(make(chance)))
            shown = sat.panel
            out.append(shown)
            out.append(sat.table.checkpoint())
            out.append(reporter.table_status(sat.table, shown, ()))
        return out


@settings(max_examples=examples(6, 40))
@given(st.integers(0, 2**32))
def test_nominal_stake_leaves_no_trace_outside(seed: int) -> None:
    assert evening(seed, NOMINAL_STAKE) == evening(seed, 77_777_700)


def test_nominal_stake_settles_inside() -> None:
    sat = locked(Amounts.UNSEEN)
    assert sat.amount(BANK) == NOMINAL_STAKE
    sat.deal(WINS)
    assert sat.table.state.round.bets.payments[0].paid == NOMINAL_STAKE
