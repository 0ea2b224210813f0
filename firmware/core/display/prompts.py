"""What the displays say: the dealer's one next act, and what the players read."""

from collections.abc import Sequence
from typing import Final

from firmware.core.game.course import DEALER, Choice
from firmware.core.table.card_picker import Entry
from firmware.core.table.cards import may_enter
from firmware.core.table.closing import may_end_play
from firmware.core.table.colours import pricing
from firmware.core.table.decisions import choices_in_focus, sets, turned_to
from firmware.core.table.keying import place_being_keyed
from firmware.core.table.legality import missing_bets, why_illegal
from firmware.core.table.payments import unmoved, unreported_bet, untaken
from firmware.core.table.state import State
from firmware.core.vocabulary.instruments import Keyed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Alert, Text, Values
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled, bet_name, named

NUMBERS = 7
"""The numbers of article 48.1: six positions, and the dealer's."""


def dealer_lines(state: State) -> tuple[Text, ...]:
    """Return what the dealer's display says: the one next act first."""
    lines = _stopped_lines(state) if state.stopped else LINES[state.phase](state)
    if state.gesture.entering is not None and not sets(state) and may_enter(state):
        lines = (_entry_line(state.gesture.entering), *lines)
    if state.refused is not None:
        lines = (*lines, state.refused)
    return lines


def _entry_line(entry: Entry) -> Text:
    """Name the card by hand, or ask for one where none is chosen."""
    if not entry.chosen:
        return Text("prompt.choose_card")
    return Text("prompt.enter_card", {"card": entry.card.name})


def _closed_lines(_state: State) -> tuple[Text, ...]:
    return (Text("prompt.open_table"),)


def _open_lines(state: State) -> tuple[Text, ...]:
    keyed = _being_keyed(state)
    for bet in missing_bets(state):
        return (_money(state, "prompt.put_back", bet.place, bet.cents),)
    for (place, _), cents in state.felt.stacks.items():
        refusal = why_illegal(state, (place, _))
        if (refusal and not keyed) or (place, _) in state.round.bets.returning:
            give_back = _money(state, "prompt.return_bet", place, cents)
            return (give_back, refusal.why) if refusal and not state.refused else (give_back,)
    if state.felt.unread():
        return (*keyed, Text("prompt.place_bets")) if keyed else (Text("prompt.place_bets"),)
    priced = pricing(state)
    if priced is not None:
        values: Values = {"spot": priced.spot, "cents": priced.cents}
        return (Text("prompt.price", values), *state.game.told())
    first = _result_line(state) if state.game.THROWN else Text("prompt.place_bets")
    return (first, *keyed, *_asked(state), *state.game.told(), *_close_line(state))


def _close_line(state: State) -> tuple[Text, ...]:
    """Say how the supervisor closes the state, where he may and has turned his key."""
    return (Text("prompt.close_table"),) if may_end_play(state) else ()


def _result_line(state: State) -> Text:
    """Say what is waited for of an instrument, and what is keyed of it so far."""
    instrument, keyed = state.game.INSTRUMENT, state.gesture.keyed
    if instrument is None or keyed == Keyed():
        waits = f"prompt.{instrument.step}" if instrument and state.game.THROWN else "prompt.spin"
        return Text(waits)
    what = "prompt.key_dice" if instrument.faces else "prompt.key_number"
    said = " ".join((*keyed.symbols, keyed.digits)).strip() or "–"
    return Text(what if keyed.first is None else f"{what}_again", {"result": said})


def _being_keyed(state: State) -> tuple[Text, ...]:
    """Return the amount that is being keyed, and why it could not stand as it is."""
    place = place_being_keyed(state)
    if place is None:
        return ()
    stack = place, None
    cents, refusal = state.felt.amount(stack), why_illegal(state, stack)
    amount = Text("prompt.key_amount", {**named(place), "cents": cents})
    return (amount, refusal.why) if refusal and cents else (amount,)


def _round_lines(state: State) -> tuple[Text, ...]:
    bets, due = state.round.bets, state.game.due
    for place, who in bets.late:
        owed = bets.late[place, who]
        return (_money(state, "prompt.resolve_late", place, owed),)
    asked = _asked(state)
    if due is not None:
        values: Values = {"hand": due.words, "index": due.nth}
        asked = (*asked, Text("prompt.tile_to" if state.game.REDEALS else "prompt.card_to", values))
    if state.game.awaits_result:
        return (_result_line(state), *state.game.told())
    if asked:
        return (*asked, *_last_of_shoe(state))
    if not bets.settled:
        return _unsettled_lines(state)
    line = bets.paying
    if line is not None:
        return (_pay(state, line), state.game.result())
    moving = unmoved(state)
    if moving is not None:
        origin, to = moving
        return (Text("prompt.move", {**named(origin[0]), "to": bet_name(to[0].on)}),)
    return (_take_or_confirm(state), state.game.result())


def _asked(state: State) -> tuple[Text, ...]:
    """Ask the spot in focus what it decides."""
    choices = choices_in_focus(state)
    if not choices:
        return ()
    named = _named_cards(state)
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


def _named_cards(state: State) -> tuple[Text, ...]:
    """Return the cards named so far, and the one that is being named, of a hand that is set."""
    if not sets(state):
        return ()
    named = " ".join(card.name for card in state.gesture.low)
    card = turned_to(state).card.name
    return (Text("prompt.pick", {"card": card, "player": named}),)


def _take_or_confirm(state: State) -> Text:
    losing = untaken(state)
    return Text("prompt.take", named(losing[0])) if losing else Text("prompt.confirm")


def _unsettled_lines(state: State) -> tuple[Text, ...]:
    for place, who in sorted(state.round.bets.returning, key=str):
        cents = state.felt.amount((place, who))
        return (_money(state, "prompt.return_bet", place, cents),)
    unreported = unreported_bet(state)
    unread = tuple(Text("prompt.chip_unread", named(place)) for place in state.felt.unread())
    if unread or unreported is None:
        return unread
    return (Text("prompt.reading_chips", named(unreported[0])),)


def _pay(state: State, line: BetSettled) -> Text:
    key = "prompt.pay_commission" if line.commission else "prompt.pay"
    if line.odds is None:
        key = "prompt.pay_prize"
    owed = {"paid_cents": line.paid, "commission_cents": line.commission}
    values = {**named(line.bet.place), "odds": line.odds or "", **owed}
    return state.rules.amounts.words(key, values)


def _last_of_shoe(state: State) -> tuple[Text, ...]:
    return (Text("prompt.cut_last"),) if state.shoe.cut else ()


def _stopped_lines(state: State) -> tuple[Text, ...]:
    stopping = state.device.trouble.stopping
    if stopping:
        return (stopping[0].words, _remedy(state))
    awaited = state.device.trouble.awaited
    if awaited:
        return (Text("prompt.starting", {"part": Text(f"part.{awaited[0]}")}),)
    return (Text("prompt.confirm_felt"), *felt_lines(state))


def _money(state: State, key: str, place: Place, cents: Cents) -> Text:
    """Return words about chips at a place, their amount masked if it is unseen."""
    return state.rules.amounts.words(key, {**named(place), "cents": cents})


def _remedy(state: State) -> Text:
    fault = state.device.trouble.stopping[0]
    if state.device.trouble.needs_void:
        return Text("prompt.void_round")
    return Text("prompt.supervisor_clear") if fault.gone else fault.remedy


def _shoe_lines(state: State) -> tuple[Text, ...]:
    return (Text("prompt.shuffle"), *_close_line(state))


LINES: Final = {
    Phase.CLOSED: _closed_lines,
    Phase.OPEN: _open_lines,
    Phase.ROUND: _round_lines,
    Phase.SHOE_CHANGE: _shoe_lines,
}


def felt_lines(state: State) -> tuple[Text, ...]:
    """Say what should lie on the felt: the public cards and the bets."""
    locked = state.round.bets.locked.values() if state.phase is Phase.ROUND else state.felt.bets()
    total = sum(bet.cents for bet in locked)
    values: Values = {"count": len(locked), "total_cents": total}
    dealt = state.game.cards_told() if any(state.game.cards.values()) else ()
    return (*dealt, state.rules.amounts.words("prompt.felt_bets", values))


def player_lines(state: State) -> tuple[Text, ...]:
    """Return what the payout display says where no payment is being made.

    In a test it says first that nobody bets.
    """
    test = [Text("players.testing")] if state.testing else []
    return (*test, *_player_lines(state))


def _player_lines(state: State) -> tuple[Text, ...]:
    if state.stopped:
        return (Text("players.stopped"), *_lot(state))
    if state.phase is Phase.OPEN:
        told = state.game.told()
        return (Text("announce.place_your_bets"), *told, *_lot(state), *_limits(state))
    if state.phase is not Phase.ROUND:
        return (Text("announce.table_closed"), *_lot(state))
    if state.game.finished:
        return (state.game.result(), *_lot(state))
    told = (*state.game.cards_told(), *state.game.told())
    return (Text("announce.no_more_bets"), *told, *_lot(state))


def _lot(state: State) -> tuple[Text, ...]:
    """Articles 21.2, 67.21: the lot is shown all the time, where the table offers it."""
    game = state.game
    return (Text("players.lot", {"lot_cents": game.lot}),) if game.offers_lot else ()


def announced(state: State) -> Text | None:
    """Return what the last announcement says, where the last sound is one."""
    alert = state.device.sound.alert
    if alert is Alert.RESULT and state.game.finished:
        return state.game.result()
    return ANNOUNCED.get(alert)


ANNOUNCED = {
    Alert.BETS_OPEN: Text("announce.place_your_bets"),
    Alert.NO_MORE_BETS: Text("announce.no_more_bets"),
}


def _limits(state: State) -> tuple[Text, ...]:
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
        for on, limits in state.rules.limits.items()
    )
