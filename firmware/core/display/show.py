"""The panel as a function of the table: what each light, line and sound should be now."""

from firmware.core.display.prompts import announced, dealer_lines, player_lines
from firmware.core.game.course import DEALER
from firmware.core.table import colours
from firmware.core.table.amounts import odds_only
from firmware.core.table.card_picker import Entry
from firmware.core.table.cards import may_enter
from firmware.core.table.closing import play_may_end, standing
from firmware.core.table.decisions import choices_in_focus, focus, open_choices, sets
from firmware.core.table.felt import NOBODY
from firmware.core.table.keying import keys_of_use
from firmware.core.table.results import may_key
from firmware.core.table.table import Table
from firmware.core.table.voiding import voidable
from firmware.core.vocabulary.events import Door, KeyPressed
from firmware.core.vocabulary.keys import DIGITS, OPTIONAL, Key
from firmware.core.vocabulary.money import in_chips
from firmware.core.vocabulary.panel import WORST_FIRST, Light, Panel, Payout
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled

SETTLED = {"win": Light.WIN, "lose": Light.LOSE, "push": Light.PUSH, "surrender": Light.LOSE}
RANKED = {light: rank for rank, light in enumerate(WORST_FIRST)}


def panel(table: Table) -> Panel:
    """Return what the table shows."""
    line = _paying(table)
    return Panel(
        spots=_lights(table),
        pulsing=_pulsing(table),
        keys=_keys(table),
        dealer=dealer_lines(table),
        players=player_lines(table),
        announced=announced(table),
        payout=_payout(table, line) if line else None,
        figures=line.paid if line and table.rules.amounts != "unseen" else None,
        sound=table.sound,
        closed=table.phase is Phase.CLOSED,
        shoe_locked=table.phase in (Phase.FAULT, Phase.CLOSED, Phase.SHOE_CHANGE),
        shoe_clears=table.shoe_clears,
        shuffle=table.shuffle,
        spin=table.spin,
        tickets=table.tickets,
        simulated=table.rules.simulated,
        testing=table.testing,
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
        for one in lights if spot == NOBODY else (spot,):
            if RANKED[light] < RANKED[lights[one]]:
                lights[one] = light
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
        news += [(place.spot, Light.LOCKED) for place, _ in bets.kept]
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
    return frozenset({line.bet.place.spot} - {NOBODY}) if line else frozenset()


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
        lit |= _entry_keys(table.entering)
    if table.game.decks and not (table.cut or table.trouble.needs_void):
        lit.add(Key.CUT_CARD)
    return frozenset(lit - OPTIONAL | lit.intersection(table.rules.keys))


def _entry_keys(entering: Entry | None) -> set[Key]:
    """Return the keys of a card by hand: ENTER begins it, and is dark until a card is chosen."""
    if entering is None:
        return {Key.ENTER}
    return {Key.ENTER, Key.RANK, Key.SUIT} if entering.chosen else {Key.RANK, Key.SUIT}


def _closed_keys(_table: Table) -> set[Key]:
    return {Key.CONFIRM}


def _open_keys(table: Table) -> set[Key]:
    stands = standing(table, KeyPressed(Key.NO_MORE_BETS))
    keys = set() if stands or not table.game.decks else {Key.SHUFFLED, Key.SHUFFLE}
    if stands and not (table.felt.unread() or table.unpriced()):
        keys.add(Key.NO_MORE_BETS)
    keys |= keys_of_use(table) | colours.keys_of_use(table)
    keys |= _decision_keys(table) | _result_keys(table)
    if table.laid_last in table.felt.stacks and table.game.may_mark(table.laid_last):
        keys |= {*table.game.MARKS}
    return (
        keys
        | ({Key.CONFIRM} if table.returning or play_may_end(table) else set())
        | _void(table, may=bool(voidable(table)))
    )


def _round_keys(table: Table) -> set[Key]:
    bets = table.bets
    keys = _void(table, may=True)
    if bets.late:
        may_resolve = table.key_switch and bets.put_right(table.felt)
        return keys | ({Key.RESOLVE} if may_resolve else set())
    keys |= _decision_keys(table) | ({Key.CONFIRM} if table.game.may_pass else set())
    keys |= _result_keys(table)
    if _paying(table):
        keys.add(Key.NEXT)
    if bets.settled and table.untaken() is None and table.unmoved() is None:
        keys.add(Key.CONFIRM)
    return keys


def _decision_keys(table: Table) -> set[Key]:
    """Return what the spot in focus may decide, and the key to another spot that may."""
    keys = {choice.do for choice in choices_in_focus(table)}
    others = {choice.spot for choice in open_choices(table)} - {focus(table)}
    return keys | ({Key.PLACE} if others else set())


def _result_keys(table: Table) -> set[Key]:
    """Return the keys by which a result is keyed, refused or begun."""
    instrument = table.game.INSTRUMENT
    if instrument is None or not may_key(table):
        return {Key.SPIN} if instrument and not table.game.finished else set()
    digits = DIGITS[1:7] if instrument.faces else DIGITS
    return {*digits, Key.NO_RESULT, Key.SPIN, *([Key.RESULT] if table.keyed.digits else [])}


def _fault_keys(table: Table) -> set[Key]:
    trouble = table.trouble
    keys = _void(table, may=trouble.needs_void or bool(voidable(table)))
    if table.key_switch and trouble.clearable:
        keys.add(Key.CLEAR)
    return keys | {Key.CONFIRM} if trouble.only_felt else keys


def _shoe_keys(table: Table) -> set[Key]:
    keys = {Key.SHUFFLE} if Door.SHOE in table.doors_open else {Key.SHUFFLED, Key.SHUFFLE}
    return keys | ({Key.CONFIRM} if play_may_end(table) else set())


def _void(table: Table, *, may: bool) -> set[Key]:
    return {Key.VOID} if may and table.key_switch else set()


# what is paid


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
