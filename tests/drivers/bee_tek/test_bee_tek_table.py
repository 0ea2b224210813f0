"""Every row of the table comes to what it says, and the far end can say it."""

from collections.abc import Callable

from drivers.bee_tek.message_table import ROWS
from drivers.message_log import MessageRow, Outcome
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, FaultRaised
from sim.machines.bee_tek import SimBeeTek
from tests.kits.drivers.bee_tek_line import REPEAT_MS, Line
from tests.kits.offenders import each

FOUR = parse_card("4S")


def in_burn_mode(shoe: SimBeeTek) -> SimBeeTek:
    shoe.in_burn_mode = True
    return shoe


def say(mode: str, text: str) -> Callable[[SimBeeTek], None]:
    return lambda shoe: shoe.send_word(mode, text)


ACTS: dict[str, Callable[[SimBeeTek], None]] = {
    "[Game]<Card>": lambda shoe: shoe.draw(FOUR),
    "[Manual Burn Cards]<Card>": lambda shoe: shoe.burn_card(FOUR),
    "[Game]<Game>": lambda shoe: shoe.draw(FOUR, readable=False),
    "[Manual Burn Cards]<Game>": lambda shoe: in_burn_mode(shoe).draw(FOUR, readable=False),
    "[GameAlarm]<Alarm>": lambda shoe: shoe.send_alarm("E5 Lid"),
    "[GameAlarm]<Alarm:E3>": lambda shoe: shoe.send_alarm("E3 Card Not Read"),
    "[Game]<Alarm>": say("Game", "Alarm:E5 Lid"),
    "[Game]<Alarm:E3>": say("Game", "Alarm:E3 Card Not Read"),
    "[Manual Burn Cards]<Alarm>": say("Manual Burn Cards", "Alarm:E5 Lid"),
    "[Manual Burn Cards]<Alarm:E3>": say("Manual Burn Cards", "Alarm:E3 Card Not Read"),
    "<W0x>": lambda shoe: shoe.send_warning(0xFF),
    "<warning in words>": lambda shoe: shoe.send_text("<Warning: Low>"),
    **{
        f"[{mode}]<{kind}>": say(mode, text)
        for mode in ("Game", "GameAlarm", "Manual Burn Cards")
        for kind, text in (("W0x", "W0x01"), ("warning in words", "Warning: Low"))
    },
}


def test_far_end_says_each_row_and_no_other() -> None:
    assert {*ACTS} == {row.name for row in ROWS}
    assert len(ROWS) == len(ACTS)


@each("line_end", ["", "\r", "\n", "\r\n"])
@each("is_upper_case", [False, True])
@each("row", ROWS)
def test_each_row_is_noted_and_comes_to_its_result(
    row: MessageRow, is_upper_case: bool, line_end: str
) -> None:
    far = SimBeeTek(REPEAT_MS)
    far.line_end, far.is_upper_case = line_end, is_upper_case
    line = Line(far)
    ACTS[row.name](far)
    events = line.pass_time(REPEAT_MS + 5)
    assert line.shoe.messages.counts == {row.name: 1}
    assert not line.shoe.messages.unknown
    names = [
        event.code if isinstance(event, FaultRaised) else type(event).__name__ for event in events
    ]
    assert names == ([] if row.outcome is Outcome.COUNTED else [row.result])
    assert all(event.card is FOUR for event in events if isinstance(event, CardRead))
