"""Craps, articles 95.6 to 95.17: two dice, thrown by the players in turn. Its bets are in `bets`.

A round is one roll. Without a point it is the come-out, the "premier tour" of the articles.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from firmware.core.game.conditions import Facts
from firmware.core.game.course import Choice, Decision
from firmware.core.game.dice_facts import DICE_FACTS, dice_facts, every_throw
from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.game.limits import BetRefusal
from firmware.core.game.pack import GameRules
from firmware.core.game.pack_terms import BetOdds
from firmware.core.games.craps.bet_refusals import (
    is_put_bet,
    lacks_main,
    multiple_refusal,
    time_refusal,
)
from firmware.core.games.craps.bets import (
    ALL_BETS,
    ARTICLES,
    BET_PARTS,
    CRAPS_TOTALS,
    FIELD_TOTALS,
    HARD_TOTALS,
    NUMBERS,
    OFF_ON_COME_OUT,
    PAYMENT_NAMES,
    RollEffect,
    charged,
    effects_at_point,
    payment_names,
    payment_of,
)
from firmware.core.games.craps.point import is_seven_out, point_after
from firmware.core.games.craps.shooter import Shooter
from firmware.core.games.sic_bo import DIE_FACES, dice_total
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents, Odds
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack

BY_NUMBER: Final = tuple(map(str, NUMBERS))
BARRED: Final = "barred"
"""The switch: the total of craps on which don't pass and don't come push."""
PUT_BETS: Final = "put_bets"
"""The switch: whether pass may be bet on a point, and come on a number."""


class Craps(InstrumentGame):
    """One table's craps, roll after roll."""

    BETS = ALL_BETS
    BETS_WITH_ODDS = ("pass", "dont_pass", "come", "dont_come", "any_7", "eleven", "any_craps")
    PAY_TABLES = MappingProxyType(
        {
            "field": tuple(map(str, FIELD_TOTALS)),
            "hard": tuple(map(str, HARD_TOTALS)),
            "craps": tuple(map(str, CRAPS_TOTALS)),
            "hop": ("pair", "mixed"),
            **dict.fromkeys(("pass_odds", "dont_pass_odds", "place", "buy", "lay"), BY_NUMBER),
        }
    )
    DECISIONS = (Key.CHOOSE_SHOOTER,)
    MARK_KEYS = (Key.TOGGLE_WORKING,)
    FACTS = DICE_FACTS
    MULTIPLES = MappingProxyType(
        {f"{line}_odds": (line,) for line in ("pass", "dont_pass", "come", "dont_come")}
    )
    POINTS = tuple(map(str, NUMBERS))
    SWITCHES = MappingProxyType({BARRED: (12, 2), PUT_BETS: (False, True)})
    INSTRUMENT = Instrument("dice", 2, keyed_by_face=True)
    THROW_CLOSES_BETS = True
    REOPENS_SILENTLY = True

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        """Raise OptionRefused on an option that the articles do not know."""
        super().__init__(rules, options)
        self.point_number: int | None = None
        self.shooter = Shooter()
        self.working: list[Stack] = []
        """The bets that are turned on for the come-out."""
        self._payments = {bet_name: payment_of(rules, bet_name) for bet_name in PAYMENT_NAMES}

    # the shooter

    @property
    def choices(self) -> Sequence[Choice]:
        """Article 95.8: between two rolls the dice may go to any spot, clockwise.

        A player may refuse them, and 95.4 lets the dealer take them away.
        """
        if self.bets:
            return super().choices
        offered_spots = self.shooter.offered_spots(self.rules.seats.most)
        return [Choice(spot, Key.CHOOSE_SHOOTER) for spot in offered_spots]

    @property
    def asks_in_order(self) -> bool:
        """The dice are offered at the start and after a seven-out, until a shooter throws
        (95.8).
        """
        return self.shooter.is_awaited

    def decide(self, decision: Decision) -> None:
        """Give the dice to a spot."""
        self.shooter.give_dice(decision.spot)

    def throw_refusal(self, table_bets: Collection[Stack]) -> Text | None:
        """Article 95.11: on the come-out the shooter has bet pass or don't pass."""
        return self.shooter.bet_refusal(table_bets) if self.point_number is None else None

    def removal_refusal(
        self, bet_stack: Stack, stacks_staying: Collection[Stack]
    ) -> BetRefusal | None:
        """Article 95.11: the shooter leaves his initial bet on the felt."""
        if self.throw_refusal([bet_stack]) or not self.throw_refusal(stacks_staying):
            return None
        return self._bet_refusal(bet_stack, ("why.shooter_stays", "95.11"))

    def canonical_name(self, bet_name: str) -> str:
        """A hop is the same in either order."""
        bare_name, _, faces = bet_name.partition(":")
        return (
            f"{bare_name}:{','.join(sorted(faces.split(',')))}" if bare_name == "hop" else bet_name
        )

    # bets

    def equal_parts(self, bet_name: str) -> int:
        """Article 95.15 (8), (10) and (11): some stakes are split."""
        return BET_PARTS.get(bet_name, 1)

    def paying_lines(self, bet_name: str) -> Iterable[BetOdds]:
        """Return the payment of each roll by which a bet may win."""
        return [self._payments[name] for name in payment_names(bet_name, self.point_number)]

    def places_of(self, bet_name: str) -> Sequence[str]:
        """Return the places of a bet; odds on the point at each number that it may have."""
        if bet_name not in ("pass_odds", "dont_pass_odds"):
            return super().places_of(bet_name)
        numbers = (self.point_number,) if self.point_number else NUMBERS
        return [f"{bet_name}:{number}" for number in numbers]

    def commission_base(self, bet_name: str) -> Odds:
        """Article 95.17: the stake of a buy bet, the possible win of a lay bet."""
        return charged(self.rules, bet_name)

    def chips_refusal(self, bet_stack: Stack, amount_cents: Cents) -> BetRefusal | None:
        """Articles 95.14 to 95.16: each bet at its time."""
        if bet_stack not in self.carried and (reason := self._time_refusal(bet_stack)):
            return self._bet_refusal(bet_stack, (reason, ARTICLES[bet_stack[0].on]))
        limits, carried, point_number = self.rules.limits, self.carried, self.point_number
        too_much = multiple_refusal(bet_stack, amount_cents, limits, carried, point_number)
        return too_much or super().chips_refusal(bet_stack, amount_cents)

    def _time_refusal(self, bet_stack: Stack) -> str | None:
        if self.options[PUT_BETS] and self.point_number and is_put_bet(bet_stack[0].on):
            return None
        return time_refusal(bet_stack, self.carried, self.point_number)

    def illegal_together(self, table_bets: Mapping[Stack, Cents]) -> dict[Stack, BetRefusal]:
        """Odds are returned if their main bet is removed."""
        wrong_bets = {
            bet_stack: self._bet_refusal(bet_stack, ("why.main_missing", "95.16"))
            for bet_stack in table_bets
            if lacks_main(bet_stack, self.carried)
        }
        return super().illegal_together(table_bets) | wrong_bets

    def change_refusal(self, bet_stack: Stack, amount_cents: Cents) -> BetRefusal | None:
        """Article 95.14: pass and come may not be removed, don't pass and don't come not raised."""
        bare_name, carried_cents = base_bet_name(bet_stack[0].on), self.carried[bet_stack]
        if bare_name in ("pass", "come") and amount_cents < carried_cents:
            return self._bet_refusal(bet_stack, ("why.not_taken", "95.14"))
        if bare_name in ("dont_pass", "dont_come") and amount_cents > carried_cents:
            return self._bet_refusal(bet_stack, ("why.not_raised", "95.14"))
        return None

    def is_working(self, bet_stack: Stack) -> bool:
        """Return whether a bet was turned on for the come-out."""
        return bet_stack in self.working

    def may_set_working(self, bet_stack: Stack) -> bool:
        """Return whether it is a bet that is off on the come-out."""
        return base_bet_name(bet_stack[0].on) in OFF_ON_COME_OUT

    def toggle_working(self, bet_stack: Stack) -> None:
        """Turn a bet on for the come-out, or off again (95.15 to 95.17)."""
        if not self.may_set_working(bet_stack):
            raise Forbidden(self._bet_refusal(bet_stack, ("why.always_works", "")).why)
        if bet_stack in self.working:
            self.working.remove(bet_stack)
        else:
            self.working.append(bet_stack)

    def withdraw(self, bet: Bet) -> Cents:
        """A commission was taken with the bet and is not given back (95.17)."""
        super().withdraw(bet)
        self.working = [
            bet_stack for bet_stack in self.working if bet_stack != (bet.place, bet.bettor)
        ]
        return self._commission_of_lost(bet)

    def _commission_of_lost(self, bet: Bet) -> Cents:
        """Return the commission on a bet that does not win: none where only winners owe it."""
        return self.commission(bet) if self.is_commission_prepaid(bet) else NO_CENTS

    def is_commission_prepaid(self, bet: Bet) -> bool:
        """Return whether a bet's commission was taken with it (95.17)."""
        share = self.rules.commission.get(base_bet_name(bet.place.on))
        return share is not None and share.when == "placed"

    # the roll

    def facts(self, spot: int) -> Facts:  # noqa: ARG002
        """Return the facts of the throw."""
        return dice_facts(self.last_symbols)

    @classmethod
    def possible_facts(cls) -> Sequence[Facts]:
        """Return the facts of every throw."""
        return every_throw(2)

    def symbols_refusal(self, symbols: Symbols) -> Text | None:
        """Articles 95.1 and 95.6."""
        if len(symbols) == 2 and set(symbols) <= set(DIE_FACES):
            return None
        return Text("no_result.faces", {"result": "-".join(symbols)})

    def settle_bets(self, symbols: Symbols) -> None:
        """Articles 95.14 to 95.17."""
        self.shooter.is_awaited = False
        dice_roll = int(symbols[0]), int(symbols[1])
        point_number, barred_total = self.point_number, self.options[BARRED]
        usual_effects = effects_at_point(point_number, barred_total=barred_total)
        working_effects = effects_at_point(point_number, is_working=True, barred_total=barred_total)
        working_stacks = () if self.point_number else self.working
        for bet_stack, amount_cents in self.bets.items():
            place, bettor = bet_stack
            effects = working_effects if bet_stack in working_stacks else usual_effects
            effect = effects[place.on].get(dice_roll)
            if effect is not None:
                self._apply_effect(Bet(place, amount_cents, bettor), effect)

    def _apply_effect(self, bet: Bet, effect: RollEffect) -> None:
        match effect.outcome:
            case "win":
                self._pay_part(bet, effect.name)
            case "lose":
                self.lose(bet, ARTICLES[bet.place.on], commission=self._commission_of_lost(bet))
            case "push":
                self.push(bet, ARTICLES[bet.place.on])
            # some bets move only in name, such as pass to its point: those stay on their place
            case "move" if effect.name in self.BETS:
                new_place = Place(bet.place.spot, effect.name)
                self.bet_moves[bet.place, bet.bettor] = new_place, bet.bettor

    def _pay_part(self, bet: Bet, bet_name: str) -> None:
        """Pay the winning part, mostly the whole bet."""
        payment, part_count = self._payments[bet_name], self.equal_parts(bet.place.on)
        returned_cents = min(bet.cents, self.rounding.payment(bet.cents, part_count))
        paid_cents = self.rounding.payment(
            bet.cents * payment.odds.win, payment.odds.stake * part_count
        )
        self._line(
            bet,
            "win",
            bet.cents if part_count == 1 else returned_cents,
            paid_cents,
            str(payment.odds),
            payment.article,
            commission=self.commission(bet),
        )

    @property
    def carries(self) -> dict[Stack, Cents]:
        """The bets that this roll has not settled, each at its new place."""
        remaining_bets = super().carries
        if not self.bet_moves:
            return remaining_bets
        return {
            self.bet_moves.get(bet_stack, bet_stack): amount_cents
            for bet_stack, amount_cents in remaining_bets.items()
        }

    # from roll to roll

    def open(self) -> None:
        """Begin a round: the point is as the last roll left it; a seven-out passes the dice
        (95.14).
        """
        dice_sum = dice_total(self.last_symbols)
        if is_seven_out(dice_sum, self.point_number):
            self.shooter.pass_dice()
        self.point_number = point_after(dice_sum, self.point_number)
        super().open()
        # a settled bet has nothing left to turn on
        self.working = [bet_stack for bet_stack in self.working if bet_stack in self.carried]

    def void(self) -> None:
        """The voided roll does not count, and with every stake the point is gone."""
        super().void()
        self.last_symbols, self.point_number, self.working = (), None, []
        self.shooter.is_awaited = self.shooter.spot is None

    @property
    def memory(self) -> dict[str, Any]:
        """Also the point, the shooter, the last shooter, and the bets that are on."""
        working_records = [[*place, bettor] for place, bettor in self.working]
        craps_memory = {
            "point": self.point_number,
            **self.shooter.memory,
            "working": working_records,
        }
        return super().memory | craps_memory

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Restore `memory`."""
        super().remember(memory)
        self.point_number, self.shooter = memory.get("point"), Shooter.remembered(memory)
        self.working = [
            (Place(spot, bet_name), bettor) for spot, bet_name, bettor in memory.get("working", ())
        ]

    # words

    def status_lines(self) -> tuple[Text, ...]:
        """Return the point marker as the last roll leaves it, and the shooter (95.10)."""
        dice_sum = dice_total(self.last_symbols)
        point_number = point_after(dice_sum, self.point_number)
        marker_text = (
            Text("told.off")
            if point_number is None
            else Text("told.point", {"number": point_number})
        )
        if self.shooter.spot is None or is_seven_out(dice_sum, self.point_number):
            return (marker_text,)
        return marker_text, Text("told.shooter", {"spot": self.shooter.spot})

    def result(self) -> Text:
        """Return the dice and their sum."""
        return Text(
            "result.dice",
            {"result": "-".join(self.last_symbols), "total": dice_total(self.last_symbols)},
        )


GAME = Craps
