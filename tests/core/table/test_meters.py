"""The meters, and the money identities that lock the table before a wrong amount is shown."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.games.baccarat import Baccarat
from firmware.core.table.amounts import Amounts
from firmware.core.table.late_bets import RoundBets
from firmware.core.table.meters import (
    MONEY_METERS,
    BetMeters,
    Meters,
    is_balanced,
    meter_rows,
    with_count,
)
from firmware.core.table.meters import with_settled_round as after_round
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.events import ClearAllowed, PowerReturned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import SpotLight
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from tests.kits.core.table_kit import BANK_WINS, RULES, STOPPED, Croupier, refusals, settled
from tests.kits.offenders import each

FULL = 10**10 - 1
"""All ten digits are nines."""
BANKER = BetMeters(2500, 2500, 2500, 150, -2350 % 10**10, 1, 2500**2)


def a_round(croupier: Croupier, cents: int = 2500) -> None:
    """The bank wins with 7 against 6, and is paid."""
    croupier.bet_and_close(cents=cents)
    croupier.cards(BANK_WINS)
    croupier.chips(1, "banker", 0)
    croupier.press(Key.CONFIRM)


# what is counted


@pytest.mark.clause("25 CFR 547.9(b)(4)")
def test_round_counts_when_over() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    assert croupier.table.state.meters == Meters()
    croupier.chips(1, "banker", 0)
    croupier.press(Key.CONFIRM)
    assert croupier.table.state.meters == Meters({"banker": BANKER}, rounds=1)
    assert croupier.table.history.opening_checkpoint.meters == croupier.table.state.meters


def test_returned_unplayed_stake_is_no_handle() -> None:
    croupier = Croupier(late_entry="refuse")
    a_round(croupier)
    croupier.chips(2, "player", 500)
    croupier.bet_and_close()
    croupier.chips(2, "player", 0)
    croupier.cards(BANK_WINS)
    croupier.chips(1, "banker", 0)
    croupier.press(Key.CONFIRM)
    assert croupier.table.state.meters.bets.keys() == {"banker"}
    assert croupier.table.state.meters.bets["banker"].handle == 5000


@pytest.mark.clause("25 CFR 547.9(b)(4)")
def test_void_counts_only_as_void() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    croupier.supervise(Key.VOID_ROUND)
    assert croupier.table.state.meters == Meters(voids=1)


def test_late_bets_count_and_resolving_is_override() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.chips(2, "tie", 500)
    croupier.chips(2, "tie", 0)
    assert croupier.table.state.meters.late_bets == 2
    croupier.supervise(Key.RESOLVE_LATE)
    assert croupier.table.state.meters.overrides == 1


@pytest.mark.clause("UKGC 5.2")
def test_card_by_hand_and_cleared_fault_are_overrides() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.fault("shoe", "unreadable")
    croupier.enter("4S")
    assert croupier.table.state.meters.overrides == 1
    croupier.mend("shoe", "unreadable")
    croupier.fault("shoe", "missed")
    croupier.supervise(Key.CLEAR_FAULTS)
    assert croupier.table.state.meters.overrides == 2


def test_fault_that_ends_by_itself_is_no_override() -> None:
    croupier = Croupier()
    croupier.fault("lights", "dark")
    croupier.mend("lights", "dark")
    assert croupier.table.state.meters == Meters()


def test_checkpoint_carries_them_through_power_cut() -> None:
    croupier = Croupier()
    a_round(croupier)
    written = msgspec.json.encode(croupier.table.history.opening_checkpoint.meters)
    assert msgspec.json.decode(written, type=Meters) == croupier.table.state.meters


# ten digits


@pytest.mark.clause("ANZ 2003 meters")
def test_count_rolls_over_at_ten_digits() -> None:
    assert with_count(Meters(voids=FULL), "voids") == Meters(voids=0)
    assert with_count(Meters(overrides=FULL), "overrides", 3).overrides == 2


@pytest.mark.clause("25 CFR 547.9(c)")
@given(st.lists(st.integers(0, FULL), min_size=5, max_size=5), st.integers(1, 10**10))
def test_money_rolls_over_in_balance(start: list[int], cents: int) -> None:
    handle, returned, paid, commission, _ = start
    held = (handle + commission - returned - paid) % 10**10
    before = Meters({"tie": BetMeters(handle, returned, paid, commission, held)})
    bet = Bet(Place(1, "tie"), Cents(cents))
    bets = RoundBets([bet])
    bets.settle([BetSettled(bet, "win", Cents(cents), Cents(8 * cents))], is_whole=True)
    after = after_round(before, bets, banked=False).bets["tie"]
    assert is_balanced(Meters({"tie": after}))
    assert after.handle == (handle + cents) % 10**10
    assert after.paid == (paid + 8 * cents) % 10**10
    assert after.held == (held - 8 * cents) % 10**10


@pytest.mark.clause("ANZ 1.16.17")
@pytest.mark.parametrize("meter", MONEY_METERS)
@given(st.integers(1, FULL))
def test_any_money_error_is_detected(meter: str, by: int) -> None:
    off = msgspec.structs.replace(BANKER, **{meter: (getattr(BANKER, meter) + by) % 10**10})
    assert is_balanced(Meters({"banker": BANKER}))
    assert not is_balanced(Meters({"player": BANKER, "banker": off}))


@pytest.mark.clause("ANZ 2003 meters")
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_is_shown_with_name_and_ten_digits(language: str) -> None:
    words = Words.load(language)
    shown = [
        (words.render(name), value) for name, value in meter_rows(Meters({"banker": BANKER}, 7))
    ]
    assert len(shown) == 5 + 2 * len(MONEY_METERS)
    assert len({name for name, _ in shown}) == len(shown)
    assert all(len(value) == 10 and value.isdigit() for _, value in shown)
    assert shown[0][1] == "0000000007"
    assert [value for _, value in shown[5:10]] == [value for _, value in shown[10:]]


def test_sum_of_bets_rolls_over_too() -> None:
    full = BetMeters(handle=FULL)
    (handle,) = [
        v for name, v in meter_rows(Meters({"a": full, "b": full})) if name.key == "meter.handle"
    ]
    assert handle == f"{FULL - 1:010}"


# identities: a wrong line is planted, and nothing of it is shown


class Planted(Baccarat):
    """Its lines are changed as they are written."""

    change: Callable[[BetSettled], list[BetSettled]]

    def _line(self, *args: Any, **more: Any) -> None:
        super()._line(*args, **more)
        self.lines += type(self).change(self.lines.pop())


def planted(change: Callable[[BetSettled], list[BetSettled]], **rules: Any) -> Croupier:
    kind = type("Planted", (Planted,), {"change": staticmethod(change)})
    return Croupier(Table(kind(RULES, {}), TableRules(sensed=False, **rules)))


def replaced(**values: Any) -> Callable[[BetSettled], list[BetSettled]]:
    return lambda line: [msgspec.structs.replace(line, **values)]


def staked(cents: int, on: str = "banker", who: str | None = None, spot: int = 1) -> Any:
    return replaced(bet=Bet(Place(spot, on), Cents(cents), who), returned=Cents(0))


WRONG: Mapping[str, Callable[[BetSettled], list[BetSettled]]] = {
    "more is returned than was staked": replaced(returned=2501),
    "less than nothing is returned": replaced(returned=-1),
    "less than nothing is paid": replaced(paid=-1),
    "less than nothing is taken": replaced(commission=-1),
    "who lost is paid": replaced(outcome="lose", returned=0),
    "who gave up is paid": replaced(outcome="surrender", returned=0),
    "who draws is paid": replaced(outcome="push"),
    "who draws gets half": replaced(outcome="push", paid=0, returned=1250),
    "a cent too much is settled": staked(2501),
    "a cent too little is settled": staked(2499),
    "another bet is settled": staked(2500, on="player"),
    "another player's bet is settled": staked(2500, who="B"),
    "another spot's bet is settled": staked(2500, spot=2),
    "it is settled twice": lambda line: [line, line],
}


def is_locked_by(croupier: Croupier, code: str) -> None:
    """The fault stands and stops; nothing that would be paid is reported, shown or lit."""
    shown = croupier.panel
    assert croupier.phase is STOPPED
    assert croupier.table.state.device.trouble.find_fault("table", code) is not None
    assert (shown.payout, shown.figures) == (None, None)
    assert set(shown.spots.values()) & {SpotLight.WIN, SpotLight.LOSE, SpotLight.PUSH} == set()
    assert settled(croupier.rulings) == []


def cleared_by_both(croupier: Croupier, code: str) -> None:
    croupier.tell(ClearAllowed("table", code))
    croupier.supervise(Key.CLEAR_FAULTS)
    croupier.press(Key.CONFIRM)


@pytest.mark.clause("ANZ 1.16.17")
@each("wrong", WRONG)
def test_wrong_line_locks_unshown(wrong: str) -> None:
    croupier = planted(WRONG[wrong])
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    is_locked_by(croupier, "accounts_wrong")
    croupier.press(Key.CONFIRM)
    croupier.press(Key.UNDO)
    croupier.press(Key.NEXT_PAYMENT)
    is_locked_by(croupier, "accounts_wrong")


def test_balanced_lines_are_shown() -> None:
    croupier = planted(lambda line: [line])
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    assert croupier.panel.payout is not None


@pytest.mark.parametrize("wrong", ["it is settled twice", "a cent too much is settled"])
def test_wrong_line_needs_a_void(wrong: str) -> None:
    croupier = planted(WRONG[wrong])
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    for _ in range(2):
        cleared_by_both(croupier, "accounts_wrong")
        is_locked_by(croupier, "accounts_wrong")
    (given_back,) = settled(croupier.supervise(Key.VOID_ROUND))
    assert (given_back.returned, given_back.paid) == (2500, 0)
    assert croupier.phase is STOPPED
    cleared_by_both(croupier, "accounts_wrong")
    assert croupier.phase is Phase.OPEN
    assert croupier.table.state.meters.bets == {}
    assert croupier.table.state.meters.voids == 1


def test_void_right_after_clear_resumes() -> None:
    """As the remedy has it: the technician, then the supervisor's CLEAR and VOID."""
    croupier = planted(WRONG["it is settled twice"])
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    croupier.tell(ClearAllowed("table", "accounts_wrong"))
    croupier.supervise(Key.CLEAR_FAULTS, Key.VOID_ROUND)
    assert croupier.phase is Phase.OPEN
    assert croupier.table.state.device.trouble.faults == ()


@pytest.mark.clause("ANZ 1.16.17", "AGCO 12 two persons")
@pytest.mark.parametrize("code", ["accounts_wrong", "implausible"])
def test_supervisor_or_power_cut_is_no_second_person(code: str) -> None:
    croupier = planted(WRONG["it is settled twice"]) if code == "accounts_wrong" else giant(2499)
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    assert refusals(croupier.supervise(Key.CLEAR_FAULTS)) == ["why.nothing_to_clear"]
    croupier.tell(PowerReturned())
    assert refusals(croupier.supervise(Key.CLEAR_FAULTS)) == ["why.nothing_to_clear"]
    is_locked_by(croupier, code)


class Carrying(Baccarat):
    """What it says is carried over is not what was bet."""

    over: Mapping[Stack, Cents] = {}

    @property
    def carries(self) -> dict[Stack, Cents]:
        return {**super().carries, **self.over}


@pytest.mark.parametrize("stack", [(Place(1, "banker"), None), (Place(3, "tie"), None)])
def test_settled_or_absent_bet_is_never_carried_over(stack: Stack) -> None:
    kind = type("Planted", (Carrying,), {"over": {stack: Cents(2500)}})
    croupier = Croupier(Table(kind(RULES, {}), TableRules(sensed=False)))
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    is_locked_by(croupier, "accounts_wrong")


@pytest.mark.clause("ANZ 1.16.17")
def test_contradiction_blocks_payment() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.table.state.meters = Meters({"tie": BetMeters(held=1)})
    croupier.cards(BANK_WINS)
    is_locked_by(croupier, "accounts_wrong")


@pytest.mark.clause("ANZ 1.16.17")
def test_contradiction_blocks_round() -> None:
    croupier = Croupier(opened=False)
    croupier.table.state.meters = Meters({"tie": BetMeters(held=1)})
    croupier.press(Key.CONFIRM)
    assert (croupier.phase, croupier.table.state.phase) == (STOPPED, Phase.OPEN)
    assert croupier.table.state.device.trouble.find_fault("table", "accounts_wrong") is not None
    croupier.bet_and_close()
    assert croupier.table.state.phase is Phase.OPEN


def test_unseen_amounts_are_not_summed() -> None:
    croupier = planted(WRONG["it is settled twice"], amounts=Amounts.UNSEEN, implausible=1)
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    assert croupier.phase is Phase.ROUND


# a payment that can't be believed


def giant(most: int) -> Croupier:
    """A table at which `most` cents are what a round plausibly pays."""
    return Croupier(implausible=Cents(most))


def test_plausible_round_is_paid() -> None:
    croupier = giant(2500)
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    assert croupier.panel.figures == 2500


@pytest.mark.clause("ANZ 2003 3.3.18", "ANZ 1.16.6")
def test_giant_win_is_paid_after_two_persons_check() -> None:
    croupier = giant(2499)
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    is_locked_by(croupier, "implausible")
    cleared_by_both(croupier, "implausible")
    assert croupier.phase is Phase.ROUND
    assert croupier.panel.figures == 2500
    croupier.chips(1, "banker", 0)
    croupier.press(Key.CONFIRM)
    assert croupier.table.state.meters.bets == {"banker": BANKER}


@pytest.mark.clause("ANZ 2003 3.3.18")
def test_allowance_is_for_one_round() -> None:
    croupier = giant(2499)
    for _ in range(2):
        croupier.rulings.clear()
        croupier.bet_and_close()
        croupier.cards(BANK_WINS)
        is_locked_by(croupier, "implausible")
        cleared_by_both(croupier, "implausible")
        croupier.chips(1, "banker", 0)
        croupier.press(Key.CONFIRM)


@pytest.mark.clause("ANZ 2003 3.3.18")
def test_all_payments_of_a_round_add_up() -> None:
    croupier = giant(2499)
    for spot in (1, 2):
        croupier.chips(spot, "banker", 1250)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(BANK_WINS)
    is_locked_by(croupier, "implausible")


def test_implausible_round_may_be_voided_stays_locked() -> None:
    croupier = giant(2499)
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    croupier.supervise(Key.VOID_ROUND)
    assert croupier.phase is STOPPED
    cleared_by_both(croupier, "implausible")
    assert croupier.phase is Phase.OPEN
