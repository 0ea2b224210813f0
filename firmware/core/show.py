"""The panel as a function of the table: what each light, line and sound should be now."""

from collections.abc import Sequence

from firmware.core.betting import standing, voidable, where
from firmware.core.counting import odds_only
from firmware.core.course import DEALER, Choice
from firmware.core.dealing import may_enter
from firmware.core.deciding import choices_in_focus, focus, open_choices, sets
from firmware.core.entry import Entry
from firmware.core.events import OPTIONAL, Door, Key, KeyPressed
from firmware.core.felt import Stack
from firmware.core.keying import keys_of_use, place_being_keyed
from firmware.core.money import in_chips
from firmware.core.panel import WORST_FIRST, Alert, Light, Panel, Payout, Text, Values
from firmware.core.phase import Phase
from firmware.core.rulings import BetSettled, bet_name
from firmware.core.table import Table

SETTLED = {"win": Light.WIN, "lose": Light.LOSE, "push": Light.PUSH, "surrender": Light.LOSE}
NUMBERS = 7
"""The numbers of article 48.1: six positions, and the dealer's."""
RANKED = {light: rank for rank, light in enumerate(WORST_FIRST)}


def panel(table: Table) -> Panel:
    """Return what the table shows."""
    line = _paying(table)
    return Panel(
        spots=_lights(table),
        pulsing=_pulsing(table),
        keys=_keys(table),
        dealer=_dealer(table),
        players=_players(table),
        announced=_announced(table),
        payout=_payout(table, line) if line else None,
        figures=line.paid if line and table.rules.amounts != "unseen" else None,
        sound=table.sound,
        shoe_locked=table.phase in (Phase.FAULT, Phase.CLOSED, Phase.SHOE_CHANGE),
        shoe_clears=table.shoe_clears,
        shuffle=table.shuffle,
        simulated=table.rules.simulated,
    )


def _paying(table: Table) -> BetSettled | None:
    """Return the payment that is asked for, once the round is played out."""
    due = table.phase is Phase.ROUND and table.bets.settled
    return table.bets.paying if due else None


# lights


def _lights(table: Table) -> dict[int, Light]:
    resting = Light.AWAITING if table.under is Phase.OPEN else Light.NONE
    lights = dict.fromkeys(table.felt.spots, resting)
    for spot, light in _news(table):
        if RANKED[light] < RANKED[lights[spot]]:
            lights[spot] = light
    return lights


def _news(table: Table) -> list[tuple[int, Light]]:
    """Return what there is to say of each spot, in any order."""
    news = [(spot, Light.FAULT) for spot in _faulty(table)]
    if table.under is Phase.OPEN:
        for stack in table.felt.stacks:
            news.append((stack[0].spot, _lying(table, stack)))
    elif table.under is Phase.ROUND:
        bets = table.bets
        news += [(place.spot, Light.LATE) for place, _ in (*bets.late, *bets.returning)]
        if not bets.settled:
            news += [(place.spot, Light.LATE) for place in table.felt.unread()]
        undecided = {place.spot for place, who in bets.locked if not bets.decided((place, who))}
        news += [(spot, Light.LOCKED) for spot in undecided]
        news += [
            (line.bet.place.spot, SETTLED[line.outcome])
            for line in bets.lines
            if line.bet.place.spot not in undecided
        ]
    return news


def _lying(table: Table, stack: Stack) -> Light:
    """Return what to say of chips while bets are open."""
    if table.refusal(stack):
        return Light.FAULT
    return Light.PUSH if stack in table.returning else Light.PLACED


def _faulty(table: Table) -> list[int]:
    spots = (fault.values.get("spot") for fault in table.trouble.faults.values())
    return [int(spot) for spot in spots if spot]


def _pulsing(table: Table) -> frozenset[int]:
    if table.phase is not Phase.ROUND:
        return frozenset()
    late = next(iter(table.bets.late), None)
    if late is not None:
        return frozenset({late[0].spot})
    asked = focus(table)
    if asked is not None:
        return frozenset({asked} - {DEALER})
    line = _paying(table)
    return frozenset({line.bet.place.spot}) if line else frozenset()


# keys


def _keys(table: Table) -> frozenset[Key]:
    lit = {
        Phase.CLOSED: _closed_keys,
        Phase.OPEN: _open_keys,
        Phase.ROUND: _round_keys,
        Phase.FAULT: _fault_keys,
        Phase.SHOE_CHANGE: _shoe_keys,
    }[table.phase](table)
    if table.undoable:
        lit.add(Key.UNDO)
    if table.phase is Phase.ROUND and sets(table):
        lit |= {Key.RANK, Key.SUIT, Key.PICK}
    if table.key_switch and may_enter(table):
        lit |= {Key.ENTER} if table.entering is None else {Key.ENTER, Key.RANK, Key.SUIT}
    if not (table.cut or table.trouble.needs_void):
        lit.add(Key.CUT_CARD)
    return frozenset(lit - OPTIONAL | lit.intersection(table.rules.keys))


def _closed_keys(_table: Table) -> set[Key]:
    return {Key.CONFIRM}


def _open_keys(table: Table) -> set[Key]:
    stands = standing(table, KeyPressed(Key.NO_MORE_BETS))
    keys = set() if stands else {Key.SHUFFLED, Key.SHUFFLE}
    if stands and not table.felt.unread():
        keys.add(Key.NO_MORE_BETS)
    keys |= keys_of_use(table) | _decision_keys(table)
    return keys | ({Key.CONFIRM} if table.returning else set()) | _void(table, may=stands)


def _round_keys(table: Table) -> set[Key]:
    bets = table.bets
    keys = _void(table, may=True)
    if bets.late:
        may_resolve = table.key_switch and bets.put_right(table.felt)
        return keys | ({Key.RESOLVE} if may_resolve else set())
    keys |= _decision_keys(table) | ({Key.CONFIRM} if table.game.may_pass else set())
    if _paying(table):
        keys.add(Key.NEXT)
    if bets.settled and table.untaken() is None:
        keys.add(Key.CONFIRM)
    return keys


def _decision_keys(table: Table) -> set[Key]:
    """Return what the spot in focus may decide, and the key to another spot that may."""
    keys = {choice.do for choice in choices_in_focus(table)}
    others = {choice.spot for choice in open_choices(table)} - {focus(table)}
    return keys | ({Key.PLACE} if others else set())


def _fault_keys(table: Table) -> set[Key]:
    trouble = table.trouble
    keys = _void(table, may=trouble.needs_void or bool(voidable(table)))
    if table.key_switch and trouble.clearable:
        keys.add(Key.CLEAR)
    return keys if trouble.stopping else keys | {Key.CONFIRM}


def _shoe_keys(table: Table) -> set[Key]:
    return {Key.SHUFFLE} if Door.SHOE in table.doors_open else {Key.SHUFFLED, Key.SHUFFLE}


def _void(table: Table, *, may: bool) -> set[Key]:
    return {Key.VOID} if may and table.key_switch else set()


# words


def _dealer(table: Table) -> tuple[Text, ...]:
    lines = {
        Phase.CLOSED: _closed_lines,
        Phase.OPEN: _open_lines,
        Phase.ROUND: _round_lines,
        Phase.FAULT: _fault_lines,
        Phase.SHOE_CHANGE: _shoe_lines,
    }[table.phase](table)
    if table.entering is not None and not sets(table):
        lines = (Text("prompt.enter_card", {"card": table.entering.card.name}), *lines)
    if table.refused is not None:
        lines = (*lines, table.refused)
    return lines


def _closed_lines(_table: Table) -> tuple[Text, ...]:
    return (Text("prompt.open_table"),)


def _open_lines(table: Table) -> tuple[Text, ...]:
    keyed = _being_keyed(table)
    for (place, _), cents in table.felt.stacks.items():
        refusal = table.refusal((place, _))
        if (refusal and not keyed) or (place, _) in table.returning:
            give_back = table.told("prompt.return_bet", **where(place), cents=cents)
            return (give_back, refusal.why) if refusal and not table.refused else (give_back,)
    if table.felt.unread():
        return (*keyed, Text("prompt.place_bets")) if keyed else (Text("prompt.place_bets"),)
    return (Text("prompt.place_bets"), *keyed, *_asked(table))


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
        asked = (*asked, Text("prompt.card_to", values))
    if asked:
        return (*asked, *_last_of_shoe(table))
    if not bets.settled:
        return _unsettled_lines(table)
    line = bets.paying
    if line is not None:
        return (_pay(table, line), table.game.result())
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
    card = (table.entering or Entry()).card.name
    return (Text("prompt.pick", {"card": card, "player": named}),)


def _take_or_confirm(table: Table) -> Text:
    untaken = table.untaken()
    return Text("prompt.take", where(untaken[0])) if untaken else Text("prompt.confirm")


def _unsettled_lines(table: Table) -> tuple[Text, ...]:
    for place, who in sorted(table.bets.returning, key=str):
        cents = table.felt.amount((place, who))
        return (table.told("prompt.return_bet", **where(place), cents=cents),)
    return tuple(Text("prompt.chip_unread", where(place)) for place in table.felt.unread())


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
    return (Text("prompt.confirm_felt"), *felt_lines(table))


def _remedy(table: Table) -> Text:
    fault = table.trouble.stopping[0]
    if table.trouble.needs_void:
        return Text("prompt.void_round")
    return Text("prompt.supervisor_clear") if fault.gone else fault.remedy


def _shoe_lines(_table: Table) -> tuple[Text, ...]:
    return (Text("prompt.shuffle"),)


def felt_lines(table: Table) -> tuple[Text, ...]:
    """Say what should lie on the felt: the public cards and the bets."""
    locked = table.bets.locked.values() if table.under is Phase.ROUND else table.felt.bets()
    total = sum(bet.cents for bet in locked)
    dealt = table.game.cards_told() if any(table.game.cards.values()) else ()
    return (*dealt, table.told("prompt.felt_bets", count=len(locked), total_cents=total))


def _players(table: Table) -> tuple[Text, ...]:
    if table.phase is Phase.FAULT:
        return (Text("players.stopped"),)
    if table.phase is Phase.OPEN:
        return (Text("announce.place_your_bets"), *_lot(table), *_limits(table))
    if table.phase is not Phase.ROUND:
        return (Text("announce.table_closed"),)
    if table.game.finished:
        return (table.game.result(), *_lot(table))
    return (Text("announce.no_more_bets"), *table.game.cards_told(), *_lot(table))


def _lot(table: Table) -> tuple[Text, ...]:
    """Articles 21.2, 67.21: the lot is shown all the time, where the table offers it."""
    game = table.game
    offered = not game.side_bets.isdisjoint(game.HIDDEN_SIDE_BETS)
    return (Text("players.lot", {"lot_cents": game.lot}),) if offered else ()


def _announced(table: Table) -> Text | None:
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


def _payout(table: Table, line: BetSettled) -> Payout:
    payments = table.bets.payments
    payout = Payout(
        place=line.bet.place,
        stake=line.bet.cents,
        odds=line.odds or "",
        paid=line.paid,
        commission=line.commission,
        chips=in_chips(line.paid, table.rules.denominations),
        step=payments.index(line) + 1,
        of=len(payments),
    )
    if table.rules.amounts != "unseen":
        return payout
    return odds_only(payout, table.game.commissions.get(line.bet.place.on))
