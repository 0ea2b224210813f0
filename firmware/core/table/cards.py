"""From the shoe to the hands: what the table does about cards."""

from typing import TYPE_CHECKING, Final

from firmware.core.state_machine import Rejected
from firmware.core.table import closing, results
from firmware.core.table import decisions as deciding
from firmware.core.table import payments as paying
from firmware.core.table.card_picker import Entry
from firmware.core.table.checkpoint import Shuffles
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    Door,
    Drawn,
    FaultRaised,
    KeyPressed,
    ShoeResult,
    ShuffleEnded,
)
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Announced, CardEntered

if TYPE_CHECKING:
    from firmware.core.table.table import Table


# cards out of the shoe


def card_read(table: "Table", event: CardRead) -> None:
    """Record that a card has left the shoe, then deal it if it may be dealt."""
    if event.tag is not None and event.tag in table.shoe.tags:
        _read_again(table, event)
        return
    table.forget_undo()
    table.entering = None
    if not table.shoe.take(event.card, event.tag):
        _impossible(table, event)
    elif event.drawn is not Drawn.BURN or table.under is Phase.ROUND:
        _deal_or_lay_aside(table, event)


def _impossible(table: "Table", event: CardRead) -> None:
    """Stop the deal; where the game redeals, what was dealt is gathered up and dealt anew."""
    if not table.game.REDEALS:
        alarm(table, "impossible_card")
    elif table.phase is Phase.ROUND and table.game.due is not None:
        results.no_result(table, Text("no_result.tiles"))
        table.shoe.fill()
        table.game.redeal()
    else:
        _deal_or_lay_aside(table, event)


def _read_again(table: "Table", event: CardRead) -> None:
    """A tag that has left already: the last one still lies there, any other is a second card."""
    if event.tag != table.shoe.tags[-1]:
        table.raise_fault(FaultRaised("shoe", "card_twice"))


def _deal_or_lay_aside(table: "Table", event: CardRead) -> None:
    if table.phase is not Phase.FAULT and not _expected(table, event):
        alarm(table, "wrong_hand")
        return
    try:
        _deal_if_due(table, event)
    except (Forbidden, Rejected) as refused:
        table.shoe.lay_aside(event.card, counted=event.drawn is not Drawn.OUTSIDE)
        table.refuse(refused.why if isinstance(refused, Forbidden) else NO_CARD_DUE)


def _deal_if_due(table: "Table", event: CardRead) -> None:
    if table.phase is Phase.FAULT:
        raise Forbidden(table.stopped_by())
    if table.phase is Phase.SHOE_CHANGE:
        raise Forbidden("why.shuffle_first")
    if event.drawn is Drawn.OUTSIDE:
        raise Forbidden(NO_CARD_DUE)
    table.machine.fire(event)


NO_CARD_DUE: Final = Text("why.no_card_due")


def _expected(table: "Table", event: CardRead) -> bool:
    """Say whether the shoe's own account of the card, where it keeps one, agrees with ours."""
    due = table.game.due if table.phase in (Phase.ROUND, Phase.OPEN) else None
    if due is None or event.drawn in (None, Drawn.OUTSIDE) or table.shoe.out_of_step:
        return True
    return due.drawn is None or (event.drawn is due.drawn and event.index in (None, due.nth))


def first_card_closes(table: "Table", event: CardRead) -> bool:
    """Say whether a first card closes the bets here, and there is a bet to deal to."""
    return table.game.CLOSES_ON_FIRST_CARD and closing.standing(table, event)


def close_and_deal(table: "Table", event: CardRead) -> None:
    """Close the bets with the first card (30); chips that nobody has counted are late."""
    unread, read = table.felt.unread(), {place for place, _ in table.felt.stacks}
    closing.close(table, event)
    for place in unread:
        if place not in read:
            table.rule(table.bets.unread((place, None), table.now), Alert.LATE)
    deal(table, event)


def early(table: "Table", _event: CardRead) -> None:
    """A card before the close: no card of this game closes the bets, or nobody has bet."""
    if not table.game.CLOSES_ON_FIRST_CARD:
        alarm(table, "early_card")
    else:
        raise Forbidden("why.no_bets")


def deal(table: "Table", event: CardRead) -> None:
    """Give the card to the game. Raises Rejected when it wants none."""
    table.game.take(event)
    if table.offered_at is not None:
        deciding.lapse(table, event)
    if table.game.finished:
        table.rule(Announced(table.game.result()), Alert.RESULT)


def shoe_result(table: "Table", event: ShoeResult) -> None:
    """Hold the shoe's own result against ours, unless a card is, or was, to be entered by hand."""
    ours = table.game.winner if table.game.finished else None
    waits = (table.phase is Phase.FAULT and ours is None) or table.shoe.out_of_step
    heard = event.winner not in ("forced", ours)
    if table.under is Phase.ROUND and table.game.FOLLOWED and not waits and heard:
        alarm(table, "wrong_result", winner=event.winner)


def cut_card_seen(table: "Table", event: CutCardSeen) -> None:
    """The cut card: this round is the last of the shoe (8)."""
    table.forget_undo()
    if not table.cut:
        table.cut = True
        table.rule(Announced(Text("announce.cut_card")))
    if table.trouble.needs_void:
        table.refuse(table.stopped_by())
    elif table.phase is Phase.OPEN:
        table.machine.fire(event)


def alarm(table: "Table", code: str, **values: str) -> None:
    """Stop the deal until the supervisor voids the round; where it is stopped so, refuse."""
    if table.trouble.needs_void:
        table.refuse(table.stopped_by())
    else:
        table.raise_fault(FaultRaised("table", code, values))


def unread_first_card(table: "Table", event: FaultRaised) -> bool:
    """Say whether the card that the shoe could not read was one that closes the bets."""
    first = table.game.CLOSES_ON_FIRST_CARD and closing.standing(table, event)
    return first and event.code in UNREAD


UNREAD: Final = frozenset(
    {
        "card_code",
        "disagreement",
        "missed",
        "part_alarm",
        "two_cards",
        "unknown_tag",
        "unreadable",
        "wrong_batch",
    }
)
"""The shoe's faults by which a card has, or may have, left it unread."""


# cards by hand


def enter(table: "Table", _event: KeyPressed) -> None:
    """Begin to enter a card that the shoe could not read, or deal the one that is chosen.

    Raises Forbidden where none is chosen: no card is dealt by one key pressed twice.
    """
    if not may_enter(table):
        stopped = table.phase is Phase.FAULT
        raise Forbidden(table.stopped_by() if stopped else "why.nothing_to_enter")
    if table.entering is None:
        table.entering = Entry(table.game.pack)
        return
    if not table.entering.chosen:
        raise Forbidden("why.choose_first")
    card = table.entering.card
    if not table.shoe.take_by_hand(card):
        raise Forbidden("why.impossible_card", card=card.name)
    table.entering = None
    table.rule(CardEntered())
    table.clear_shoe(table.trouble.stopping)
    deal(table, CardRead(card))


def may_enter(table: "Table") -> bool:
    """Say whether a card by hand would be dealt now."""
    only_shoe = table.trouble.only_shoe and not table.trouble.felt_unconfirmed
    if table.phase is Phase.FAULT and not only_shoe:
        return False
    return table.under is Phase.ROUND and table.game.due is not None


def choose(table: "Table", event: KeyPressed) -> None:
    """Turn to the next rank or suit of the card that is being named."""
    if table.entering is None and not deciding.sets(table):
        raise Forbidden("why.nothing_to_enter")
    table.entering = deciding.turned_to(table).turned(event.key)


# the shuffler, and a full shoe


def cut_card_keyed(table: "Table") -> None:
    """The dealer has seen the cut card, which this shoe's reader doesn't."""
    if table.cut:
        raise Forbidden("why.cut_already")
    cut_card_seen(table, CutCardSeen())


def shuffle(table: "Table", event: KeyPressed) -> None:
    """Start the shuffler, once; chips that lie there while the shoe is changed are no bets."""
    if table.phase is Phase.OPEN and closing.standing(table, event):
        raise Forbidden("why.bets_standing")
    table.shuffle += 1


def shuffle_ended(table: "Table", event: ShuffleEnded) -> None:
    """Keep the count; a wrong one takes the deck out of play."""
    before = table.shuffles
    table.shuffles = Shuffles(before.done + 1, event.cards, before.unread + event.unread)
    if event.cards not in (None, table.shoe.size):
        values = {"cards": str(event.cards), "wanted": str(table.shoe.size)}
        table.raise_fault(FaultRaised("shuffler", "wrong_count", values))


def load_shoe(table: "Table", _event: KeyPressed) -> None:
    """The dealer has shuffled and loaded a full shoe (7, 8)."""
    if closing.standing(table, _event):
        raise Forbidden("why.bets_standing")
    table.new_shoe()


def load_and_open(table: "Table", event: KeyPressed) -> None:
    """Load the shoe and open the first round of it."""
    if Door.SHOE in table.doors_open:
        raise Forbidden(Text("fault.door_open", {"door": Door.SHOE.value}))
    table.new_shoe()
    table.game.open()
    table.keying = table.focus = None
    paying.open_round(table, event)
