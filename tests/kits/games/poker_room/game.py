"""One game at a poker table, from the posted blinds to the pots (67.88 (18))."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.kits.games.poker_room.betting import Bets, Refused, from_left
from tests.kits.games.poker_room.options import Options
from tests.kits.games.poker_room.pots import Own, Pot, commissions, owned, pots
from tests.kits.games.poker_room.ranks import (
    FACES,
    SUITS,
    low_value,
    showing,
    showing_low,
    value,
)
from tests.kits.games.poker_room.showdown import Hands

Say = Callable[..., None]
DECK = {face + suit for face in FACES[1:] for suit in SUITS}


class Alarm(Exception):
    """The deal stops."""


@dataclass
class Game:
    options: Options
    stacks: dict[int, int]
    """Of everybody who is seated; the table's own."""
    dealt_in: set[int]
    button: int
    last_blind: int
    """The big blind or the straddle; 0 in stud."""
    say: Say
    hands: set[int] = field(default_factory=set)
    put: Counter[int] = field(default_factory=Counter)
    dead: Counter[int] = field(default_factory=Counter)
    own: list[Own] = field(default_factory=list)
    bets: Bets = field(init=False)
    phase: str = "deal"
    """Or cards, bets, showdown, won."""
    street: int = 0
    """Rounds of bets that are behind."""
    turn: int | None = None
    burned: bool = False
    burn_free: bool = False
    acted: bool = False
    """The first call, bet or raise is done."""
    bringing: str | None = None
    """In stud "must" for the card that brings it in, "may" for another in his place."""
    board: list[str] = field(default_factory=list)
    up: dict[int, list[str]] = field(default_factory=dict)
    due: int = 0
    """Cards that are still due, face up or down."""
    exposed: dict[str, int | None] = field(default_factory=dict)
    shown: dict[int, list[str]] = field(default_factory=dict)
    holes: dict[int, list[str]] = field(default_factory=dict)
    contests: list[tuple[int, list[int]]] = field(default_factory=list)
    """The pots at the showdown, and who can still win each."""
    mucked: set[int] = field(default_factory=set)
    seventh: set[int] = field(default_factory=set)
    """In stud who got a seventh card, face down."""
    fourth: str | None = None
    """A card too many on the flop, until the supervisor has ruled."""
    scrambled: set[str] = field(default_factory=set)
    """A burn that was a card of such a flop: it stays known."""
    decided: bool = False
    """Somebody has decided since the last card."""
    last_to_bet: int | None = None
    """Who has bet or raised last in the game, blinds not counted."""
    called: bool = False
    """Somebody has called the last bet."""
    gone: int = 0
    """Commission and odd chips that have left the table."""
    must_show: set[int] = field(default_factory=set)
    """004 12: whose hand is not mucked but by the supervisor."""

    def __post_init__(self) -> None:
        self.had = dict(self.stacks)
        """The stacks before the blinds."""
        self.bets = self._round(self.options.bets[0] if self.options.bets else 0)

    # chips

    def pay(self, spot: int, cents: int) -> int:
        paid = min(cents, self.stacks[spot])
        self.stacks[spot] -= paid
        self.put[spot] += paid
        return paid

    def bet(self, spot: int, cents: int) -> None:
        self.bets.put[spot] = self.bets.before(spot) + self.pay(spot, cents)

    def lay_dead(self, spot: int, cents: int) -> None:
        paid = min(cents, self.stacks[spot])
        self.stacks[spot] -= paid
        self.dead[spot] += paid

    @property
    def pot(self) -> int:
        return self.put.total() + self.dead.total()

    def _round(self, bet: int = 0) -> Bets:
        big = self.options.blinds[1]
        least = bet if self.options.limit == "fixed" else big
        return Bets(self.options.limit, least, self.options.raises, step=big)

    # cards

    @property
    def rounds(self) -> int:
        return 5 if self.options.stud else 4

    @property
    def down_due(self) -> int:
        """How many cards are to be dealt face down next, 0 if none."""
        if self.phase == "deal":
            return self.options.hole * len(self.dealt_in)
        last = self.options.stud and self.phase == "cards" and self.street == 4
        return len(self.hands) if last and not self.shares_the_seventh else 0

    @property
    def shares_the_seventh(self) -> bool:
        gone = 2 * len(self.dealt_in) + sum(map(len, self.up.values())) + 3
        return 52 - gone - 1 < len(self.hands)

    def _face_up_next(self) -> int:
        """Return how many cards come face up next; raise Refused if none does."""
        nxt = self.street + (self.phase == "bets")
        if self.phase not in ("bets", "cards") or nxt >= self.rounds:
            raise Refused("no card is due")
        if not self.options.stud:
            return 3 if nxt == 1 else 1
        if nxt < 4:
            return len(self.hands)
        if not self.shares_the_seventh:
            raise Refused("it is due face down")
        return 1

    def _needs_burn(self) -> bool:
        nxt = self.street + (self.phase == "bets")
        return nxt > 0 and not self.burn_free

    def deal(self, count: int) -> None:
        due = self.down_due
        if not due or (self.phase == "cards" and self._needs_burn() and not self.burned):
            raise Refused("no card is due face down")
        if count != due:
            raise Alarm("misdeal")
        if self.phase == "deal" and self.options.stud:
            self.up = {spot: [] for spot in sorted(self.hands)}
            self.phase, self.due = "cards", len(self.hands)
            return
        self.seventh = set(self.hands) if self.street else set()
        self._begin_bets()

    def burn(self) -> None:
        if self.burn_free:
            return
        nxt = self.street + (self.phase == "bets")
        midway = self.phase == "cards" and self.due not in (0, self.due_face_up())
        out_of = self.phase not in ("bets", "cards") or not 0 < nxt < self.rounds
        if out_of or self.burned or midway:
            raise Refused("no burn is due")
        self.burned = True

    def due_face_up(self) -> int:
        """Return how many cards come face up next, 0 if none does."""
        try:
            return self._face_up_next()
        except Refused:
            return 0

    def card(self, card: str) -> None:
        """Take a card that lies face up: a fact, which nothing refuses."""
        self.check_known([card])
        if not self._is_due_face_up():
            self.fourth = card if self.is_flop_open else None
            raise Alarm("premature_card")
        self._lay(card)
        self.due -= 1
        if not self.due:
            self._begin_bets()

    def _is_due_face_up(self) -> bool:
        burned = self.burned or not self._needs_burn()
        return self.phase == "cards" and self.due > 0 and burned

    @property
    def is_flop_open(self) -> bool:
        """Say whether a fourth card would be the flop's: no decision has followed, nor a ruling."""
        is_on = len(self.board) == 3 and self.phase in ("bets", "cards")
        return is_on and not self.decided and not self.scrambled

    def take_premature_back(self) -> None:
        """Have the cards of the alarm out; of a flop of four all."""
        self.burn_free = True
        if self.fourth:
            self.fourth, self.board = None, []
            self.phase, self.street, self.due, self.turn = "cards", 1, 3, None

    def scramble(self, card: str) -> None:
        """Make one card of a flop of four the next burn."""
        if self.fourth is None or card not in (*self.board, self.fourth):
            raise Refused("it is none of four")
        self.board = [one for one in (*self.board, self.fourth) if one != card]
        self.fourth, self.burned = None, True
        self.scrambled.add(card)

    def _lay(self, card: str) -> None:
        if self.options.stud and self.street < 4:
            order = sorted(self.hands)
            self.up[order[len(order) - self.due]].append(card)
        else:
            self.board.append(card)

    def check_known(self, cards: Sequence[str], spot: int | None = None) -> None:
        """Raise Alarm if a card can't be; `spot` is whose hand it comes from."""
        known = {card for card, whose in self.exposed.items() if whose is None or whose != spot}
        known |= {*self.board, *(card for held in self.up.values() for card in held)}
        known |= self.scrambled
        for seen in (self.shown, self.holes):
            known |= {card for one, held in seen.items() if one != spot for card in held}
        wrong = not DECK.issuperset(cards) or len(set(cards)) < len(cards)
        if wrong or known.intersection(cards):
            raise Alarm("foul_deck")

    def expose(self, card: str, spot: int | None) -> None:
        if self.phase == "won" or spot not in {None, *self.dealt_in}:
            raise Refused("no face-down card")
        if spot and not self._may_hold(spot, card):
            raise Refused("he has no more")
        self.check_known([card], spot)
        self.exposed[card] = spot
        if len(self.exposed) > 1 and not self.acted:
            raise Alarm("misdeal")

    def _may_hold(self, spot: int, card: str) -> bool:
        """Return whether one more card was not seen by all, and this may be it."""
        known = {*self.holes.get(spot, []), *self._seen(spot), *self.shown.get(spot, []), card}
        return len(self._seen(spot)) < self._held(spot) >= len(known)

    def _seen(self, spot: int) -> list[str]:
        return [card for card, of in self.exposed.items() if of == spot]

    def _held(self, spot: int) -> int:
        return self.options.hole + (spot in self.seventh)

    def hole(self, spot: int, cards: list[str]) -> None:
        if self.options.readers != "seats" or self.phase == "deal" or spot not in self.hands:
            raise Refused("no reader sees it")
        read = [*dict.fromkeys((*self.holes.get(spot, []), *cards))]
        if len({*read, *self._seen(spot), *self.shown.get(spot, [])}) > self._held(spot):
            raise Refused("more than he holds")
        self.check_known(cards, spot)
        self.holes[spot] = read

    def misdeal(self, *, found: bool) -> None:
        """Take all cards back; `found` if the table has raised the alarm itself.

        A card that was seen before all are dealt is enough. Blinds and antes stay; a bring-in goes
        back with the card that owed it.
        """
        undealt = self.phase == "deal" and not self.exposed
        if not found and (undealt or self.phase == "won" or self.acted):
            raise Refused("no misdeal now")
        if self.options.stud:
            self._take_bets_back()
        self.hands = set(self.dealt_in)
        self.phase, self.burned, self.turn, self.bringing = "deal", False, None, None
        self.board, self.up, self.exposed, self.holes = [], {}, {}, {}
        self.scrambled = set()
        self.bets.spoken.clear()

    def _take_bets_back(self) -> None:
        for spot, cents in self.bets.put.items():
            self.stacks[spot] += cents
            self.put[spot] -= cents
        self.bets = self._round(self.options.bets[0])

    # bets

    def _begin_bets(self) -> None:
        self.burned = self.decided = False
        if self.street:
            self.bets = self._round(self.options.bets[self.street > 1] if self.options.bets else 0)
        self.phase = "bets"
        if self.options.stud:
            self._begin_stud()
        else:
            self.pass_to(self.button if self.street else self.last_blind)

    def _begin_stud(self) -> None:
        order = sorted(self.hands)
        if self.street:
            is_low = self.options.poker == "razz"
            rank: Any = showing_low if is_low else showing
            first = (min if is_low else max)(order, key=lambda spot: rank(self.up[spot]))
            self.pass_to(first - 0.5)
            return
        first = self._low_card()
        able = [spot for spot in from_left(order, first - 0.5) if self.stacks[spot]]
        if len(able) < 2:
            self.pass_to(0)
            return
        self.turn = able[0]
        self.bringing = "must" if self.turn == first else "may"

    def _low_card(self) -> int:
        def key(spot: int) -> tuple[int, int]:
            card = self.up[spot][0]
            rank = -low_value(card) if self.options.poker == "razz" else value(card)
            suit = SUITS.index(card[1])
            return rank, -suit if self.options.poker == "razz" else suit

        return min(self.hands, key=key)

    def pass_to(self, left_of: float) -> None:
        """Find who speaks next, from the left of a spot on, or end the round."""
        order = sorted(self.hands, key=lambda spot: (spot <= left_of, spot))
        speak = [s for s in order if self.bets.must_speak(s, self.stacks, self.hands)]
        self.turn = speak[0] if speak and len(self.hands) > 1 else None
        if self.turn is None:
            self._end_round()

    def decide(self, spot: int, do: str, cents: int | None) -> None:
        if self.phase != "bets" or spot != self.turn:
            raise Refused("it is not his turn")
        if self.bringing:
            self._bring_in(spot, do, cents)
        else:
            self._act(spot, do, cents)
        self.decided = True
        self.pass_to(spot)

    def _act(self, spot: int, do: str, cents: int | None) -> None:
        bets, has = self.bets, self.bets.before(spot) + self.stacks[spot]
        facing = bets.level > bets.before(spot)
        if do == "fold":
            self.hands.discard(spot)
            return
        if do == "all_in":
            do = "call" if facing and has <= bets.level else "raise" if bets.level else "bet"
            cents = has
        if do == "check" and not facing:
            bets.checked.add(spot)
            bets.spoken[spot] = bets.fulls
            return
        if do == "call" and facing:
            self.bet(spot, bets.level - bets.before(spot))
            self.acted = self.called = True
        elif do == ("raise" if bets.level else "bet"):
            self._raise(spot, has, cents)
        else:
            raise Refused(do)
        bets.checked.discard(spot)
        bets.spoken[spot] = bets.fulls

    def _raise(self, spot: int, has: int, cents: int | None) -> None:
        bets = self.bets
        if bets.level and not bets.may_raise(spot, self.stacks, self.hands):
            raise Refused("the betting is not open to him, or nobody could answer")
        if cents is None:
            if self.options.limit != "fixed":
                raise Refused("no amount")
            cents = min(bets.bounds(spot, self.pot)[0], has)
        if cents % self.options.chip:
            raise Refused("no whole chips")
        bets.check_amount(spot, cents, has, self.pot)
        self.bet(spot, cents - bets.before(spot))
        bets.raised(cents)
        self.acted, self.called, self.last_to_bet = True, False, spot

    def _bring_in(self, spot: int, do: str, cents: int | None) -> None:
        if do == "fold" and self.bringing == "may":
            self.hands.discard(spot)
            order = from_left(self.hands, spot)
            able = [one for one in order if self.stacks[one]]
            if able and len(self.hands) > 1:
                self.turn = able[0]
            self.bringing = "may" if len(able) > 1 else None
            return
        short = do == "all_in" and self.stacks[spot] <= self.options.bring_in
        if short or (do == "bring_in" and cents in (None, self.options.bring_in)):
            self._owe_the_bring_in(spot)
            self.bets.spoken[spot] = 0
        elif do in ("bet", "all_in"):
            self._act(spot, do, cents)
        else:
            raise Refused("he brings it in")
        self.bringing = None

    def _owe_the_bring_in(self, spot: int) -> None:
        """Take the forced bet, which throwing the hand away does not spare him (67.106)."""
        self.bet(spot, self.options.bring_in)
        self.bets.level = self.options.bring_in
        self.bringing = None

    def muck(self, spot: int, *, supervised: bool = False) -> None:
        if self.phase in ("deal", "won") or spot not in self.hands - self.mucked - {*self.shown}:
            raise Refused("no hand")
        must_show = self._who_must_show() if self._is_betting_over else self.must_show
        if spot in must_show and not supervised:
            raise Refused("004 12")
        if self.phase == "showdown":
            self._give_up(spot)
            return
        if self.bringing == "must" and self.turn == spot:
            self._owe_the_bring_in(spot)
        self.hands.discard(spot)
        if len(self.hands) == 1:
            self._end_round()
        elif self.phase == "bets" and (self.turn == spot or self._nobody_speaks()):
            self.pass_to(spot)
        elif self.phase == "cards":
            self.own = owned(self.put, self.hands, self.own)
            self.due -= self.options.stud and self.street < 4

    def _nobody_speaks(self) -> bool:
        return not any(self.bets.must_speak(s, self.stacks, self.hands) for s in self.hands)

    def _end_round(self) -> None:
        self.turn = None
        back = self.bets.uncalled(self.hands)
        if back:
            spot, cents = back
            self.stacks[spot] += cents
            self.put[spot] -= cents
            self.bets.put[spot] -= cents
            self.say("returned", spot, cents)
        self.own = owned(self.put, self.hands, self.own)
        self.bets.put, self.street, self.phase = {}, self.street + 1, "cards"
        if len(self.hands) == 1 or self.street == self.rounds:
            self._begin_showdown()
            return
        try:
            self.due = self._face_up_next()
        except Refused:
            self.due = 0

    # the end

    @property
    def pots(self) -> list[Pot]:
        return pots(self.put, self.dead.total(), self.hands, self.own)

    def _begin_showdown(self) -> None:
        self.phase = "showdown"
        self.must_show = self._who_must_show()
        self.pots_then = self.pots
        self.contests = [(cents, list(spots)) for cents, spots in self.pots_then]
        self._settle_if_won()

    def _who_must_show(self) -> set[int]:
        """Return the hands of 004 12: who bet last, all if nobody did, and who is all in."""
        if not self.options.tournament or len(self.hands) < 2:
            return set()
        last = self.hands if self.last_to_bet is None else self.hands & {self.last_to_bet}
        return last | {spot for spot in self.hands if not self.stacks[spot]}

    @property
    def _is_betting_over(self) -> bool:
        """Say whether cards are due, and nobody can bet any more."""
        able = sum(self.stacks[one] > 0 for one in self.hands)
        return self.phase == "cards" and self.street > 0 and able < 2

    def can_show(self, spot: int) -> bool:
        if self.phase == "won":
            return spot in self.dealt_in and spot not in self.shown
        if self.phase == "cards":
            over = self._is_betting_over and not self.options.stud
            return over and spot in self.hands and spot not in self.shown
        return self.phase == "showdown" and spot in self.hands and spot not in self.shown

    def show(self, spot: int, cards: list[str]) -> None:
        held = self.options.hole
        if self.options.stud:
            held += spot in self.seventh and not self.board
        read = [*self.holes.get(spot, []), *self._seen(spot)]
        if not self.can_show(spot) or len(cards) != held or not set(read).issubset(cards):
            raise Refused("no hand to show")
        self.check_known(cards, spot)
        self.shown[spot] = cards
        if self.phase == "showdown":
            self._settle_if_won()

    def _give_up(self, spot: int) -> None:
        self.mucked.add(spot)
        self.must_show.discard(spot)
        for _, spots in self.contests:
            if len(spots) > 1 and spot in spots:
                spots.remove(spot)
        self._settle_if_won()

    def _settle_if_won(self) -> None:
        open_ = (set(spots) for _, spots in self.contests if len(spots) > 1)
        if self.shown.keys() >= self.must_show.union(*open_):
            self._settle()

    def _settle(self) -> None:
        self.phase, chip = "won", self.options.chip
        cents = [of for of, _ in self.contests]
        due = self.board or any(len(held) > 1 for held in self.up.values())
        due = due or self.options.without_flop
        percent = self.options.percent if due else 0
        taken = commissions(cents, percent, self.options.cap, chip)
        for number, (of, spots) in enumerate(self.pots_then, 1):
            self.say("pot", number, of, taken[number - 1], list(spots))
        left = from_left(self.dealt_in, self.button)
        own = {spot: [*held, *self.up.get(spot, [])] for spot, held in self.shown.items()}
        hands = Hands(self.options, own, self.board, left)
        odd = []
        for number, (of, spots) in enumerate(self.contests, 1):
            left_over = of - taken[number - 1]
            for spot, won, name, half in hands.won(left_over, spots):
                self.stacks[spot] += won
                left_over -= won
                article = self._article(name, number)
                self.say("won", number, spot, won, name, half, article)
            odd += [left_over] if left_over else []
        for cents in odd:
            self.say("removed", cents)
        self.gone = sum(taken) + sum(odd)
        self.say_stacks(self.stacks)
        if self.options.tournament:
            self._say_who_is_out()

    def _article(self, name: str | None, pot: int) -> str:
        if self.options.tournament:
            return "004 12"
        if name:
            return "67.103 (1)"
        is_contested = len(self.pots_then[pot - 1][1]) > 1
        return "67.102" if is_contested or self.called else "67.103 (2)"

    def _say_who_is_out(self) -> None:
        for spot in sorted(self.dealt_in):
            if not self.stacks[spot]:
                self.say("out", spot, self.had[spot])

    def say_stacks(self, spots: Iterable[int]) -> None:
        for spot in sorted(spots):
            self.say("stack", spot, self.stacks[spot])
