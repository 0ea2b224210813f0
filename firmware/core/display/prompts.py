"""What the displays say: the dealer's one next act, and what the players read."""

from collections.abc import Sequence

from firmware.core.game.course import DEALER, Choice
from firmware.core.table.betting import where
from firmware.core.table.card_picker import Entry
from firmware.core.table.cards import may_enter
from firmware.core.table.closing import missing, play_may_end
from firmware.core.table.colours import pricing
from firmware.core.table.decisions import choices_in_focus, sets, turned_to
from firmware.core.table.keying import place_being_keyed
from firmware.core.table.table import Table
from firmware.core.vocabulary.instruments import Keyed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Alert, Text, Values
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import BetSettled, bet_name

NUMBERS = 7
"""The numbers of article 48.1: six positions, and the dealer's."""


def dealer_lines(table: Table) -> tuple[Text, ...]:
    """Return what the dealer's display says: the one next act first."""
    lines = {
        Phase.CLOSED: _closed_lines,
        Phase.OPEN: _open_lines,
        Phase.ROUND: _round_lines,
        Phase.FAULT: _fault_lines,
        Phase.SHOE_CHANGE: _shoe_lines,
    }[table.phase](table)
    if table.entering is not None and not sets(table) and may_enter(table):
        lines = (_entry_line(table.entering), *lines)
    if table.refused is not None:
        lines = (*lines, table.refused)
    return lines


def _entry_line(entry: Entry) -> Text:
    """Name the card by hand, or ask for one where none is chosen."""
    if not entry.chosen:
        return Text("prompt.choose_card")
    return Text("prompt.enter_card", {"card": entry.card.name})


def _closed_lines(_table: Table) -> tuple[Text, ...]:
    return (Text("prompt.open_table"),)


def _open_lines(table: Table) -> tuple[Text, ...]:
    keyed = _being_keyed(table)
    for bet in missing(table):
        return (table.told("prompt.put_back", **where(bet.place), cents=bet.cents),)
    for (place, _), cents in table.felt.stacks.items():
        refusal = table.refusal((place, _))
        if (refusal and not keyed) or (place, _) in table.returning:
            give_back = table.told("prompt.return_bet", **where(place), cents=cents)
            return (give_back, refusal.why) if refusal and not table.refused else (give_back,)
    if table.felt.unread():
        return (*keyed, Text("prompt.place_bets")) if keyed else (Text("prompt.place_bets"),)
    priced = pricing(table)
    if priced is not None:
        values: Values = {"spot": priced.spot, "cents": priced.cents}
        return (Text("prompt.price", values), *table.game.told())
    first = _result_line(table) if table.game.THROWN else Text("prompt.place_bets")
    return (first, *keyed, *_asked(table), *table.game.told(), *_close_line(table))


def _close_line(table: Table) -> tuple[Text, ...]:
    """Say how the supervisor closes the table, where he may and has turned his key."""
    return (Text("prompt.close_table"),) if play_may_end(table) else ()


def _result_line(table: Table) -> Text:
    """Say what is waited for of an instrument, and what is keyed of it so far."""
    instrument, keyed = table.game.INSTRUMENT, table.keyed
    if instrument is None or keyed == Keyed():
        waits = f"prompt.{instrument.step}" if instrument and table.game.THROWN else "prompt.spin"
        return Text(waits)
    what = "prompt.key_dice" if instrument.faces else "prompt.key_number"
    said = " ".join((*keyed.symbols, keyed.digits)).strip() or "–"
    return Text(what if keyed.first is None else f"{what}_again", {"result": said})


def _being_keyed(table: Table) -> tuple[Text, ...]:
    """Return the amount that is being keyed, and why it could not stand as it is."""
    place = place_being_keyed(table)
    if place is None:
        return ()
    stack = place, None
    cents, refusal = table.felt.amount(stack), table.refusal(stack)
    amount = Text("prompt.key_amount", {**where(place), "cents": cents})
    return (amount, refusal.why) if refusal and cents else (amount,)


def _round_lines(table: Table) -> tuple[Text, ...]:
    bets, due = table.bets, table.game.due
    for place, who in bets.late:
        owed = bets.late[place, who]
        return (table.told("prompt.resolve_late", **where(place), cents=owed),)
    asked = _asked(table)
    if due is not None:
        values: Values = {"hand": due.words, "index": due.nth}
        asked = (*asked, Text("prompt.tile_to" if table.game.REDEALS else "prompt.card_to", values))
    if table.game.awaits_result:
        return (_result_line(table), *table.game.told())
    if asked:
        return (*asked, *_last_of_shoe(table))
    if not bets.settled:
        return _unsettled_lines(table)
    line = bets.paying
    if line is not None:
        return (_pay(table, line), table.game.result())
    unmoved = table.unmoved()
    if unmoved is not None:
        origin, to = unmoved
        return (Text("prompt.move", {**where(origin[0]), "to": bet_name(to[0].on)}),)
    return (_take_or_confirm(table), table.game.result())


def _asked(table: Table) -> tuple[Text, ...]:
    """Ask the spot in focus what it decides."""
    choices = choices_in_focus(table)
    if not choices:
        return ()
    named = _named_cards(table)
    if choices[0].do is Key.NUMBER:
        return (Text("prompt.number", {"spot": choices[0].spot or NUMBERS}),)
    first = choices[0]
    values: Values = {"spot": first.spot, "hand": first.hand or 0, "what": _any_of(choices)}
    if first.about:
        values = {**values, "on": bet_name(first.about)}
    return (Text(_whose(first), values), *named)


def _whose(choice: Choice) -> str:
    if choice.spot == DEALER:
        return "prompt.decide_bank"
    if choice.about:
        return "prompt.decide_bet"
    return "prompt.decide" if choice.hand is None else "prompt.decide_hand"


def _any_of(choices: Sequence[Choice]) -> Text:
    """Return what may be decided, in words: tirer, rester ou doubler."""
    first, *others = [Text(f"do.{do.value}") for do in dict.fromkeys(c.do for c in choices)]
    said = first
    for at, other in enumerate(others, start=1):
        key = "prompt.or" if at == len(others) else "prompt.comma"
        said = Text(key, {"what": said, "other": other})
    return said


def _named_cards(table: Table) -> tuple[Text, ...]:
    """Return the cards named so far, and the one that is being named, of a hand that is set."""
    if not sets(table):
        return ()
    named = " ".join(card.name for card in table.low)
    card = turned_to(table).card.name
    return (Text("prompt.pick", {"card": card, "player": named}),)


def _take_or_confirm(table: Table) -> Text:
    untaken = table.untaken()
    return Text("prompt.take", where(untaken[0])) if untaken else Text("prompt.confirm")


def _unsettled_lines(table: Table) -> tuple[Text, ...]:
    for place, who in sorted(table.bets.returning, key=str):
        cents = table.felt.amount((place, who))
        return (table.told("prompt.return_bet", **where(place), cents=cents),)
    unreported = table.unreported_bet()
    unread = tuple(Text("prompt.chip_unread", where(place)) for place in table.felt.unread())
    if unread or unreported is None:
        return unread
    return (Text("prompt.reading_chips", where(unreported[0])),)


def _pay(table: Table, line: BetSettled) -> Text:
    key = "prompt.pay_commission" if line.commission else "prompt.pay"
    if line.odds is None:
        key = "prompt.pay_prize"
    owed = {"paid_cents": line.paid, "commission_cents": line.commission}
    return table.told(key, **where(line.bet.place), odds=line.odds or "", **owed)


def _last_of_shoe(table: Table) -> tuple[Text, ...]:
    return (Text("prompt.cut_last"),) if table.cut else ()


def _fault_lines(table: Table) -> tuple[Text, ...]:
    stopping = table.trouble.stopping
    if stopping:
        return (stopping[0].words, _remedy(table))
    awaited = table.trouble.awaited
    if awaited:
        return (Text("prompt.starting", {"part": Text(f"part.{awaited[0]}")}),)
    return (Text("prompt.confirm_felt"), *felt_lines(table))


def _remedy(table: Table) -> Text:
    fault = table.trouble.stopping[0]
    if table.trouble.needs_void:
        return Text("prompt.void_round")
    return Text("prompt.supervisor_clear") if fault.gone else fault.remedy


def _shoe_lines(table: Table) -> tuple[Text, ...]:
    return (Text("prompt.shuffle"), *_close_line(table))


def felt_lines(table: Table) -> tuple[Text, ...]:
    """Say what should lie on the felt: the public cards and the bets."""
    locked = table.bets.locked.values() if table.under is Phase.ROUND else table.felt.bets()
    total = sum(bet.cents for bet in locked)
    dealt = table.game.cards_told() if any(table.game.cards.values()) else ()
    return (*dealt, table.told("prompt.felt_bets", count=len(locked), total_cents=total))


def player_lines(table: Table) -> tuple[Text, ...]:
    """Return what the payout display says where no payment is being made.

    In a test it says first that nobody bets.
    """
    test = [Text("players.testing")] if table.testing else []
    return (*test, *_player_lines(table))


def _player_lines(table: Table) -> tuple[Text, ...]:
    if table.phase is Phase.FAULT:
        return (Text("players.stopped"), *_lot(table))
    if table.phase is Phase.OPEN:
        told = table.game.told()
        return (Text("announce.place_your_bets"), *told, *_lot(table), *_limits(table))
    if table.phase is not Phase.ROUND:
        return (Text("announce.table_closed"), *_lot(table))
    if table.game.finished:
        return (table.game.result(), *_lot(table))
    told = (*table.game.cards_told(), *table.game.told())
    return (Text("announce.no_more_bets"), *told, *_lot(table))


def _lot(table: Table) -> tuple[Text, ...]:
    """Articles 21.2, 67.21: the lot is shown all the time, where the table offers it."""
    game = table.game
    return (Text("players.lot", {"lot_cents": game.lot}),) if game.offers_lot else ()


def announced(table: Table) -> Text | None:
    """Return what the last announcement says, where the last sound is one."""
    alert = table.sound.alert
    if alert is Alert.RESULT and table.game.finished:
        return table.game.result()
    return ANNOUNCED.get(alert)


ANNOUNCED = {
    Alert.BETS_OPEN: Text("announce.place_your_bets"),
    Alert.NO_MORE_BETS: Text("announce.no_more_bets"),
}


def _limits(table: Table) -> tuple[Text, ...]:
    """Article 9: the least and the most that may be bet are shown at the table."""
    return tuple(
        Text(
            "players.limits",
            {
                "on": bet_name(on),
                "min_cents": limits.min_cents,
                "max_cents": limits.max_cents,
            },
        )
        for on, limits in table.rules.limits.items()
    )
