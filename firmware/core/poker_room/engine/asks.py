"""What a poker table tells the dealer at a glance: whose turn it is, what he may do, the pots."""

from typing import Final

from firmware.core.poker_room.engine.alarms import Alarm
from firmware.core.poker_room.engine.limits import all_before, bets_open_to, to_call
from firmware.core.poker_room.engine.pots import pots_of
from firmware.core.poker_room.engine.rulings import PotClosed, PotWon
from firmware.core.poker_room.engine.showdown import next_to_show
from firmware.core.poker_room.engine.state import Game, Room, Stage
from firmware.core.poker_room.engine.streets import next_street
from firmware.core.poker_room.engine.turns import speaker
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.panel import Text

WAITS_FOR: Final = {
    Alarm.MISDEAL: "misdeal",
    Alarm.WRONG_LAST_CARD: "void",
    Alarm.PREMATURE_CARD: "take_back",
    Alarm.FOUL_DECK: "take_back",
    Alarm.OTHER_HAND: "take_back",
}


def waiting_for(room: Room) -> str | None:
    """Return what an open game waits for; None if none is open, or only `confirm` is missing."""
    game = room.game
    if room.alarm:
        return WAITS_FOR[Alarm(room.alarm)]
    if game is None or game.stage is Stage.OVER:
        return None
    if game.stage is Stage.BETTING:
        return "decision"
    if game.stage is Stage.SHOWDOWN:
        return "show"
    return _cards_due(room, game)


def _cards_due(room: Room, game: Game) -> str:
    street = next_street(room.terms.variant, game)
    if street is None:
        return "card"
    demanded = street.burn and not game.burned and not game.burn_as_you_like
    if demanded and not game.faced:
        return "burn"
    return "deal" if street.down and not game.dealt_down else "card"


def asks(room: Room) -> tuple[Text, ...]:
    """Return the lines of the dealer's display."""
    game = room.game
    if room.alarm:
        return (Alarm(room.alarm).why,)
    if game is None:
        return (Text("room.ask.post"),)
    match game.stage:
        case Stage.OVER:
            return (*_pushes(game), Text("room.ask.push"))
        case Stage.SHOWDOWN:
            return (*_pots(game), *_showing(game))
        case Stage.BETTING:
            return (*_pots(game), *_deciding(room, game))
    return (*_pots(game), Text(f"room.ask.{_cards_due(room, game)}"))


def _pots(game: Game) -> list[Text]:
    """Return what is in the middle; what lies before the players comes there after the round."""
    gathered = game.copy()
    for spot, hand in gathered.hands.items():
        gathered.change(spot, total=hand.collected)
    return [
        Text("room.ask.pot", {"number": number, "cents": pot.cents, "spots": _spots(pot.spots)})
        for number, pot in enumerate(game.pots or pots_of(gathered), start=1)
        if pot.cents
    ]


def _pushes(game: Game) -> list[Text]:
    """Return the commission to drop, and what goes to whom, odd chips included."""
    drop = sum(pot.commission for pot in game.result if isinstance(pot, PotClosed))
    gives = [
        Text("room.ask.give", {"number": won.pot, "spot": won.spot, "cents": won.cents})
        for won in game.result
        if isinstance(won, PotWon)
    ]
    return [Text("room.ask.drop", {"cents": drop}), *gives] if drop else gives


def _spots(spots: tuple[int, ...]) -> str:
    return ", ".join(map(str, spots))


def _showing(game: Game) -> list[Text]:
    spot = next_to_show(game)
    return [] if spot is None else [Text("room.ask.show", {"spot": spot})]


def _deciding(room: Room, game: Game) -> list[Text]:
    spot = speaker(room)
    if spot is None:
        return []
    hand = game.hands[spot]
    call = min(to_call(game, hand), room.seats[spot].cents)
    if game.opens is not None:
        asked = Text("room.ask.bring_in", {"spot": spot, "cents": room.terms.bring_in or 0})
    elif call:
        asked = Text("room.ask.call", {"spot": spot, "cents": call})
    else:
        asked = Text("room.ask.check", {"spot": spot})
    return [asked, *_raising(room, game, spot)]


def _raising(room: Room, game: Game, spot: int) -> list[Text]:
    try:
        least, most = bets_open_to(room, game, spot)
    except Forbidden:
        return []
    has = all_before(room, game, spot)
    key = "raise" if game.level else "bet"
    values = {"least_cents": min(least, has), "most_cents": min(most, has)}
    return [Text(f"room.ask.{key}", values)]
