"""What the people of a script do at a virtual table, step by step."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import msgspec

from firmware.cli.play.throws import Throws
from firmware.cli.play.virtual_table import VirtualTable
from firmware.core.display.deciding import NUMBERS
from firmware.core.game.course import DEALER, Choice
from firmware.core.table.alarms import stopped_by
from firmware.core.table.decisions import OFFER_MS, focus, open_choices
from firmware.core.table.legality import legal_bets
from firmware.core.table.payments import may_pass, taking
from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import DECISIONS, Key
from firmware.core.vocabulary.money import Cents, in_chips
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import (
    BetSettled,
    FaultShown,
    LateBet,
    Refused,
    RoundOpened,
    RoundVoided,
    Ruling,
    Undone,
    bet_name,
)
from firmware.shell.desk.desk import quick_pick
from firmware.shell.script import At, BetStep, DecideStep, EnterStep, ResolveStep, Step, TicketStep

KEYS: Final = {"bank": Key.BANK, "number": Key.NUMBER, "shooter": Key.SHOOTER}
"""Steps that are a decision's key, where the game has it."""
OF_CARDS: Final = ("card", "cards", "cut", "shuffle", "enter")
"""Steps of games with packs of cards."""
MOST_PICKED: Final = 80
MOST_CENTS: Final = 10**12
"""More than any chips are worth."""


class People:
    """Players, dealer and supervisor; `heard` takes the lines that they see of it."""

    def __init__(self, table: VirtualTable, heard: list[Ruling]) -> None:
        self._table = table
        self._hands = table.hands
        self._heard = heard
        self._known = {Key.CONFIRM, *table.core.state.game.DECISIONS}
        self.written: dict[Stack, str] = {}
        """How the script wrote the place of each bet when it was laid."""
        self._laid: list[tuple[Place, bytes]] = []
        """The chips that the last decision cost."""
        self._asked: set[Stack] = set()
        """Late bets that were put right while another, right by itself, waits to be resolved."""
        self._acts: dict[str, Callable[[Any], None]] = {
            "bet": self._bet,
            "take": self._take,
            "press": self._press,
            "card": lambda card: self._draw((card,)),
            "cards": self._draw,
            "cut": lambda _: self._hands.cut_card(),
            "shuffle": lambda _: self._shuffle(),
            "resolve": self._resolve,
            "enter": self._enter,
            "decide": self._decide,
            "bank": lambda bank: self._say(bank.spot, Key.BANK),
            "number": self._number,
            "shooter": lambda shooter: self._name_shooter(shooter.spot),
            "ticket": self._ticket,
        }
        self._throws = Throws(table, heard)

    def do(self, step: Step) -> None:
        """Do one step; a game has no other acts than its own."""
        if step.press != "undo":
            self._laid = []
        kind = step.kind
        act = self._acts.get(kind)
        if self._throws.has(kind):
            self._throws.do(step)
        elif act is None or not self._is_played(kind):
            self._refuse("why.not_this_game", step=kind)
        else:
            act(getattr(step, kind))
            self._confirm_lot()

    def _is_played(self, kind: str) -> bool:
        """Return whether the game has such an act."""
        if kind in OF_CARDS:
            return bool(self._table.core.state.game.decks)
        return KEYS.get(kind, Key.CONFIRM) in self._known

    def clear_up(self) -> None:
        """Pay and take what was settled, give back what was voided, ready the shoe."""
        heard = tuple(self._heard)
        if any(isinstance(ruling, RoundVoided) for ruling in heard):
            self._hands.clear()
        else:
            settled = {ruling.bet.stack for ruling in heard if isinstance(ruling, BetSettled)}
            if settled:
                self._hands.clear(settled)
        if any(isinstance(ruling, RoundOpened) for ruling in heard):
            self._hands.stand_by()

    def go_on(self) -> None:
        """If bets open again by themselves: move the bets carried over, once all is paid."""
        core = self._table.core
        if not (core.state.game.REOPENS and core.state.in_round and core.state.round.bets.settled):
            return
        for (place, bettor), (to, _) in core.state.round.bets.moves.items():
            tags = self._hands.sweep(place, bettor)
            self._hands.put_back(to, tags)
        if not core.state.round.bets.late:
            self._hands.press(Key.CONFIRM)

    # players

    def _bet(self, bet: BetStep) -> None:
        place = self._place(bet)
        if place is None:
            return
        if bet.is_working and not self._table.core.state.game.MARKS:
            self._refuse("why.not_this_game", step="working")
        elif not 0 < bet.cents <= MOST_CENTS or not self._can_be_laid(bet.cents):
            self._refuse("why.amount")
        else:
            if not self._hands.lying(place, bet.bettor):
                self.written[place, bet.bettor] = bet.on
            tag = self._hands.put(place, Cents(bet.cents), bet.bettor)
            self._mark(bet, (place, bet.bettor))
            if self._refused():
                self._quietly(lambda: self._hands.take_chip(place, tag))
            if self._table.core.deadline is not None:
                self._hands.wait(OFFER_MS)
            self._moved()

    def _mark(self, bet: BetStep, stack: Stack) -> None:
        """Have the bet that was just laid work, or no longer, as it says."""
        works = self._table.core.state.game.works(stack)
        if bet.is_working and not self._refused() and bet.working is not works:
            self._hands.press(Key.WORKING)

    def _can_be_laid(self, cents: int) -> bool:
        """Return whether the house's chips make the amount up, where the dealer must key it."""
        rules = self._table.core.state.rules
        chips = in_chips(Cents(cents), rules.denominations)
        return not rules.amounts.by_dealer or sum(value * n for value, n in chips) == cents

    def _take(self, at: At) -> None:
        place = self._place(at)
        if place is None:
            return
        tags = self._hands.sweep(place, at.bettor)
        if not tags:
            self._refuse("why.nothing_there", spot=place.spot, on=bet_name(place.on))
        elif self._refused():
            self._quietly(lambda: self._hands.put_back(place, tags))
        self._moved()

    def _moved(self) -> None:
        late = (ruling for ruling in self._heard if isinstance(ruling, LateBet))
        self._asked -= {(ruling.place, ruling.bettor) for ruling in late}

    def _ticket(self, ticket: TicketStep) -> None:
        """Ask for a ticket at the desk."""
        desk = self._table.desk
        if desk is None:
            self._refuse("why.not_this_game", step="ticket")
        elif (ticket.numbers is None) is (ticket.quick_pick is None):
            self._ask_in_vain(ticket)
            self._refuse("why.numbers_or_quick_pick")
        elif ticket.quick_pick is not None and not 0 < ticket.quick_pick <= MOST_PICKED:
            self._ask_in_vain(ticket)
            self._refuse("why.picked", picked=str(ticket.quick_pick), most=str(MOST_PICKED))
        else:
            numbers = ticket.numbers or quick_pick(ticket.quick_pick or 0)
            desk.ask(ticket.spot, numbers, ticket.cents, ticket.draws, paid=ticket.paid)
            self._hands.let_read()

    def _ask_in_vain(self, ticket: TicketStep) -> None:
        """Ask for a ticket without a number: among the tickets it has its place all the same."""
        alone = msgspec.structs.replace(ticket, numbers=(), quick_pick=None)
        self._quietly(lambda: self._ticket(alone))

    # the dealer

    def _press(self, key: str) -> None:
        if self._table.core.state.game.REOPENS and key in (Key.NO_MORE_BETS, Key.CONFIRM):
            self._refuse("why.not_this_game", step=key)
            return
        if key == Key.DICE_CHANGED and key not in self._table.core.state.rules.keys:
            self._refuse("person.no_key", key=key)
            return
        if key != Key.VOID:
            self._hands.press(Key(key))
            if (
                key == Key.CONFIRM
                and self._table.core.state.round.bets.settled
                and not self._refused()
            ):
                self.clear_up()
                self._hands.press(Key.CONFIRM)
            self._shuffle_if_due()
            if any(isinstance(ruling, Undone) for ruling in self._heard):
                self._quietly(self._take_back)
            return
        self._supervised(self._void)
        if not self._refused():
            self._asked.clear()
            self._quietly(self._ready_shoe)
            self._shuffle_if_due()

    def _void(self) -> None:
        """Void the round, and clear what a card out of order has left behind."""
        self._hands.press(Key.VOID)
        if not self._refused() and self._table.core.state.device.trouble.clearable:
            self._quietly(lambda: self._hands.press(Key.CLEAR))
            self._hands.press(Key.CONFIRM)

    def _draw(self, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self._settle_hand()
            stopped = self._table.core.state.device.trouble.needs_void
            self._hands.draw(card)
            if stopped and not self._refused():
                self._refuse_stopped()
            if self._refused() or any(isinstance(ruling, FaultShown) for ruling in self._heard):
                self._after_misdeal()
                return

    def _settle_hand(self) -> None:
        """Take and pay a hand of the dealer's before the next card (26.7)."""
        state = self._table.core.state
        for _ in range(2 * len(state.round.bets.lines)):
            lost, ask = taking(state), self._table.panel.ask.do
            if not state.game.due or ask not in (Act.TAKE, Act.PAY):
                return
            if may_pass(state) or lost is None:
                self._hands.press(Key.NEXT)
            else:
                self._hands.sweep(*lost.stack)
                if lost.stays:
                    self._hands.put(lost.stack[0], lost.stays, lost.stack[1])

    def _shuffle_if_due(self) -> None:
        """Shuffle one pack as article 8 has it; a shoe that is cut waits for the script's step."""
        state = self._table.core.state
        if state.going is Phase.SHOE_CHANGE and not state.shoe.cut:
            self._shuffle()

    def _shuffle(self) -> None:
        self._hands.load_shoe()
        self._hands.press(Key.SHUFFLED)

    def _after_misdeal(self) -> None:
        """The shoe forgets a card that was none of a game; an alarm leaves it as it is."""
        if not self._table.core.state.device.trouble.needs_void:
            self._ready_shoe()

    def _ready_shoe(self) -> None:
        if self._table.sim.shoe.in_error:
            self._hands.clear_shoe()
        else:
            self._hands.stand_by()

    # what players decide

    def _decide(self, step: DecideStep) -> None:
        """Lay the chips that the decision costs, key it, and take them back if it is refused."""
        found = self._choice(step)
        if found is None:
            self._refuse_decision(step)
        elif step.low and Counter(step.low) - Counter(self._table.core.state.game.pack):
            self._refuse("why.not_held", spot=step.spot)
        elif step.low is not None and not found.picks:
            self._refuse("why.not_this_decision", spot=step.spot, do=Text(f"do.{found.do.value}"))
        else:
            self._laid = self._lay(found, step.cents)
            self._name(step.low or ())
            self._focus(found.spot)
            self._hands.press(found.do)
            if self._refused():
                self._quietly(self._take_back)

    def _choice(self, step: DecideStep) -> Choice | None:
        return next((c for c in open_choices(self._table.core.state) if self._means(step, c)), None)

    def _means(self, step: DecideStep, choice: Choice) -> bool:
        """Say whether a step is this choice; where one only may bet at a spot he needs no name."""
        alone = self._table.core.state.game.ONE_BETTOR_A_SPOT is not None and step.bettor is None
        named = alone or step.bettor == choice.bettor
        whose = named and step.spot == choice.spot and step.hand in (None, choice.hand)
        return whose and step.do == choice.do

    def _refuse_decision(self, step: DecideStep) -> None:
        """Say why nobody could key that: it is another's turn, or not among what he may do."""
        core = self._table.core
        due = [choice for choice in open_choices(core.state) if choice.spot == step.spot]
        others = open_choices(core.state)
        if core.state.stopped:
            self._refuse_stopped()
        elif not others or step.do not in DECISIONS:
            self._refuse("why.nothing_to_decide")
        elif not due:
            self._refuse("why.not_its_turn", spot=others[0].spot)
        elif due[0].hand is not None and step.hand not in (None, due[0].hand):
            self._refuse("why.other_hand", hand=due[0].hand)
        else:
            self._refuse("why.not_this_decision", spot=step.spot, do=Text(f"do.{step.do}"))

    def _lay(self, choice: Choice, cents: int | None) -> list[tuple[Place, bytes]]:
        """Lay what the script says, or what the choice costs where only one amount does."""
        laid = []
        fixed = all(stake.least == stake.most for stake in choice.stakes)
        shared = cents == sum(stake.least for stake in choice.stakes)
        for stake in choice.stakes:
            alone = stake is choice.stakes[0]
            amount = stake.least if fixed and (cents is None or shared) else (cents or 0) * alone
            if 0 < amount <= MOST_CENTS:
                place = Place(choice.spot, stake.on)
                laid.append((place, self._hands.put(place, Cents(amount), choice.bettor)))
        return laid

    def _take_back(self) -> None:
        """Take the chips back that were laid for a decision that does not stand."""
        for place, tag in self._laid:
            self._hands.take_chip(place, tag)
        self._laid = []

    def _name(self, cards: tuple[Card, ...]) -> None:
        """Name these cards and no others: one that is named too often is taken out again."""
        low, pack = self._table.core.state.gesture.low, self._table.core.state.game.pack
        named = (card for card in set(low) for _ in range(1 + pack.count(card) - low.count(card)))
        for card in (*named, *cards):
            self._hands.turn_to(card)
            self._hands.press(Key.PICK)

    def _focus(self, spot: int) -> None:
        """Turn to a spot that may decide something."""
        for _ in open_choices(self._table.core.state):
            if focus(self._table.core.state) == spot:
                return
            self._hands.press(Key.PLACE)

    def _say(self, spot: int, key: Key) -> None:
        """Key a decision that costs nothing."""
        self._decide(DecideStep(spot, key.value))

    def _name_shooter(self, spot: int) -> None:
        """Key who has the dice."""
        if spot in self._table.core.state.felt.spots:
            self._say(spot, Key.SHOOTER)
        else:
            self._refuse("why.no_such_spot", spot=spot)

    def _number(self, number: str) -> None:
        """Key a number that was drawn; for one that can't be, the table waits for another."""
        if number in map(str, range(1, NUMBERS + 1)):
            self._say(DEALER if int(number) == NUMBERS else int(number), Key.NUMBER)
        else:
            why = Text("fault.impossible_result", {"result": number})
            self._heard.append(FaultShown("table", "impossible_result", why))

    # the supervisor

    def _resolve(self, step: ResolveStep) -> None:
        place = self._place(step)
        if place is None:
            return
        stack, core = (place, step.bettor), self._table.core
        if core.state.stopped:
            self._refuse_stopped()
        elif stack not in core.state.round.bets.late or stack in self._asked:
            self._refuse("why.nothing_to_resolve")
        else:
            self._supervised(lambda: self._put_right(stack))

    def _put_right(self, stack: Stack) -> None:
        """Lay what the snapshot says. One press resolves all that is right: so it waits for all."""
        bets, felt = self._table.core.state.round.bets, self._table.core.state.felt
        owed = bets.late[stack]
        self._hands.sweep(*stack)
        if owed:
            self._hands.put(stack[0], owed, stack[1])
        self._asked.add(stack)
        if self._asked.issuperset(bets.put_right(felt)):
            self._asked.clear()
            self._hands.press(Key.RESOLVE)

    def _confirm_lot(self) -> None:
        """A lot is won: look at the hand, and let the dealer go on."""
        if self._table.core.state.device.trouble.find("table", "lot_won") is not None:
            self._supervised(lambda: self._hands.press(Key.CLEAR))
            self._hands.press(Key.CONFIRM)

    def _enter(self, entry: EnterStep) -> None:
        core, card = self._table.core, entry.card
        if not self._card_is_due():
            self._supervised(lambda: self._hands.press(Key.ENTER))
        elif not (core.state.shoe.holds(card) or card in core.state.shoe.stray):
            self._refuse("why.impossible_card", card=card.name)
        else:
            self._hands.draw(card, readable=False)
            self._supervised(lambda: self._type_in(card))
            self._hands.clear_shoe()

    def _type_in(self, card: Card) -> None:
        self._hands.press(Key.ENTER)
        self._hands.choose(card)
        self._hands.press(Key.ENTER)

    def _card_is_due(self) -> bool:
        core = self._table.core
        opens = core.state.going is Phase.OPEN and bool(legal_bets(core.state))
        return opens or (core.state.in_round and core.state.game.due is not None)

    def _supervised(self, act: Callable[[], None]) -> None:
        self._hands.turn_key_switch(on=True)
        act()
        self._hands.turn_key_switch(on=False)

    # the lines of a round

    def _place(self, at: At) -> Place | None:
        """Return the place; refuse, and return None, where the table has no such one."""
        place = Place(at.spot, self._table.core.state.game.canonical(at.on))
        if self._table.sim.has(place):
            return place
        if at.spot in self._table.core.state.felt.spots:
            self._refuse("why.no_such_bet", on=at.on)
        else:
            self._refuse("why.no_such_spot", spot=at.spot)
        return None

    def _refuse(self, key: str, /, **values: str | int | Text) -> None:
        self._heard.append(Refused(Text(key, values)))

    def _refuse_stopped(self) -> None:
        self._heard.append(Refused(stopped_by(self._table.core.state)))

    def _refused(self) -> bool:
        return any(isinstance(ruling, Refused) for ruling in self._heard)

    def _quietly(self, act: Callable[[], object]) -> None:
        length = len(self._heard)
        act()
        del self._heard[length:]
