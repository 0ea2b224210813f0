"""What a driver made of its unit is what it makes of the unit's recording."""

from collections.abc import Callable

from drivers.slingshot.commands import START_COMMAND
from firmware.core.vocabulary.cards import parse_card
from firmware.shell.conformance.line_result import Fate, LineResult
from sim.machines.slingshot import SimSlingShot
from tests.kits.conformance.recorded_unit import recorded_unit
from tests.kits.offenders import each


def notations(results: list[LineResult]) -> list[str]:
    return [event.notation for result in results for event in result.reaction.events]


def unread(results: list[LineResult]) -> list[LineResult]:
    return [result for result in results if result.fate in (Fate.UNREAD, Fate.NOT_SENT)]


def test_wheel_shows_its_number() -> None:
    unit = recorded_unit("roulette", "slingshot", host_started=True).run(3000)
    wheel = unit.bench.sim.far_ends["wheel"]
    assert isinstance(wheel, SimSlingShot)
    wheel.speed_up(4)
    wheel.spin("17")
    unit.run(15_000, lambda: wheel.receive(f"*{START_COMMAND}\r\n".encode()))
    assert "ResultSeen symbols=17" in notations(unit.replayed())


@each("example, word", [("baccarat", "angel-eye"), ("odds-only", "bee-tek")])
def test_shoe_shows_its_cards(example: str, word: str) -> None:
    unit = recorded_unit(example, word)
    shoe = unit.bench.sim.shoe
    unit.run(1000, shoe.power_on)
    for name in ("4S", "KD"):
        unit.run(max(shoe.dwell_ms, 500), drawing(shoe.draw, name))
        unit.run(max(shoe.gap_ms, 1000), shoe.remove_card)
    seen = " ".join(notations(unit.replayed()))
    assert "card=4S" in seen
    assert "card=KD" in seen


def drawing(draw: Callable[[object], object], name: str) -> Callable[[], None]:
    def draw_card() -> None:
        draw(parse_card(name))

    return draw_card


def test_reader_of_chips_is_asked_as_it_was() -> None:
    chip = bytes.fromhex("E004015012345678")
    unit = recorded_unit("baccarat", "rr3036")
    unit.run(1500, lambda: unit.bench.sim.far_ends["chips"].put_tag(1, chip))
    assert "78 56 34 12 50 01 04 E0" not in unit.capture()
    results = unit.replayed()
    assert any("unknown_chip" in notation for notation in notations(results))
    assert unread(results) == []


@each("example, word", [("rfid", "pn532-hsu"), ("budget", "pn532-i2c")])
def test_reader_of_cards_is_asked_as_it_was(example: str, word: str) -> None:
    unit = recorded_unit(example, word)
    shoe = unit.bench.sim.shoe
    unit.run(1000, shoe.power_on)
    unit.run(1000, drawing(shoe.draw, "4S"))
    results = unit.replayed()
    assert [result for result in results if result.reaction.error] == []
    assert len(unread(results)) * 10 < len(results)


def test_keys_on_a_chip_of_registers() -> None:
    unit = recorded_unit("baccarat", "mcp23017-keys").run(1000)
    unit.run(1000, lambda: unit.bench.sim.set_key_switch(on=True))
    results = unit.replayed()
    assert "KeySwitchTurned on=True" in notations(results)
    assert [result for result in results if result.reaction.error] == []


def test_unit_that_is_silent_is_lost_in_the_replay_too() -> None:
    unit = recorded_unit("roulette", "slingshot", host_started=True).run(3000)
    status = ' in "*X;2;001;  ;0;160;0\\r\\n"\n'
    unit.file.write("".join(f"{at}{status}" for at in range(20_000, 40_000, 500)))
    assert notations(unit.replayed()) == ["fault lost", "fault over lost"]
