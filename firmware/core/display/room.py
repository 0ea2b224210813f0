"""The panel of a poker table: the step first, then the pots; a light for each seat."""

from collections.abc import Mapping
from typing import Final

from firmware.core.display.asks import stopped
from firmware.core.display.hall import hall_lines, level_lines, waits
from firmware.core.display.prompts import LINES
from firmware.core.display.room_keys import lit_keys
from firmware.core.poker_room.engine.alarms import Alarm
from firmware.core.poker_room.engine.asks import asks, waiting_for
from firmware.core.poker_room.engine.limits import to_call
from firmware.core.poker_room.engine.rulings import PotWon
from firmware.core.poker_room.engine.showdown import next_to_show
from firmware.core.poker_room.engine.state import Game, Hand, Room, Stage
from firmware.core.poker_room.engine.state_line import meant
from firmware.core.poker_room.engine.turns import speaker
from firmware.core.poker_room.table.apply import halted, room_of
from firmware.core.poker_room.table.chips import before, odd_lines, offers
from firmware.core.poker_room.table.hole_cards import laid_out, words_of
from firmware.core.poker_room.table.street_display import lines_told
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.vocabulary.asks import Act, Ask, Role
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Light, Panel, Text
from firmware.core.vocabulary.phase import Phase

POTS: Final = "room.ask.pot"
ALARMS: Final = {
    Alarm.MISDEAL: Ask(Act.DEAL_AGAIN),
    Alarm.WRONG_LAST_CARD: Ask(Act.VOID, Role.SUPERVISOR),
    Alarm.PREMATURE_CARD: Ask(Act.TAKE_BACK, Role.SUPERVISOR),
    Alarm.FOUL_DECK: Ask(Act.TAKE_BACK, Role.SUPERVISOR),
    Alarm.OTHER_HAND: Ask(Act.TAKE_BACK, Role.SUPERVISOR),
}
DUE: Final = {"burn": Act.BURN, "deal": Act.DEAL, "card": Act.DEAL}


def room_panel(table: Table) -> Panel:
    """Return the panel of a poker table."""
    state = table.state
    ask = asked(state)
    return Panel(
        ask=ask,
        spots=_lights(state),
        pulsing=frozenset({ask.spot} if ask.spot and not halted(state) else ()),
        keys=lit_keys(state, undoable=table.undoable and not halted(state)),
        dealer=_dealer(state, ask),
        players=_players(state),
        sound=state.device.sound,
        closed=state.phase is Phase.CLOSED,
        shoe_locked=state.stopped or state.phase is not Phase.ROUND,
        shoe_clears=state.device.shoe_clears,
        head=state.device.head if state.phase is Phase.CLOSED else None,
        laid_out=laid_out(state),
        simulated=state.rules.simulated,
        testing=state.testing,
    )


def asked(state: State) -> Ask:
    """Return the table's next step."""
    room = room_of(state)
    if halted(state):
        return stopped(state)
    if state.phase is Phase.CLOSED:
        return Ask(Act.OPEN_TABLE)
    if room.alarm:
        return ALARMS[Alarm(room.alarm)]
    return _of_game(room, room.game) if room.game else Ask(Act.POST)


def _of_game(room: Room, game: Game) -> Ask:
    if game.stage is Stage.BETTING:
        return Ask(Act.DECIDE, Role.PLAYERS, speaker(room))
    if game.stage is Stage.SHOWDOWN:
        return Ask(Act.SHOW, Role.PLAYERS, next_to_show(game))
    return Ask(DUE.get(waiting_for(room) or "", Act.CONFIRM))


# the dealer's display


def _dealer(state: State, ask: Ask) -> tuple[Text, ...]:
    refused = () if state.refused is None else (state.refused,)
    if halted(state) and ask.do in (Act.MEND, Act.CLEAR, Act.VOID, Act.START):
        return (*LINES[ask.do](state, ask), *refused)
    if state.gesture.recalled:
        return (*lines_told(state), *refused)
    unread = tuple(fault.words for fault in state.device.trouble.stopping)
    step = (*_step(state, ask), *hall_lines(state))
    lines = (*step, *unread, *_read(state), *_keyed(state), *words_of(state))
    return (*lines, *(text for text in refused if text not in lines))


def _step(state: State, ask: Ask) -> tuple[Text, ...]:
    room = room_of(state)
    lines = asks(room)
    pots = tuple(line for line in lines if line.key == POTS)
    if ask.do is Act.OPEN_TABLE:
        return (Text("prompt.open_table"),)
    if ask.do is Act.CONFIRM_FELT:
        return (Text("prompt.confirm_felt"), *_lying(room), *pots)
    if ask.do is Act.POST:
        lines = waits(state) or lines
        return (*lines, *_seated(room))
    return (*(line for line in lines if line.key != POTS), *pots)


def _lying(room: Room) -> tuple[Text, ...]:
    """Return the board and what lies before each player, to be compared with the felt."""
    game = room.game
    if game is None:
        return _seated(room)
    board = " ".join(card.name for card in game.board)
    told = (Text("room.told.board", {"card": board}),) if board else ()
    before = (
        Text("room.told.before", {"spot": spot, "cents": hand.put})
        for spot, hand in game.hands.items()
        if hand.put
    )
    return (*told, *before)


def _seated(room: Room) -> tuple[Text, ...]:
    total = sum(seat.cents for seat in room.seats.values())
    return (Text("room.told.seated", {"count": len(room.seats), "total_cents": total}),)


def _read(state: State) -> tuple[Text, ...]:
    """Return the decision that the chips over the line mean, and chips that lie where none do."""
    room = room_of(state)
    odd = odd_lines(state) if room.game and room.game.stage is not Stage.OVER else {}
    spot = speaker(room)
    if spot is None or not offers(state):
        return tuple(odd.values())
    odd.pop(spot)
    return (_offer(room, spot, before(state, spot)), *odd.values())


def _offer(room: Room, spot: int, read: Cents) -> Text:
    try:
        do = meant(room, spot, read).do
    except Forbidden as forbidden:
        return forbidden.why
    return Text("room.line.offer", {"spot": spot, "do": Text(f"room.do.{do}"), "read_cents": read})


def _keyed(state: State) -> tuple[Text, ...]:
    gesture = state.gesture
    said = []
    if gesture.focus is not None:
        said.append(Text("room.keyed.spot", {"spot": gesture.focus}))
    if gesture.amount:
        said.append(Text("room.keyed.amount", {"cents": gesture.amount}))
    names = [card.name for card in gesture.low]
    if gesture.entering is not None and gesture.entering.chosen:
        names.append(gesture.entering.card.name)
    if names:
        said.append(Text("room.keyed.cards", {"card": " ".join(names)}))
    return tuple(said)


# the players' display


def _players(state: State) -> tuple[Text, ...]:
    test = (Text("players.testing"),) if state.testing else ()
    if halted(state):
        return (*test, Text("players.stopped"))
    if state.phase is Phase.CLOSED:
        return (*test, Text("announce.table_closed"))
    room = room_of(state)
    return (*test, *(_of_players(room, room.game) if room.game else ()), *_level(state, room))


def _of_players(room: Room, game: Game) -> tuple[Text, ...]:
    won = tuple(
        Text("room.ask.give", {"number": each.pot, "spot": each.spot, "cents": each.cents})
        for each in game.result
        if isinstance(each, PotWon)
    )
    pots = tuple(line for line in asks(room) if line.key == POTS)
    spot = speaker(room)
    call = to_call(game, game.hands[spot]) if spot is not None else 0
    calls = (Text("room.ask.call", {"spot": spot, "cents": call}),) if spot and call else ()
    return (*won, *calls, *pots)


def _level(state: State, room: Room) -> tuple[Text, ...]:
    """Return what is played for: the blinds, or in stud the bring-in."""
    terms = room.terms
    if terms.tournament:
        return tuple(level_lines(state))
    if terms.variant.stud:
        return (Text("room.told.bring_in", {"cents": terms.bring_in or 0}),)
    small, big = terms.blinds
    return (Text("room.told.blinds", {"small_cents": small, "big_cents": big}),)


# lights


def _lights(state: State) -> dict[int, Light]:
    room = room_of(state)
    lights = dict.fromkeys(range(1, state.rules.spots + 1), Light.NONE)
    if state.phase is Phase.CLOSED:
        return lights
    dealt_in: Mapping[int, Hand] = room.game.hands if room.game else {}
    for spot, seat in room.seats.items():
        lights[spot] = Light.NONE if seat.out else Light.PLACED
    for spot, hand in dealt_in.items():
        lights[spot] = _of_hand(room, spot, hand)
    if room.button in lights and lights[room.button] in (Light.PLACED, Light.NONE):
        lights[room.button] = Light.AWAITING
    for fault in state.device.trouble.faults:
        if "spot" in fault.values:
            lights[int(fault.values["spot"])] = Light.FAULT
    return lights


def _of_hand(room: Room, spot: int, hand: Hand) -> Light:
    game = room.game
    if game and any(isinstance(won, PotWon) and won.spot == spot for won in game.result):
        return Light.WIN
    if hand.folded or (game and spot in game.mucked):
        return Light.LOSE
    return Light.PLACED if room.seats[spot].cents else Light.LOCKED
