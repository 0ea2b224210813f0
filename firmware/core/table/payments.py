"""From the settlement to the next "Faites vos jeux"."""

from typing import TYPE_CHECKING

from firmware.core.table import accounts
from firmware.core.table.bets import Bets
from firmware.core.table.betting import where
from firmware.core.table.meters import counted, settled
from firmware.core.table.shoe import ONE_ROUND
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.instruments import Keyed
from firmware.core.vocabulary.money import NOTHING
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.rulings import (
    Announced,
    LateResolved,
    RoundOpened,
    bet_name,
)

if TYPE_CHECKING:
    from firmware.core.table.table import Table


def settle(table: "Table") -> None:
    """Take over what the game has decided, once nothing speaks against it.

    It is ruled when the round is over, since until then a void gives every stake back.
    """
    if table.waits_on_bets() or not accounts.may_be_paid(table):
        return
    table.bets.settle(table.game.lines, whole=table.game.finished)
    if table.bets.settled:
        table.bets.keep(table.game.kept, table.game.moves)
    for line in table.bets.lines if table.bets.settled else ():
        table.rule(line)


def resolve(table: "Table", _event: KeyPressed) -> None:
    """The supervisor settles the late bets: what lies on the felt is the snapshot again."""
    bets = table.bets
    if not bets.late:
        raise Forbidden("why.nothing_to_resolve")
    wrong = bets.wrong(table.felt)
    right = bets.put_right(table.felt)
    if not right and wrong is not None:
        raise Forbidden(
            table.told("why.put_right_first", cents=bets.late[wrong], **where(wrong[0]))
        )
    for stack in right:
        del bets.late[stack]
        table.rule(LateResolved(stack[0]))


def pass_on(table: "Table", _event: KeyPressed) -> None:
    """Show the next payment."""
    if not (table.bets.settled and table.bets.next()):
        raise Forbidden("why.not_now")
    table.remember_undo()


def finish(table: "Table", _event: KeyPressed) -> None:
    """The dealer has paid and taken: the round is over."""
    if table.bets.late:
        raise Forbidden("why.late_unresolved", **where(next(iter(table.bets.late))[0]))
    if not table.bets.settled:
        raise Forbidden("why.not_settled")
    untaken = table.untaken()
    if untaken is not None:
        raise Forbidden("why.take_first", **where(untaken[0]))
    unmoved = table.unmoved()
    if unmoved is not None:
        origin, to = unmoved
        raise Forbidden("why.move_first", **where(origin[0]), to=bet_name(to[0].on))
    table.remember_undo()
    _end_settled(table)


def _end_settled(table: "Table") -> None:
    if table.rules.amounts != "unseen":
        table.advance(settled(table.meters, table.bets))
    table.advance(counted(table.meters, "rounds"))
    _clear_felt(table)
    end_round(table)


def _clear_felt(table: "Table") -> None:
    """Take what no reader follows for paid, taken and moved as the dealer was told."""
    if table.rules.amounts == "keyed":
        kept = table.bets.kept.items()
        table.felt.stacks = {s: cents for s, cents in kept if s[0].on in table.felt.names}
    elif table.rules.amounts == "unseen":
        for origin, to in table.bets.moves.items():
            table.felt.put(origin, NOTHING)
            table.felt.put(to, table.bets.kept[to])


def end_round(table: "Table") -> None:
    """Take the cards and the snapshot off the table; what stands over goes on."""
    table.bets = Bets()
    table.game.open()
    table.shoe.end_round()
    table.entering = table.keying = table.focus = table.pricing = None
    table.keyed = Keyed()
    table.laid_last = None
    table.low = ()
    table.lot_told = False
    table.examined = NOTHING
    table.offered_at = None


def end_and_open(table: "Table", event: Event) -> None:
    """A throw has left nothing to do: the next round opens by itself."""
    _end_settled(table)
    open_round(table, event)


def finish_and_open(table: "Table", event: KeyPressed) -> None:
    """End the round and open the next."""
    finish(table, event)
    open_round(table, event)


def open_round(table: "Table", _event: Event) -> None:
    """Open the bets: "Faites vos jeux"."""
    table.round += 1
    table.opened = True
    if table.shoe.decks <= ONE_ROUND and not table.rules.shuffled_by_hand:
        table.shoe.fill()
    if table.rules.amounts == "unseen":
        nominal = table.game.nominal
        table.felt.stacks = {stack: nominal(stack[0].on) for stack in table.felt.stacks}
    table.bets.left_over = table.felt.stacks.keys() - table.game.standing.keys()
    accounts.check_meters(table)
    table.rule(RoundOpened(table.round))
    table.rule(Announced(Text("announce.place_your_bets")), Alert.BETS_OPEN)
