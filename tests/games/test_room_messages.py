"""The books of what is no game against the house: the poker room, tournaments, slot machines. Each
refusal, alarm, prompt and ruling there has its sentence.
"""

import re
from typing import Final

from firmware.shell.words.templates import UNSEEN_SUFFIX, read_templates
from tests.kits.games.books import ROOM_BOOKS, explained, sentences, stated_articles
from tests.kits.games.golden_hands import EVENINGS, HANDS
from tests.kits.offenders import each

GOLDEN: Final = {**HANDS, **EVENINGS}
KEYS: Final = sorted({key.removesuffix(UNSEEN_SUFFIX) for key in read_templates("en")})

NAMES_AND_VIEWS: Final = re.compile(
    r"room\.(do|keyed|told\.(?!next_))"
    r"|hall\.(act\.(?!draw|start)|correct\.numbered|day|first_day|month|option\.(may_be|not_allowed)"
    r"|report|screen|sheet|span|stage\.(?!time_over)|status\.(players|table|rest)|undone)"
    r"|slots\.(code|link|sheet|tile|told|win|head|whole|game|percent|panel_title|machine|well|then)"
)
"""What names a thing or shows a state; nothing is decided by it."""
SERVICE: Final = re.compile(
    r"hall\.(no_amount|printer_lost|other_|no_hall|taken|no_room|serving|done|socket|screens_"
    r"|floor_lacking|no_screens_port|no_folder|no_answer|did\.number)"
    r"|slots\.(reregistered|serving|panel_at|no_service|taken|no_floor|other_|journal_|evidence"
    r"|loop_back|config\.(numbers|many|once|nine_bits))"
)
"""What a command, a file or a port needs; no rule of play."""


def messages(*begins: str) -> set[str]:
    """Return the keys of decisions below these."""
    chosen = (key for key in KEYS if key.startswith(begins))
    return {key for key in chosen if not NAMES_AND_VIEWS.match(key) and not SERVICE.match(key)}


CASH_ALONE: Final = {
    *("room.stake_low", "room.stake_high", "room.stake_left", "room.steps", "room.percent"),
    *("room.jackpot_steps", "room.jackpot_bound", "room.ask.drop", "room.ask.jackpot_drop"),
    *("room.did.jackpot_drop", "room.did.charged", "room.no_button", "room.must_open"),
    *("room.opens_first", "room.ask.bring_in", "room.burn_first", "room.alarm.wrong_last_card"),
}
"""Of money, stud and razz: a tournament's table has none of them."""
TOURNAMENT_ALONE: Final = {
    *("room.no_entry", "room.not_in_tournament", "room.no_level", "room.must_show"),
    *("room.ask.must_show", "room.did.removed", "room.did.lost"),
    *("room.told.next_blinds", "room.told.next_ante", *messages("room.hall.")),
}
CHARITY_ALONE: Final = {
    *("hall.age", "hall.full", "hall.managers", "hall.proceeds"),
    *("hall.option.dearer", "hall.option.more_chips", "hall.option.half", "hall.option.charity"),
    *("hall.option.seats", "hall.option.twelve_hours", "hall.option.two_o_clock"),
    *("hall.option.together", "hall.option.together_low"),
}
"""Of the New Brunswick terms."""
QUEBEC_ALONE: Final = {"hall.option.returned", "hall.option.published", "hall.option.of_bonus"}

EXPLAINED: Final = {
    "poker-room": messages("room.") - TOURNAMENT_ALONE,
    "holdem-tournament": messages("room.") - CASH_ALONE | messages("hall.") - QUEBEC_ALONE,
    "tournament": messages("hall.") - CHARITY_ALONE,
    "slot-machine": messages("bank.", "slots."),
}
"""The messages that the sentences of a book explain."""


@each("book", ROOM_BOOKS)
def test_each_message_has_its_sentence(book: str) -> None:
    assert sorted(EXPLAINED[book] - explained(book)) == []


@each("book", ROOM_BOOKS)
def test_no_sentence_explains_a_message_of_others(book: str) -> None:
    own = {key for key in explained(book) if key.startswith(("room.", "hall.", "bank.", "slots."))}
    assert sorted(own - EXPLAINED[book]) == []


@each("book", ROOM_BOOKS)
def test_sentences_name_golden_hands_and_evenings(book: str) -> None:
    for sentence in sentences(book):
        assert {*sentence.rounds} <= {*GOLDEN}, sentence.id


LAW: Final = {
    "tournament": {"123", "124", "125", "126", "127"},
    "slot-machine": {str(number) for number in range(87, 96)},
    "holdem-tournament": {f"004 {section}" for section in (1, 7, 9, 10, 11, 12, 14)},
}
"""The articles that players meet."""


@each("book", LAW)
def test_each_article_is_stated(book: str) -> None:
    assert stated_articles(book) == LAW[book]
