"""The panel follows from the state: lights, keys, words and locks."""

import pytest

from firmware.core.display.panel import LIGHT_RANKS
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import LIGHT_PRIORITY, SpotLight
from firmware.core.vocabulary.phase import Phase
from tests.kits.core.table_kit import (
    BANK_WINS,
    PHASES,
    PLAYER_WINS,
    STOPPED,
    TIE,
    Croupier,
    at_phase,
    limits,
)
from tests.kits.offenders import each


def with_bet(on: str = "banker", cards: str = "") -> Croupier:
    croupier = Croupier()
    croupier.bet_and_close(on=on)
    croupier.cards(cards)
    return croupier


def open_with(cents: int) -> Croupier:
    croupier = Croupier(limits=limits(500, 5000))
    croupier.chips(1, "banker", cents)
    return croupier


def late() -> Croupier:
    croupier = with_bet()
    croupier.chips(1, "tie", 500)
    return croupier


SCENES = {
    SpotLight.AWAITING: Croupier,
    SpotLight.PLACED: lambda: open_with(500),
    SpotLight.FAULT: lambda: open_with(499),
    SpotLight.NONE: lambda: Croupier(opened=False),
    SpotLight.LOCKED: with_bet,
    SpotLight.WIN: lambda: with_bet("banker", BANK_WINS),
    SpotLight.LOSE: lambda: with_bet("banker", PLAYER_WINS),
    SpotLight.PUSH: lambda: with_bet("banker", TIE),
    SpotLight.LATE: late,
}


@pytest.mark.clause("Practice lights")
@each("light", SpotLight)
def test_every_light_is_reached(light: SpotLight) -> None:
    assert SCENES[light]().panel.spots[1] is light


@pytest.mark.clause("Practice lights")
def test_every_light_has_its_rank() -> None:
    assert sorted(LIGHT_PRIORITY) == sorted(SpotLight)
    assert [light for light, _ in sorted(LIGHT_RANKS.items(), key=lambda pair: pair[1])] == list(
        LIGHT_PRIORITY
    )


@each(
    "bets, cards, shown",
    [
        (("player", "banker"), BANK_WINS, SpotLight.LOSE),
        (("player", "tie"), TIE, SpotLight.WIN),
        (("player", "banker"), TIE, SpotLight.PUSH),
    ],
)
def test_worst_bet_decides_the_light(bets: tuple[str, ...], cards: str, shown: SpotLight) -> None:
    croupier = Croupier()
    for on in bets:
        croupier.chips(1, on, 500)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(cards)
    assert croupier.panel.spots[1] is shown
    assert croupier.panel.spots[2] is SpotLight.NONE


KEYS = {
    Phase.CLOSED: {Key.CONFIRM},
    Phase.OPEN: {Key.CARDS_SHUFFLED},
    Phase.ROUND: set(),
    STOPPED: set(),
    Phase.SHOE_CHANGE: {Key.CARDS_SHUFFLED},
}


@each("phase", PHASES)
def test_dealer_s_keys_of_each_phase(phase: Phase | None) -> None:
    assert at_phase(phase).panel.keys == KEYS[phase]


@each("phase", PHASES)
def test_shoe_locked_if_no_card_is_due(phase: Phase | None) -> None:
    locked = phase in (Phase.CLOSED, STOPPED, Phase.SHOE_CHANGE)
    assert at_phase(phase).panel.shoe_locked is locked


PROMPTS = {
    Phase.CLOSED: "prompt.open_table",
    Phase.OPEN: "prompt.place_bets",
    Phase.ROUND: "prompt.card_to",
    STOPPED: "fault.lost",
    Phase.SHOE_CHANGE: "prompt.shuffle",
}


@each("phase", PHASES)
def test_next_act_comes_first(phase: Phase | None) -> None:
    assert at_phase(phase).panel.dealer[0].key == PROMPTS[phase]


@each(
    "dealt, hand, nth",
    [
        ("", "player", 1),
        ("2S", "banker", 1),
        ("2S 3S", "player", 2),
        ("2S 3S 2D", "banker", 2),
        ("2S 3S 2D TS", "player", 3),
        ("2S 3S 2D TS 4H", "banker", 3),
    ],
)
def test_required_card_is_prompted(dealt: str, hand: str, nth: int) -> None:
    prompt = with_bet(cards=dealt).panel.dealer[0]
    assert (prompt.values["hand"].key, prompt.values["index"]) == (f"hand.{hand}", nth)


def test_refusal_shows_until_next_act() -> None:
    croupier = with_bet()
    croupier.press(Key.CONFIRM)
    assert croupier.panel.dealer[-1].key == "why.not_settled"
    croupier.card("4S")
    assert [text.key for text in croupier.panel.dealer] == ["prompt.card_to"]


def test_card_is_shown_only_once_drawn() -> None:
    croupier = with_bet(cards="4S KD 2H")
    shown = croupier.panel.players[-1].values
    assert (shown["player"], shown["banker"]) == ("4S 2H", "KD")


def test_new_sound_has_new_number() -> None:
    croupier = Croupier()
    sound = [croupier.panel.sound.number]
    croupier.bet_and_close()
    sound.append(croupier.panel.sound.number)
    croupier.cards(BANK_WINS)
    sound.append(croupier.panel.sound.number)
    assert sound == sorted(set(sound))
