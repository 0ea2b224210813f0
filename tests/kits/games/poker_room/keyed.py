"""A golden hand keyed at a table in service: each step of its script by keys, and cards it reads.

Raises Unfit at a step for which the table has no keys: a step of no player whose turn it is, a
reader under a seat, half of the blinds that are owed.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.posting import owed_blinds
from firmware.core.poker_room.engine.rulings import AlarmRaised
from firmware.core.poker_room.engine.state import GameStage
from firmware.core.poker_room.engine.streets import due_street
from firmware.core.table.card_picker import keys_to_card
from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from firmware.core.vocabulary.events import CardRead, Event, KeyPressed, KeySwitchTurned
from firmware.core.vocabulary.keys import DIGIT_KEYS, Key
from firmware.core.vocabulary.rulings import Refused, Ruling, Undone
from firmware.shell.config.defaults import default_table
from tests.kits.games.keyed_poker import KeyedPoker
from tests.kits.games.poker_room.core import line_said
from tests.kits.games.poker_room.said import in_order, without_articles
from tests.kits.games.poker_room.table import Line

DOLLAR = 100
SIZED = ("bet", "raise")
SUPERVISED = {"take_back": Key.TAKE_CARD_BACK, "void": Key.VOID_ROUND}
PRESSED = {
    "post": Key.POST_BLINDS,
    "misdeal": Key.MISDEAL,
    "clock": Key.CALL_CLOCK,
    "confirm": Key.CONFIRM,
    "undo": Key.UNDO,
}


class Unfit(Exception):
    """The table has no keys for a step."""


def _set(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are set, since a configuration has no null."""
    return {
        name: _set(value) if isinstance(value, dict) else value
        for name, value in options.items()
        if value is not None
    }


class KeyedHand:
    """A script that is keyed step by step; `lines` are what its rulings print."""

    def __init__(self, script: Mapping[str, Any]) -> None:
        options = _set(script.get("options", {}))
        if options.get("readers") == "seats":
            raise Unfit("readers under the seats")
        self.keyed = KeyedPoker(default_table("poker-room", spots=script.get("spots"), **options))
        self.lines: list[Line] = []
        self._step, self._steps = 0, script["steps"]
        self._steps_of: dict[int, int] = {}
        """By the number of an event in its round, the step that it was keyed for."""
        self._posted: set[tuple[int, str]] = set()
        """Blinds that were posted with the one before, by the same key."""
        self._ended = False

    def play(self, expected: Sequence[Line]) -> list[Line]:
        """Key the whole script; return its lines.

        A step that no key can do, and that must be refused, counts as refused. Raises Unfit.
        """
        self.keyed.press(Key.CONFIRM)
        for number, step in enumerate(self._steps, start=1):
            self._step = number
            [(kind, value)] = step.items()
            self._ended = False
            try:
                self._do(kind, value)
            except Unfit:
                if self._ended or ["refused", self._step] not in expected:
                    raise
                self.lines.append(["refused", self._step])
            self._ended = True
            self._tell(KeyPressed(Key.EMPTY_PLACE))
        self._step, self._ended = 0, False
        self._press(Key.CONFIRM)
        lines = [line for line in self.lines if line != ["refused", 0]]
        return in_order(without_articles(lines))

    def _do(self, kind: str, value: Any) -> None:
        does: dict[str, Callable[[Any], None]] = {
            "press": self._pressed,
            "wait": self._wait,
            "burn": lambda _: self._press(Key.BURN_CARD),
            "card": lambda card: self._cards([card]),
            "cards": self._cards,
            "enter": lambda named: self._cards([named["card"]]),
            "deal": self._deal,
            "seat": lambda seat: self._move(seat, Key.SIT_DOWN),
            "take": lambda seat: self._move(seat, Key.TAKE_CHIPS_OFF),
            "button": lambda spot: self._at(spot, Key.MOVE_BUTTON),
            "leave": lambda at: self._at(at["spot"], Key.LEAVE_SEAT),
            "muck": lambda at: self._muck(at["spot"]),
            "sit_out": lambda at: self._sit(at["spot"], out=True),
            "sit_in": lambda at: self._sit(at["spot"], out=False),
            "decide": self._decide,
            "bet": self._post,
            "show": self._show,
            "expose": self._expose,
            "scramble": self._scramble,
        }
        if kind not in does:
            raise Unfit(kind)
        does[kind](value)

    # steps

    def _pressed(self, key_name: str) -> None:
        if key_name == "take_back" and [*self._steps[self._step - 2]] == ["card"]:
            raise Unfit("a street is taken back whole")
        if key_name in SUPERVISED:
            self._tell(KeySwitchTurned(on=True))
            self._press(SUPERVISED[key_name])
            self._tell(KeySwitchTurned(on=False))
        else:
            self._press(PRESSED[key_name])

    def _cards(self, names: list[str]) -> None:
        game = self.keyed.room.game
        if game is None or game.stage in (GameStage.SHOWDOWN, GameStage.OVER):
            raise Unfit("a card at the showdown belongs to a hand")
        for name in names:
            if not self._ended:
                self._tell(CardRead(parse_card(name)))

    def _deal(self, count: int) -> None:
        game = self.keyed.room.game
        street = game and due_street(self.keyed.room.terms.variant, game)
        if game and street and count != street.down * len(game.live_spots):
            self._amount(count * DOLLAR)
        self._press(Key.CARDS_DEALT)

    def _decide(self, values: Mapping[str, Any]) -> None:
        spot, do, cents = values["spot"], values["do"], values.get("cents")
        if spot != player_to_act(self.keyed.room):
            raise Unfit("not his turn")
        if do not in {key.value for key in Key}:
            raise Unfit(do)
        if cents is not None and do in SIZED:
            self._amount(cents)
        elif cents is not None:
            raise Unfit("an amount beside a key that has its own")
        self._press(Key(do))

    def _post(self, values: Mapping[str, Any]) -> None:
        spot, on, cents = values["spot"], values["on"], values["cents"]
        room = self.keyed.room
        if on == "straddle":
            if cents != 2 * room.terms.blinds[1]:
                raise Unfit("another straddle")
            self._choose(spot)
            self._press(Key.STRADDLE)
            return
        if (spot, on) in self._posted:
            self._posted.discard((spot, on))
            return
        due = owed_blinds(room, spot) if spot in room.seats else {}
        if due.get(on) != cents or not self._follow(spot, set(due) - {on}):
            raise Unfit("one blind of several, or another")
        self._posted |= {(spot, other) for other in due if other != on}
        self._choose(spot)
        self._press(Key.POST_BLINDS)

    def _follow(self, spot: int, others: set[str]) -> bool:
        """Return whether the next steps post the others that this player owes."""
        after = self._steps[self._step : self._step + len(others)]
        bets = [step["bet"] for step in after if "bet" in step]
        return {one["on"] for one in bets if one["spot"] == spot} == others

    def _show(self, values: Mapping[str, Any]) -> None:
        if len(set(values["cards"])) < len(values["cards"]):
            raise Unfit("no card is named twice")
        self._choose(values["spot"])
        for card in map(parse_card, values["cards"]):
            for key in (Key.NEXT_RANK, *keys_to_card(card, FULL_PACK), Key.PICK_CARD):
                self._tell(KeyPressed(key))
        if not self._ended:
            self._press(Key.SHOW_HAND)

    def _expose(self, values: Mapping[str, Any]) -> None:
        if "spot" in values:
            self._choose(values["spot"])
        card = parse_card(values["card"])
        for key in (Key.NEXT_RANK, *keys_to_card(card, FULL_PACK)):
            self._tell(KeyPressed(key))
        self._press(Key.EXPOSE_CARD)

    def _muck(self, spot: int) -> None:
        """Throw a hand in; of one that is all in the key is asked for again."""
        self._at(spot, Key.MUCK_HAND)
        if self.keyed.table.state.key_entry.mucking == spot:
            self._press(Key.MUCK_HAND)

    def _scramble(self, name: str) -> None:
        self._tell(KeySwitchTurned(on=True))
        for key in (Key.NEXT_RANK, *keys_to_card(parse_card(name), FULL_PACK)):
            self._tell(KeyPressed(key))
        self._press(Key.BURN_CARD)
        self._tell(KeySwitchTurned(on=False))

    def _wait(self, seconds: int) -> None:
        self.keyed.now += seconds * 1000
        self._press(Key.EMPTY_PLACE)

    def _move(self, seat: Mapping[str, Any], key: Key) -> None:
        if "player" in seat:
            raise Unfit("it knows no names")
        self._choose(seat["spot"])
        self._amount(seat["cents"])
        self._press(key)

    def _sit(self, spot: int, *, out: bool) -> None:
        seat = self.keyed.room.seats.get(spot)
        if seat and seat.out is out:
            raise Unfit("he does already")
        self._at(spot, Key.SIT_OUT)

    def _at(self, spot: int, key: Key) -> None:
        self._choose(spot)
        self._press(key)

    # keys

    def _choose(self, spot: int) -> None:
        for _ in range(self.keyed.room.terms.spots):
            if self.keyed.table.state.key_entry.focus == spot:
                return
            self._tell(KeyPressed(Key.NEXT_PLACE))
        if self.keyed.table.state.key_entry.focus != spot:
            raise Unfit("no such spot to choose")

    def _amount(self, cents: int) -> None:
        if cents <= 0 or cents % DOLLAR:
            raise Unfit("no such amount can be keyed")
        for digit in str(cents // DOLLAR):
            self._tell(KeyPressed(DIGIT_KEYS[int(digit)]))

    def _press(self, key: Key) -> None:
        self._tell(KeyPressed(key))

    def _tell(self, event: Event) -> None:
        ruled = self.keyed.tell(event, after_ms=0)
        game = self.keyed.table.state.game
        assert isinstance(game, PokerRoom)
        self._steps_of[game.step] = self._step
        for ruling in ruled:
            self._take_rulings(ruling, game.step)

    def _step_of_cards(self, number: int) -> int:
        """Return the step itself, or of a burn that goes with its cards the step of these."""
        while "burn" in self._steps[number - 1]:
            number += 1
        return number

    def _take_rulings(self, ruling: Ruling, event: int) -> None:
        if isinstance(ruling, Undone):
            self.lines.append(["undone", self._step_of_cards(self._steps_of[event - ruling.back])])
        if isinstance(ruling, Refused | AlarmRaised):
            if self._ended:
                return
            self._ended = True
        line = line_said(ruling, self._step)
        if line:
            self.lines.append(line)
