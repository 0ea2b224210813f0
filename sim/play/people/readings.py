"""Cards and results of a script that are taken back: by the step that brought them."""

from firmware.core.vocabulary.keys import Key
from sim.machines.punto_banco import PuntoBanco
from sim.machines.rfid_shoe import SimRfidShoe
from sim.play.output import StepTakenBack
from sim.play.people.scene import ScriptScene
from sim.play.people.supervisor import ScriptSupervisor


class ScriptReadings:
    """The supervisor takes them back one by one, until those of one step are gone."""

    def __init__(self, scene: ScriptScene, supervisor: ScriptSupervisor) -> None:
        self._scene = scene
        self._supervisor = supervisor
        self._step_by_reading: dict[int, int] = {}

    def note_step(self, number: int) -> None:
        """Note which cards or result the step has brought."""
        for reading in self._scene.table.core_table.reading_numbers:
            self._step_by_reading.setdefault(reading, number)

    def take_back(self) -> None:
        """Take back those of the last step, and put shoe and felt right."""
        readings = self._scene.table.core_table.reading_numbers
        step = self._step_by_reading[readings[-1]] if readings else 0
        self._scene.supervised(lambda: self._take_back_step(step))
        if self._scene.refused:
            return
        self._scene.rulings[:] = [StepTakenBack(step)]

    def _take_back_step(self, step: int) -> None:
        table = self._scene.table.core_table
        tags = set(self._scene.state.shoe.card_tags)
        late_before = set(self._scene.state.round.bets.late_stacks)
        self._scene.hands.press_key(Key.TAKE_CARD_BACK)
        while (readings := table.reading_numbers) and not self._scene.refused:
            if self._step_by_reading[readings[-1]] != step:
                break
            self._scene.hands.press_key(Key.TAKE_CARD_BACK)
        if not self._scene.refused:
            self._return_cards(tags.difference(self._scene.state.shoe.card_tags))
            self._supervisor.restore_felt(late_before)

    def _return_cards(self, tags: set[str]) -> None:
        """Bring the shoe to where the table is."""
        shoe = self._scene.table.sim_table.shoe
        if isinstance(shoe, SimRfidShoe):
            for tag in tags:
                shoe.put_back(bytes.fromhex(tag))
        if shoe.follows_the_game:
            cards = self._scene.state.game.cards
            shoe.clear_error()
            shoe.resume_game(PuntoBanco.from_hands(cards["player"], cards["banker"]))
