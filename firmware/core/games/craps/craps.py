"""Craps, articles 95.6 to 95.17: two dice, thrown by the players in turn. Its bets: `craps_bets`.

A round is one roll. No point is the come-out, the "premier tour" of the articles.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.game.limits import Refusal
from firmware.core.game.pack import GameRules
from firmware.core.games.craps.bets import (
    ARTICLES,
    CRAPS,
    FIELD,
    HARD,
    NUMBERS,
    OFF,
    PARTS,
    PLACES,
    WON_AS,
    Fate,
    charged,
    fates,
    pays,
)
from firmware.core.games.sic_bo import FACES, total
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Bet, base_name

BY_NUMBER: Final = tuple(map(str, NUMBERS))
INITIAL: Final = ("pass", "dont_pass")
"""The bets of which the shooter makes one (95.11)."""


class Craps(InstrumentGame):
    """One table's craps, roll after roll."""

    BETS = PLACES
    PAYS = ("pass", "dont_pass", "come", "dont_come", "any_7", "eleven", "any_craps")
    TABLES = MappingProxyType(
        {
            "field": tuple(map(str, FIELD)),
            "hard": tuple(map(str, HARD)),
            "craps": tuple(map(str, CRAPS)),
            "hop": ("pair", "mixed"),
            **dict.fromkeys(("pass_odds", "dont_pass_odds", "place", "buy", "lay"), BY_NUMBER),
        }
    )
    DECISIONS = (Key.SHOOTER,)
    MARKS = (Key.WORKING,)
    INSTRUMENT = Instrument("dice", 2, faces=True)
    THROWN = True
    REOPENS = True

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        """Raise OptionRefused on an option that the articles do not know."""
        super().__init__(rules, options)
        self.point: int | None = None
        self.shooter: int | None = None
        """The spot that has the dice, if the dealer has named one (95.8, 95.10)."""
        self._had_dice = 0
        """The spot that was named last: the dice are offered from the next one on."""
        self._passed_on = True
        """Whether nobody has been named or has thrown since the dice passed on."""
        self.working: list[Stack] = []
        """The bets that are on when others like them are off."""
        self._pays = {name: pays(rules, name) for name in WON_AS}

    # the shooter

    @property
    def choices(self) -> Sequence[Choice]:
        """Article 95.8: between two rolls the dice may go to any spot, by turns from the left.

        A player may refuse them, and 95.4 lets the dealer take them away.
        """
        if self.bets:
            return super().choices
        after = self._had_dice
        turns = (*range(after + 1, self.rules.seats.most + 1), *range(1, after + 1))
        return [Choice(spot, Key.SHOOTER) for spot in turns]

    @property
    def asks(self) -> bool:
        """The dice are offered at the start and after a seven-out, until somebody throws (95.8)."""
        return self._passed_on

    def decide(self, decision: Decision) -> None:
        """Give the dice to a spot."""
        self.shooter = self._had_dice = decision.spot
        self._passed_on = False

    def unready(self, bets: Collection[Stack]) -> Text | None:
        """Article 95.11: on the come-out the shooter has bet pass or don't pass.

        Where chips have no owner (spot 0) anybody's do.
        """
        if self.shooter is None or self.point is not None:
            return None
        laid = {place.spot for place, who in bets if place.on in INITIAL and who is None}
        if laid & {self.shooter, DEALER}:
            return None
        return Text("why.shooter_bets", {"spot": self.shooter})

    def holds(self, stack: Stack, others: Collection[Stack]) -> Refusal | None:
        """Article 95.11: the shooter leaves his initial bet on the felt."""
        if self.unready([stack]) or not self.unready(others):
            return None
        return self._refusal(stack, ("why.shooter_stays", "95.11"))

    def canonical(self, on: str) -> str:
        """A hop is the same in either order."""
        name, _, faces = on.partition(":")
        return f"{name}:{','.join(sorted(faces.split(',')))}" if name == "hop" else on

    def nominal(self, on: str) -> Cents:
        """Return a nominal amount; of a bet that is split, a divisible one."""
        return Cents(super().nominal(on) * PARTS.get(on, 1))

    # bets

    def least(self, on: str) -> Cents:
        """Return the amount of which a bet must be a multiple: a chip for each of its parts."""
        return Cents(super().least(on) * PARTS.get(on, 1))

    def refuses(self, stack: Stack, cents: Cents) -> Refusal | None:
        """Articles 95.14 to 95.16: each bet at its time; a split amount must be divisible."""
        on = stack[0].on
        if cents % self.least(on):
            return self._indivisible(stack, cents, ARTICLES[on])
        if stack not in self.carried and (why := self._untimely(stack)):
            return self._refusal(stack, (why, ARTICLES[on]))
        return super().refuses(stack, cents)

    def _untimely(self, stack: Stack) -> str | None:
        match stack[0].on.partition(":"):
            case "pass" | "dont_pass", _, _ if self.point:
                return "why.come_out_only"
            case "come" | "dont_come", _, "" if not self.point:
                return "why.not_on_come_out"
            case "come" | "dont_come", _, number if number:
                return "why.moved_there"
            case _:
                return "why.main_missing" if self._lacks_main(stack) else None

    def _lacks_main(self, stack: Stack) -> bool:
        """Article 95.16: odds need their main bet, with its number."""
        place, bettor = stack
        name, odds, number = place.on.partition("_odds")
        return bool(odds) and (Place(place.spot, name + number), bettor) not in self.carried

    def unfit(self, bets: Mapping[Stack, Cents]) -> dict[Stack, Refusal]:
        """Odds go back when their own bet is taken away."""
        alone = filter(self._lacks_main, bets)
        wrong = {stack: self._refusal(stack, ("why.main_missing", "95.16")) for stack in alone}
        return super().unfit(bets) | wrong

    def binds(self, stack: Stack, cents: Cents) -> Refusal | None:
        """Article 95.14: pass and come are not taken, don't pass and don't come not raised."""
        base, stood = base_name(stack[0].on), self.carried[stack]
        if base in ("pass", "come") and cents < stood:
            return self._refusal(stack, ("why.not_taken", "95.14"))
        if base in ("dont_pass", "dont_come") and cents > stood:
            return self._refusal(stack, ("why.not_raised", "95.14"))
        return None

    def works(self, stack: Stack) -> bool:
        """Return whether a bet was turned on for the come-out."""
        return stack in self.working

    def may_mark(self, stack: Stack) -> bool:
        """Return whether it is a bet that is off on the come-out."""
        return base_name(stack[0].on) in OFF

    def mark(self, stack: Stack) -> None:
        """Turn a bet on for the come-out, or off again (95.15 to 95.17)."""
        if not self.may_mark(stack):
            raise Forbidden(self._refusal(stack, ("why.always_works", "")).why)
        if stack in self.working:
            self.working.remove(stack)
        else:
            self.working.append(stack)

    def withdraw(self, bet: Bet) -> Cents:
        """A commission was taken with the bet and is not given back (95.17)."""
        super().withdraw(bet)
        self.working = [stack for stack in self.working if stack != (bet.place, bet.bettor)]
        return self.commission(bet)

    def commission(self, bet: Bet) -> Cents:
        """Return a share of a buy bet's stake, or of a lay bet's possible win (95.17)."""
        share = self.commissions.get(base_name(bet.place.on))
        if share is None:
            return NOTHING
        return self.rounding.taken(share.on(charged(self.rules, bet.place.on).pay(bet.cents)))

    # the roll

    def unknown(self, symbols: Symbols) -> Text | None:
        """Articles 95.1 and 95.6."""
        if len(symbols) == 2 and set(symbols) <= set(FACES):
            return None
        return Text("no_result.faces", {"result": "-".join(symbols)})

    def settle(self, symbols: Symbols) -> None:
        """Articles 95.14 to 95.17."""
        self._passed_on = False
        roll = int(symbols[0]), int(symbols[1])
        usual, on = fates(self.point), fates(self.point, working=True)
        working = () if self.point else self.working
        for stack, cents in self.bets.items():
            place, bettor = stack
            found = (on if stack in working else usual)[place.on].get(roll)
            if found is not None:
                self._meet(Bet(place, cents, bettor), found)

    def _meet(self, bet: Bet, found: Fate) -> None:
        match found.outcome:
            case "win":
                self._pay_part(bet, found.name)
            case "lose":
                self.lose(bet, ARTICLES[bet.place.on], commission=self.commission(bet))
            case "push":
                self.push(bet, ARTICLES[bet.place.on])
            case "move" if found.name in self.BETS:
                to = Place(bet.place.spot, found.name)
                self.moves[bet.place, bet.bettor] = to, bet.bettor

    def _pay_part(self, bet: Bet, name: str) -> None:
        """Pay the winning part, mostly the whole bet."""
        part = Cents(bet.cents // PARTS.get(bet.place.on, 1))
        won = self._pays[name]
        paid, owed = won.odds.pay(part), self.commission(bet)
        self._line(bet, "win", part, paid, str(won.odds), won.article, commission=owed)

    @property
    def carries(self) -> dict[Stack, Cents]:
        """The bets that this roll has not settled, each at its new place."""
        kept = super().carries
        if not self.moves:
            return kept
        return {self.moves.get(stack, stack): cents for stack, cents in kept.items()}

    # from roll to roll

    def open(self) -> None:
        """Begin a round: the point is as the last roll left it; a seven-out passes the dice on
        (95.14).
        """
        rolled = total(self.shown)
        if self._is_out(rolled):
            self.shooter, self._passed_on = None, True
        self.point = self._point_after(rolled)
        super().open()
        self.working = [stack for stack in self.working if stack in self.carried]

    def _is_out(self, rolled: int) -> bool:
        return self.point is not None and rolled == 7

    def _point_after(self, rolled: int) -> int | None:
        if self.point is None:
            return rolled if rolled in NUMBERS else None
        return None if rolled in (self.point, 7) else self.point

    def void(self) -> None:
        """The voided roll does not count, and with every stake the point is gone."""
        super().void()
        self.shown, self.point, self.working = (), None, []
        self._passed_on = self.shooter is None

    @property
    def memory(self) -> dict[str, Any]:
        """Besides: the point, who has and had the dice, and the bets that work."""
        working = [[*place, bettor] for place, bettor in self.working]
        had = {"had_dice": self._had_dice, "passed_on": self._passed_on}
        dice = {"shooter": self.shooter, **had}
        own = {"point": self.point, **dice, "working": working}
        return super().memory | own

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Take `memory` over."""
        super().remember(memory)
        self.point, self.shooter = memory.get("point"), memory.get("shooter")
        self._had_dice = memory.get("had_dice", 0)
        self._passed_on = memory.get("passed_on", self.shooter is None)
        self.working = [(Place(spot, on), who) for spot, on, who in memory.get("working", ())]

    # words

    def told(self) -> tuple[Text, ...]:
        """Return the marker, as the last roll leaves it, and who has the dice (95.10)."""
        rolled = total(self.shown)
        point = self._point_after(rolled)
        marker = Text("told.off") if point is None else Text("told.point", {"number": point})
        if self.shooter is None or self._is_out(rolled):
            return (marker,)
        return marker, Text("told.shooter", {"spot": self.shooter})

    def result(self) -> Text:
        """Return the dice and their sum."""
        return Text("result.dice", {"result": "-".join(self.shown), "total": total(self.shown)})


GAME = Craps
