"""A text display shows the composed text, screen after screen, and recovers from a reset."""

import msgspec
import pytest

from drivers.displays.ssd1306 import Ssd1306
from drivers.displays.text_display import TextDisplay
from drivers.displays.typesetting import pictures
from drivers.displays.upkeep import PROBE_MS, PROBES_A_REFRESH
from firmware.core.vocabulary.panel import Panel, Text
from hal.errors import DeviceSilent
from hal.ports import NEVER, Millis
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.ssd1306 import SimSsd1306
from tests.kits.drivers.glass import drawn, same
from tests.kits.drivers.watched_bus import WatchedBus, raising

NOW = Millis(90_000)
LONG = (
    "Superviseur : RÉGLER place 3, Banque (ajout de 5,00 $)",
    "Vérifier le tapis, puis CONFIRMER",
    "Carte d'arrêt : dernier coup",
    "SIMULATION",
)


def compose(panel: Panel) -> tuple[str, ...]:
    return tuple(text.key for text in panel.dealer)


def saying(*lines: str) -> Panel:
    return Panel(spots={}, dealer=tuple(Text(line) for line in lines))


def shows(chip: SimSsd1306, lines: tuple[str, ...], screen: int = 0) -> bool:
    return same(chip.image(), drawn(pictures(lines)[screen]))


def wired() -> tuple[TextDisplay, WatchedBus, SimSsd1306]:
    bus = WatchedBus(SimI2CBus(chip := SimSsd1306(0x3C)))
    return TextDisplay(Ssd1306(bus, 0x3C), pictures, compose, "dealer_display"), bus, chip


def test_panel_is_shown_as_composed() -> None:
    display, _bus, chip = wired()
    assert display.name == "dealer_display"
    display.start(NOW)
    for lines in (("Carte au joueur", "SIMULATION"), (), ("Rien ne va plus",)):
        display.show(saying(*lines), NOW)
        assert shows(chip, lines)


def test_new_standing_line_shows_under_same_text() -> None:
    _display, bus, chip = wired()
    standing = {False: "", True: "ESSAI"}
    display = TextDisplay(Ssd1306(bus, 0x3C), pictures, compose, "dealer_display", standing)
    display.start(NOW)
    for testing in (False, True, False):
        display.show(msgspec.structs.replace(saying("Faites vos jeux"), testing=testing), NOW)
        (wanted,) = pictures(("Faites vos jeux",), "ESSAI" if testing else "")
        assert same(chip.image(), drawn(wanted))


def test_same_text_sends_nothing() -> None:
    display, bus, _chip = wired()
    display.start(NOW)
    display.show(saying("Faites vos jeux"), NOW)
    sent = bus.count
    display.show(saying("Faites vos jeux"), Millis(NOW + 500))
    assert bus.count == sent


def test_screens_change_every_3_seconds() -> None:
    display, _bus, chip = wired()
    display.start(NOW)
    display.show(saying(*LONG), NOW)
    count = len(pictures(LONG))
    assert count > 2
    seen = {NOW: 0}
    for _ in range(3 * count):
        now = display.due
        assert display.poll(now) == ()
        (seen[now],) = (number for number in range(count) if shows(chip, LONG, number))
    assert seen == {
        now: (now - NOW) // 3000 % count for now in range(NOW, NOW + 3000 * count + 1, 1000)
    }


def test_same_text_restarts_no_screens() -> None:
    display, _bus, chip = wired()
    display.start(NOW)
    display.show(saying(*LONG), NOW)
    display.poll(Millis(NOW + 3000))
    display.show(saying(*LONG), Millis(NOW + 3001))
    assert shows(chip, LONG, 1)


def test_new_text_starts_screens_and_time_again() -> None:
    display, _bus, chip = wired()
    other = ("Carte impossible",) * 5
    display.start(NOW)
    display.show(saying(*LONG), NOW)
    display.show(saying(*other), Millis(NOW + 2900))
    display.poll(Millis(NOW + 3000))
    assert shows(chip, other, 0)
    display.poll(Millis(NOW + 5900))
    assert shows(chip, other, 1)
    display.show(saying("Un instant"), Millis(NOW + 6000))
    display.poll(Millis(NOW + 9000))
    assert shows(chip, ("Un instant",))


def test_one_screen_polls_each_second_refreshing_fifth() -> None:
    display, bus, _chip = wired()
    assert display.due == NEVER
    display.start(NOW)
    display.show(saying("Un instant"), NOW)
    for second in range(1, 20):
        assert display.due == NOW + 1000 * second
        sent = bus.count
        display.poll(display.due)
        assert bus.count - sent == (1 if second % 5 else 3)


def test_reset_is_lit_in_five_seconds_right_in_forty() -> None:
    display, _bus, chip = wired()
    display.start(NOW)
    display.show(saying("Faites vos jeux"), NOW)
    chip.reset()
    for probe in range(8 * PROBES_A_REFRESH):
        assert chip.lit == (probe >= PROBES_A_REFRESH)
        assert not shows(chip, ("Faites vos jeux",))
        display.poll(display.due)
    assert shows(chip, ("Faites vos jeux",))
    assert display.due == NOW + PROBE_MS * (8 * PROBES_A_REFRESH + 1)


def test_missing_display_is_noticed_at_next_poll() -> None:
    display, bus, _chip = wired()
    display.start(NOW)
    bus.before[bus.count] = raising(DeviceSilent(0x3C))
    with pytest.raises(DeviceSilent):
        display.poll(display.due)


def test_start_and_show_restore_text_after_any_failure() -> None:
    display, bus, _chip = wired()
    _run(display)
    assert [n for n in range(bus.count) if not _brought_back(n)] == []


def _brought_back(transfer: int) -> bool:
    display, bus, chip = wired()
    bus.before[transfer] = raising(DeviceSilent(0x3C))
    with pytest.raises(DeviceSilent):
        _run(display)
    chip.reset()
    display.start(NOW)
    display.show(saying(*LONG), NOW)
    first = shows(chip, LONG)
    display.poll(Millis(NOW + 3000))
    return first and shows(chip, LONG, 1)


def test_start_drops_remaining_screens() -> None:
    display, _bus, chip = wired()
    display.start(NOW)
    display.show(saying(*LONG), NOW)
    display.start(Millis(NOW + 100))
    display.poll(Millis(NOW + 5000))
    assert shows(chip, ())


def test_blank_is_dark_until_next_show() -> None:
    display, _bus, chip = wired()
    display.start(NOW)
    display.show(saying("Faites vos jeux"), NOW)
    display.blank()
    assert shows(chip, ())
    display.start(NOW)
    display.show(saying("Faites vos jeux"), NOW)
    assert shows(chip, ("Faites vos jeux",))


def _run(display: TextDisplay) -> None:
    display.start(NOW)
    display.show(saying(*LONG), NOW)
    for second in range(1, 5):
        display.poll(Millis(NOW + 1000 * second))
