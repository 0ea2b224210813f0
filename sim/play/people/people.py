"""The people of a script: each step is an act of one of them."""

from collections.abc import Callable
from typing import Any, Final

from firmware.core.vocabulary.keys import DECISION_KEYS, Key
from firmware.core.vocabulary.rulings import Ruling, Undone
from firmware.shell.script import BetPosition, BetStep, TableStep
from sim.play.people.dealer import ScriptDealer
from sim.play.people.deciders import DECISION_STEPS, ScriptDeciders
from sim.play.people.players import ScriptPlayers
from sim.play.people.readings import ScriptReadings
from sim.play.people.scene import ScriptScene
from sim.play.people.supervisor import ScriptSupervisor
from sim.play.people.throws import ScriptThrows
from sim.play.virtual_table import VirtualTable

CARD_STEPS: Final = ("card", "cards", "cut", "shuffle", "enter", "commission")
"""Steps of games with packs of cards."""
SUPERVISED_UNDO: Final = "supervised_undo"
"""UNDO under the supervisor's key."""
ENTRY_KEYS: Final = {Key.NEXT_PLACE, Key.PICK_CARD}
"""Keys of a decision that is no step of its own: they are undone with the step before them."""
TAKING_BACK: Final = (Key.UNDO, Key.TAKE_CARD_BACK, SUPERVISED_UNDO)
"""Keys before which the dealer has not paid yet."""


class ScriptPeople:
    """Players, dealer and supervisor; `rulings` collects those of the current step."""

    def __init__(self, table: VirtualTable, rulings: list[Ruling]) -> None:
        self._scene = scene = ScriptScene(table, rulings)
        self._known_keys = {Key.CONFIRM, *scene.state.game.DECISIONS}
        self.players = ScriptPlayers(scene)
        self.dealer = ScriptDealer(scene)
        self._deciders = ScriptDeciders(scene)
        self._supervisor = ScriptSupervisor(scene)
        self._throws = ScriptThrows(scene)
        self._readings = ScriptReadings(scene, self._supervisor)
        self._step_handlers: dict[str, Callable[[Any], None]] = {
            "bet": self._lay_bet,
            "take": self._take_bet,
            "ticket": self.players.ticket,
            "press": self._press_key,
            "card": lambda card: self.dealer.draw_cards((card,)),
            "cards": self.dealer.draw_cards,
            "cut": self.dealer.draw_cut_card,
            "shuffle": self.dealer.shuffle,
            "commission": self.dealer.collect_commission,
            "resolve": self._supervisor.resolve_late_bet,
            "enter": self._supervisor.enter_card,
            "correct": self._supervisor.correct_round,
            "decide": self._deciders.decide,
            "bank": self._deciders.name_bank,
            "number": self._deciders.key_number,
            "shooter": self._deciders.name_shooter,
        }

    def do_step(self, step: TableStep, number: int) -> None:
        """Do one step; a game has no other acts than its own."""
        if step.kind == "press" and step.press not in TAKING_BACK:
            self._deciders.forget_chips()
        self._do_act(step)
        self._readings.note_step(number)

    def _do_act(self, step: TableStep) -> None:
        step_kind = step.kind
        handler = self._step_handlers.get(step_kind)
        if self._throws.has_step(step_kind):
            self._throws.do_step(step)
        elif handler is None or not self._is_played(step_kind):
            self._scene.refuse("why.not_this_game", step=step_kind)
        else:
            handler(getattr(step, step_kind))
            self._supervisor.confirm_jackpot()

    def _is_played(self, step_kind: str) -> bool:
        """Return whether the game has such an act."""
        if step_kind in CARD_STEPS:
            return bool(self._scene.state.game.decks)
        return DECISION_STEPS.get(step_kind, Key.CONFIRM) in self._known_keys

    def _lay_bet(self, bet: BetStep) -> None:
        self.players.bet(bet)
        self._supervisor.unmark_moved()

    def _take_bet(self, place_step: BetPosition) -> None:
        self.players.take_bet(place_step)
        self._supervisor.unmark_moved()

    def _press_key(self, key: str) -> None:
        scene = self._scene
        if scene.state.game.REOPENS_SILENTLY and key in (Key.NO_MORE_BETS, Key.CONFIRM):
            scene.refuse("why.not_this_game", step=key)
        elif key == Key.DICE_CHANGED and key not in scene.state.rules.keys:
            scene.refuse("person.no_key", key=key)
        elif key == Key.VOID_ROUND:
            self._void_round()
        elif key == Key.TAKE_CARD_BACK:
            self._readings.take_back()
        elif key == SUPERVISED_UNDO:
            scene.supervised(self._undo_supervised)
        else:
            self._press_own_key(Key(key))

    def _press_own_key(self, key: Key) -> None:
        """Press a key of the dealer's; an undone decision's chips go back to its player."""
        self.dealer.press_key(key)
        while self._undone_keys() & ENTRY_KEYS:
            self._scene.rulings.clear()
            self.dealer.press_key(key)
        if self._undone_keys() & set(DECISION_KEYS):
            self._scene.without_lines(self._deciders.take_back_chips)

    def _undone_keys(self) -> set[str]:
        return {ruling.key for ruling in self._scene.rulings if isinstance(ruling, Undone)}

    def _undo_supervised(self) -> None:
        """Undo whatever has followed, and put the felt right."""
        scene = self._scene
        late_before = set(scene.state.round.bets.late_stacks)
        self._press_own_key(Key.UNDO)
        if not scene.refused:
            self._supervisor.restore_felt(late_before)
            scene.rulings[:] = [ruling for ruling in scene.rulings if isinstance(ruling, Undone)]

    def _void_round(self) -> None:
        self._supervisor.void_round()
        if not self._scene.refused:
            self._scene.without_lines(self.dealer.ready_shoe)
            self.dealer.shuffle_if_due()
