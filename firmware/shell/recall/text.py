"""The journal in words: a recalled round, and the last entries."""

from collections.abc import Iterator
from typing import Final

from firmware.core.vocabulary.bets import place_values
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import BetMoved, BetSettled, Ruling, Undone
from firmware.shell.history.journal_entries import Setting
from firmware.shell.recall.round_record import RecalledCard, RoundItem
from firmware.shell.words.ruling_words import ruling_texts

DIGEST_DIGITS: Final = 12
"""Digits of a digest that a person compares; the JSON has them all."""


def item_texts(round_item: RoundItem) -> Iterator[Text]:
    """Yield the words of one item, a line each; some rulings have none."""
    if round_item.card:
        yield _card_text(round_item.card)
    elif round_item.ruling:
        yield from _ruling_texts(round_item.ruling)
    elif round_item.event:
        yield round_item.event.text()
    elif round_item.note:
        yield round_item.note
    elif round_item.setting:
        yield Text("recall.setting", setting_values(round_item.setting))


def is_marked_undone(round_item: RoundItem) -> bool:
    """Return whether the words of an item say that it was undone.

    An undoing that a later one goes behind stays done: its own words would seem to deny that.
    """
    event, ruling = round_item.event, round_item.ruling
    is_undoing = isinstance(ruling, Undone) or (
        isinstance(event, KeyPressed) and event.key in (Key.UNDO, Key.TAKE_CARD_BACK)
    )
    return round_item.undone and not is_undoing


def setting_values(setting: Setting) -> dict[str, str | int | Text]:
    """Return a setting as values for its words."""
    return {
        "version": setting.version,
        "program": setting.program[:DIGEST_DIGITS],
        "pack": setting.pack,
        "rules": setting.rules[:DIGEST_DIGITS],
    }


def _card_text(card: RecalledCard) -> Text:
    face_text = Text("recall.face", {"card": card.card}) if card.card else Text("recall.not_shown")
    values: dict[str, str | int | Text] = {"order": card.order, "face": face_text}
    if card.to is None:
        card_text = Text("recall.card_to_nobody", values)
    else:
        card_text = Text("recall.card", {**values, "hand": card.to, "nth": card.nth or 1})
    return Text("recall.tagged", {"words": card_text, "tag": card.tag}) if card.tag else card_text


def _ruling_texts(ruling: Ruling) -> Iterator[Text]:
    if isinstance(ruling, BetMoved):
        place, cents = ruling.bet.place, ruling.bet.cents
        yield Text("recall.laid", {**place_values(place), "cents": cents})
    for text in ruling_texts(ruling):
        article = ruling.article if isinstance(ruling, BetSettled) else None
        yield Text("recall.by_article", {"words": text, "article": article}) if article else text
