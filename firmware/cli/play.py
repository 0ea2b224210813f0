"""`croupier play`: round scripts through the whole controller, on simulated parts and time."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from drivers.chips import Chip, ChipRegistry
from firmware.cli.assembly import InlineTable, seat_table, wiring
from firmware.cli.script import At, BetStep, EnterStep, ResolveStep, Script, Step
from firmware.cli.telling import Telling
from firmware.core.cards import JOKER, Card
from firmware.core.events import Event, Key, Place
from firmware.core.game import OptionRefused
from firmware.core.limits import BetLimits
from firmware.core.money import Cents
from firmware.core.panel import Text
from firmware.core.phase import Phase
from firmware.core.rulings import BetSettled, FaultShown, Refused, RoundOpened, RoundVoided, Ruling
from firmware.core.table import Table
from firmware.shell.config import Config
from firmware.shell.journal import Journal, MemoryFile, Stamp
from firmware.shell.ledger import Ledger
from firmware.shell.parts import Wires
from firmware.shell.screens import Screens
from firmware.shell.words import Words
from hal.ports import SerialPort
from sim.board import SimBoard
from sim.clock import VirtualClock
from sim.hands import Hands
from sim.table import SimTable
from sim.wire import MemoryPort

Print = Callable[[Mapping[str, Any]], None]

CHIPS_MS: Final = 130
"""Long enough, on virtual time, for a whole sweep of the antennas and a second look."""


def play(script: Script, line: int, config: Config, words: Words, say: Print) -> None:
    """Play one script on a table of its own and say what happens."""
    say({"script": line if script.id is None else script.id, "game": script.game})
    try:
        config = _configured(config, script)
        table = seat_table(config, simulated=True)
    except OptionRefused as refused:
        say({"refused": {"step": 0, "why": words.say(refused.why)}})
        return
    Dealing(config, table, words, say).play(script)


def _configured(config: Config, script: Script) -> Config:
    """Return the default table as the script sets it. Raises OptionRefused."""
    limits = {}
    for bet, (least, most) in script.limits.items():
        if bet not in config.limits or not 0 <= least <= most:
            raise OptionRefused(f"limits.{bet}", [least, most])
        limits[bet] = BetLimits(Cents(least), Cents(most))
    if not 1 <= script.spots <= MOST_SPOTS:
        raise OptionRefused("spots", script.spots)
    table = replace(config.table, spots=script.spots, late_entry="allow")
    return replace(config, table=table, limits=limits, game_options=script.options)


MOST_SPOTS: Final = 7
"""The spots that the default table is wired for."""


class Dealing:
    """The people of one script at one table."""

    def __init__(self, config: Config, table: Table, words: Words, say: Print) -> None:
        self._say = say
        self._telling = Telling(words)
        self._rulings: list[Ruling] = []
        self._step = 0
        self._sim = SimTable(wiring(config))
        cage: dict[bytes, Chip] = {}
        clock = VirtualClock()
        ports: dict[str, SerialPort] = {
            config.shoe.port: MemoryPort(self._sim.shoe),
            config.chips.port: MemoryPort(self._sim.reader),
        }
        board = SimBoard(self._sim, clock, ports)
        wires = Wires(config, board, ChipRegistry(cage), Screens(words))
        stamp = Stamp("sim", "", "", "", config.table.game)
        ledger = Ledger(Journal.open((MemoryFile("a"), MemoryFile("b")), stamp))
        self._table = InlineTable(table, ledger, wires, clock, [self._heard])
        self._hands = Hands(self._sim, cage, self._table.run_for, CHIPS_MS)

    def _heard(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self._rulings += rulings

    def play(self, script: Script) -> None:
        """Open the table, do every step, and say how the script ends."""
        self._sim.shoe.power_on()
        self._table.run_for(CHIPS_MS)
        self._hands.press(Key.CONFIRM)
        self._settle_up()
        for self._step, step in enumerate(script.steps, start=1):
            self._do(step)
            self._settle_up()
        self._end()

    def _do(self, step: Step) -> None:
        kind = step.kind
        doing: Callable[[Any], None] | None = getattr(self, f"_do_{kind}", None)
        if doing is None:
            self._refuse("why.not_this_game", step=kind)
        else:
            doing(getattr(step, kind))

    # what the people do

    def _do_bet(self, bet: BetStep) -> None:
        place = self._place(bet)
        if place is None:
            return
        if bet.cents <= 0:
            self._refuse("why.amount")
            return
        tag = self._hands.put(place, Cents(bet.cents), bet.bettor)
        if self._refused():
            self._quietly(lambda: self._hands.take_chip(place, tag))

    def _do_take(self, at: At) -> None:
        place = self._place(at)
        if place is None:
            return
        tags = self._hands.sweep(place, at.bettor)
        if not tags:
            self._refuse("why.nothing_there", spot=place.spot, on=Text(f"bet.{place.on}"))
        elif self._refused():
            self._quietly(lambda: self._hands.put_back(place, tags))

    def _do_press(self, key: str) -> None:
        if key == "void":
            self._supervised(lambda: self._hands.press(Key.VOID))
        else:
            self._hands.press(Key(key))

    def _do_card(self, card: Card) -> None:
        self._do_cards((card,))

    def _do_cards(self, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self._hands.draw(card)
            if self._refused() or self._faulted():
                self._mend_shoe(card)
                return

    def _mend_shoe(self, card: Card) -> None:
        if self._sim.shoe.in_error and card is not JOKER:
            self._hands.clear_shoe()

    def _do_cut(self, _cut: bool) -> None:  # noqa: FBT001
        self._hands.cut_card()

    def _do_shuffle(self, _shuffle: bool) -> None:  # noqa: FBT001
        self._hands.press(Key.SHUFFLED)

    def _do_resolve(self, late: ResolveStep) -> None:
        place = self._place(late)
        if place is not None:
            self._supervised(lambda: self._put_right(place, late.bettor))

    def _put_right(self, place: Place, bettor: str | None) -> None:
        wanted = self._table.loop.table.bets.late.get((place, bettor))
        if wanted is None:
            self._refuse("why.nothing_to_resolve")
            return
        self._hands.sweep(place, bettor)
        if wanted:
            self._hands.put(place, wanted, bettor)
        self._hands.press(Key.RESOLVE)

    def _do_enter(self, entry: EnterStep) -> None:
        if self._card_is_due():
            self._hands.draw(entry.card, readable=False)
        self._supervised(lambda: self._enter(entry.card))
        self._mend_shoe(entry.card)

    def _enter(self, card: Card) -> None:
        self._hands.press(Key.ENTER)
        if not self._refused():
            self._hands.choose(card)
            self._hands.press(Key.ENTER)

    def _card_is_due(self) -> bool:
        table = self._table.loop.table
        opens = table.phase is Phase.OPEN and bool(table.felt.stacks)
        return opens or (table.phase is Phase.ROUND and table.game.due is not None)

    def _supervised(self, act: Callable[[], None]) -> None:
        self._hands.turn_key_switch(on=True)
        act()
        self._hands.turn_key_switch(on=False)

    # what follows

    def _place(self, at: At) -> Place | None:
        place = Place(at.spot, at.on)
        if place in self._sim.stacks:
            return place
        spots = range(1, self._table.loop.table.rules.spots + 1)
        if at.spot in spots:
            self._refuse("why.no_such_bet", on=at.on)
        else:
            self._refuse("why.no_such_spot", spot=at.spot)
        return None

    def _refuse(self, key: str, **values: str | int | Text) -> None:
        self._rulings.append(Refused(Text(key, values)))

    def _refused(self) -> bool:
        return any(isinstance(ruling, Refused) for ruling in self._rulings)

    def _faulted(self) -> bool:
        return any(isinstance(ruling, FaultShown) for ruling in self._rulings)

    def _quietly(self, act: Callable[[], object]) -> None:
        heard = list(self._rulings)
        act()
        self._rulings = heard

    def _settle_up(self) -> None:
        """Say what the step came to; then the dealer pays and takes, and readies the shoe."""
        rulings, self._rulings = self._rulings, []
        for line in self._telling.rulings(rulings, self._step):
            self._say(line)
        for line in self._telling.changes(self._table.loop.panel):
            self._say(line)
        self._quietly(lambda: self._clear_up(rulings))

    def _clear_up(self, rulings: list[Ruling]) -> None:
        settled = {(r.bet.place, r.bet.bettor) for r in rulings if isinstance(r, BetSettled)}
        for place, bettor in sorted(settled, key=str):
            self._hands.sweep(place, bettor)
        if any(isinstance(ruling, RoundOpened | RoundVoided) for ruling in rulings):
            self._hands.stand_by()
            if self._sim.shoe.in_error:
                self._hands.clear_shoe()

    def _end(self) -> None:
        table = self._table.loop.table
        if table.bets.settled and not table.bets.late and table.phase is Phase.ROUND:
            return
        waiting = _waiting_for(table)
        if waiting is not None:
            self._say({"unfinished": {"waiting_for": waiting}})


def _waiting_for(table: Table) -> str | None:
    """Return what an open round waits for, None where no round is open."""
    if table.trouble.needs_void:
        return "void"
    if table.phase is Phase.FAULT:
        return "repair"
    if table.under is Phase.OPEN:
        return "no_more_bets" if table.felt.stacks else None
    if table.under is not Phase.ROUND:
        return None
    if table.game.due is not None:
        return "card"
    return "resolve" if table.bets.late else "confirm"
