"""The people of a script: each step is an act of one of them."""

from collections.abc import Callable
from typing import Any, Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling, Undone
from firmware.shell.script import At, BetStep, Step
from sim.play.people.dealer import Dealer
from sim.play.people.deciders import KEYS, Deciders
from sim.play.people.players import Players
from sim.play.people.scene import Scene
from sim.play.people.supervisor import Supervisor
from sim.play.people.throws import Throws
from sim.play.virtual_table import VirtualTable

OF_CARDS: Final = ("card", "cards", "cut", "shuffle", "enter")
"""Steps of games with packs of cards."""


class People:
    """Players, dealer and supervisor; `heard` takes the rulings that they see."""

    def __init__(self, table: VirtualTable, heard: list[Ruling]) -> None:
        self._scene = scene = Scene(table, heard)
        self._known = {Key.CONFIRM, *scene.state.game.DECISIONS}
        self.players = Players(scene)
        self.dealer = Dealer(scene)
        self._deciders = Deciders(scene)
        self._supervisor = Supervisor(scene)
        self._throws = Throws(scene)
        self._acts: dict[str, Callable[[Any], None]] = {
            "bet": self._bet,
            "take": self._take,
            "ticket": self.players.ticket,
            "press": self._press,
            "card": lambda card: self.dealer.draw((card,)),
            "cards": self.dealer.draw,
            "cut": self.dealer.cut,
            "shuffle": self.dealer.shuffle,
            "resolve": self._supervisor.resolve,
            "enter": self._supervisor.enter,
            "decide": self._deciders.decide,
            "bank": self._deciders.bank,
            "number": self._deciders.number,
            "shooter": self._deciders.name_shooter,
        }

    def do(self, step: Step) -> None:
        """Do one step; a game has no other acts than its own."""
        if step.press != "undo":
            self._deciders.forget()
        kind = step.kind
        act = self._acts.get(kind)
        if self._throws.has(kind):
            self._throws.do(step)
        elif act is None or not self._is_played(kind):
            self._scene.refuse("why.not_this_game", step=kind)
        else:
            act(getattr(step, kind))
            self._supervisor.confirm_lot()

    def _is_played(self, kind: str) -> bool:
        """Return whether the game has such an act."""
        if kind in OF_CARDS:
            return bool(self._scene.state.game.decks)
        return KEYS.get(kind, Key.CONFIRM) in self._known

    def _bet(self, bet: BetStep) -> None:
        self.players.bet(bet)
        self._supervisor.look_at_moved()

    def _take(self, at: At) -> None:
        self.players.take(at)
        self._supervisor.look_at_moved()

    def _press(self, key: str) -> None:
        scene = self._scene
        if scene.state.game.REOPENS and key in (Key.NO_MORE_BETS, Key.CONFIRM):
            scene.refuse("why.not_this_game", step=key)
        elif key == Key.DICE_CHANGED and key not in scene.state.rules.keys:
            scene.refuse("person.no_key", key=key)
        elif key == Key.VOID:
            self._void()
        else:
            self.dealer.press(Key(key))
            if any(isinstance(ruling, Undone) for ruling in scene.heard):
                scene.quietly(self._deciders.take_back)

    def _void(self) -> None:
        self._supervisor.void()
        if not self._scene.refused:
            self._scene.quietly(self.dealer.ready_shoe)
            self.dealer.shuffle_if_due()
