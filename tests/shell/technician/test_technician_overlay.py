"""An overlay of the panel shows its pattern, ends in time, and hides nothing important."""

from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from drivers.sounds.sounder import TONES
from firmware.core.display.show import panel
from firmware.core.table.table import Table
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Alert, Light, Panel, Sound, Text
from firmware.shell.service.overlay import (
    ALERT_MS,
    PATTERN_MS,
    PATTERNS,
    STEP_MS,
    Cover,
    Overlay,
    code_shown,
)
from firmware.shell.technician.table_acts import CODE_MS, closed
from firmware.shell.words.screens import Screens
from firmware.shell.words.words import LANGUAGES, Words
from hal.ports import Millis
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import CONFIRM, table

LOUD = Sound(41, Alert.FAULT)
UNCOVERED = (*("shoe_locked", "shoe_clears", "shuffle", "spin", "tickets", "simulated", "testing"),)


def shown(name: str, elapsed: int = 0) -> Panel:
    return PATTERNS[name](a_panel(), elapsed)


def a_panel() -> Panel:
    return replace(panel(table()), sound=LOUD)


@each("name", list(PATTERNS))
@each("elapsed", [0, 30_000, PATTERN_MS - 1])
def test_no_pattern_touches_what_moves_cards_wheels_and_paper(name: str, elapsed: int) -> None:
    painted, plain = shown(name, elapsed), a_panel()
    assert all(getattr(painted, field) == getattr(plain, field) for field in UNCOVERED)


def test_every_light_of_every_spot_is_lit_in_every_colour() -> None:
    assert set(shown("all_lights").spots.values()) == {Light.AWAITING}
    seen = {
        (spot, light)
        for at in range(0, PATTERN_MS, STEP_MS)
        for spot, light in shown("each_light", at).spots.items()
        if light is not Light.NONE
    }
    assert seen == {(spot, light) for spot in a_panel().spots for light in Light} - {
        (spot, Light.NONE) for spot in a_panel().spots
    }


def test_one_light_is_lit_at_a_time() -> None:
    for at in range(0, PATTERN_MS, STEP_MS):
        lit = [light for light in shown("each_light", at).spots.values() if light is not Light.NONE]
        assert len(lit) == 1


def test_all_keys_are_lit() -> None:
    assert shown("all_keys").keys == frozenset(Key)


def test_every_segment_of_the_figures_is_lit_and_the_displays_are_full() -> None:
    painted = shown("display")
    assert painted.figures == 88_888_888
    for language in LANGUAGES:
        screens = Screens(Words.load(language))
        assert len(screens.dealer(painted)[0]) >= 4 * 20 - 1
        assert screens.players(painted) == screens.dealer(painted)


def test_each_alert_sounds_once_to_its_end_and_none_is_repeated_afterwards() -> None:
    sounds = [shown("sound", at).sound for at in range(0, PATTERN_MS, STEP_MS)]
    heard = [LOUD, *sounds, LOUD]
    new = [b.alert for a, b in pairwise(heard) if a.number != b.number]
    assert new == [*(alert for alert in Alert if alert is not Alert.SILENT), Alert.SILENT]
    assert max(sum(ms for _, ms in notes) for notes in TONES.values()) <= ALERT_MS


def test_dark_is_dark() -> None:
    painted = shown("dark")
    assert set(painted.spots.values()) == {Light.NONE}
    assert (painted.keys, painted.dealer, painted.players, painted.figures) == (
        frozenset(),
        (),
        (),
        None,
    )


def test_a_code_stands_on_the_dealer_s_display_alone() -> None:
    plain = a_panel()
    painted = code_shown("ACDEFHJK")(plain, 0)
    assert Screens(Words.load("en")).dealer(painted) == ("CODE ACDE-FHJK",)
    assert replace(painted, dealer=plain.dealer) == plain


def always(_table: Table) -> bool:
    return True


def covering(lasts_ms: int, allowed: Callable[[Table], bool] = always) -> Cover:
    cover = Cover()
    cover.put(Overlay(PATTERNS["dark"], lasts_ms, allowed), Millis(1000))
    return cover


def test_it_ends_when_its_time_is_over() -> None:
    cover, plain, at = covering(CODE_MS), a_panel(), table()
    assert cover.over(plain, at, Millis(1000)) is not plain
    assert cover.over(plain, at, Millis(1000 + CODE_MS - 1)) is not plain
    assert cover.over(plain, at, Millis(1000 + CODE_MS)) is plain
    assert cover.over(plain, at, Millis(1001)) is plain


def test_it_ends_when_the_table_leaves_the_phase_in_which_it_is_allowed() -> None:
    cover, at, plain = covering(PATTERN_MS, closed), table(), a_panel()
    assert cover.over(plain, at, Millis(1000)) is not plain
    at.handle(CONFIRM, 0)
    assert cover.over(plain, at, Millis(1001)) is plain


def test_another_takes_its_place() -> None:
    cover, plain, at = covering(PATTERN_MS), a_panel(), table()
    cover.put(Overlay(PATTERNS["all_keys"], PATTERN_MS, always), Millis(1000))
    assert cover.over(plain, at, Millis(1000)).keys == frozenset(Key)
    cover.put(None, Millis(1001))
    assert cover.over(plain, at, Millis(1001)) is plain


def test_what_has_not_changed_is_the_same_panel_so_that_no_bus_sends_it_again() -> None:
    cover, plain, at = covering(PATTERN_MS), a_panel(), table()
    first = cover.over(plain, at, Millis(1000))
    assert cover.over(plain, at, Millis(1250)) is first
    changed = replace(plain, spin=plain.spin + 1)
    assert cover.over(changed, at, Millis(1250)).spin == plain.spin + 1


def test_the_widest_text_is_words_in_both_languages() -> None:
    for language in LANGUAGES:
        assert Words.load(language).say(Text("technician.widest")).split()
