"""The page renders words as the service does: page/words.js against `firmware.shell.words`."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from firmware.core.table.felt import UNKNOWN_SPOT
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.cards import CARDS_BY_NAME, FULL_PACK
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import hand_words
from firmware.shell.words.house_words import Currency, with_seats
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.page_templates import page_templates
from firmware.shell.words.templates import UNSEEN_SUFFIX, Template, read_templates
from firmware.shell.words.words import Words
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.page_files import EMPTY, page_files

pytestmark = needs_chromium

MONEY = (0, 1, 5, 99, 100, 101, 2550, 99_999, 100_000, 123_456_789, 999_999_999_999, -1, -2, -150)
RATIOS = ("0/1", "1/2", "13/27", "26/54", "-1/3", "7/7", "5", "123456789012345678901/3", "1/10000")
YEN, DINAR, DONG = (
    Currency("JPY", "¥", before=True, decimals=0),
    Currency("KWD", "KD", before=False, decimals=3),
    Currency("VND", "₫", before=False, decimals=-3),
)
COUNTS = (0, 1, 2, 3, 1000)
TURNS = 3
"""How often each key is said, each time with other values."""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page that has nothing but the modules of the real one."""
    with page_files(EMPTY) as host, browser.new_page() as page:
        page.goto(host)
        yield page


SAY = """async ([language, templates, texts]) => {
    const { Words } = await import('/words.js');
    const words = new Words(language, templates);
    return texts.map((text) => {
        try { return words.say(text); } catch (error) { return `${error.name}: ${error.message}`; }
    });
}"""
CALL = """async ([language, templates, name, given, chips]) => {
    const { Words } = await import('/words.js');
    const words = new Words(language, templates, chips);
    return given.map((one) => words[name](one));
}"""
NAME = """async ([name, given]) => given.map((await import('/words.js'))[name])"""


def flat(templates: dict[str, Template]) -> dict[str, str]:
    """Return templates as a page is given them: the singular of `KEY` under `KEY#one`."""
    singular = {f"{key}#one": t.singular for key, t in templates.items() if t.singular != t.plural}
    return {key: template.plural for key, template in templates.items()} | singular


CARDS_NAMED = ("", "AS TD", "JK", "zz AS", *(str(card) for card in FULL_PACK))
SORTS: dict[str, tuple[Any, ...]] = {
    "spot": (UNKNOWN_SPOT, str(UNKNOWN_SPOT), 1, 7, "3"),
    "count": COUNTS,
    "index": (1, 2, 7),
    "odds": ("3:2", "35:1", "1:1", "7:6:5", "12"),
    "key": tuple(key.value for key in Key),
    "door": tuple(door.value for door in Door),
    **dict.fromkeys(("card", "player", "banker"), CARDS_NAMED),
}
"""What may stand under a name of a value."""
OTHERS: tuple[Any, ...] = (
    *(Text("bet.main"), bet_words("straight:17"), hand_words("3.2"), Text("part.chips")),
    *(0, 42, 1_234_567, "word", "{braces}", "a « b » : c", *RATIOS[:1]),
)


class Values:
    """Values that may go into a placeholder by its name, a little beyond what the program says."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def text(self, key: str, names: frozenset[str]) -> Text:
        return Text(key, {name: self._of(name) for name in sorted(names)})

    def _of(self, name: str) -> Any:
        return self._chance.choice(self._sorts(name))

    def _sorts(self, name: str) -> tuple[Any, ...]:
        if name == "cents" or name.endswith("_cents"):
            return MONEY
        return RATIOS if name.endswith("_ratio") else SORTS.get(name, OTHERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_have_service_words(language: str, page: Page) -> None:
    words, templates, values = Words.load(language), read_templates(language), Values(Random(1))
    named = {key: template.placeholders for key, template in templates.items()}
    texts = [
        values.text(key, names | named.get(f"{key}{UNSEEN_SUFFIX}", frozenset()))
        for key, names in named.items()
        for _ in range(TURNS if names else 1)
    ]
    said = called(page, SAY, [language, flat(templates), [_plain(text) for text in texts]])
    for text, theirs in zip(texts, said, strict=True):
        assert theirs == words.render(text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_have_service_names(language: str, page: Page) -> None:
    house = with_seats({}, ["1", "2", "3", "5", "Nord"])
    words = Words.load(language, house=house)
    templates = page_templates(language, None, ("hand.", "told.", "seat."), house[language])
    texts = [
        *(hand_words(hand) for hand in ("1", "4", "5.2", "6")),
        *(Text("told.prison", {"spots": spots}) for spots in ("4", "1, 4, 5")),
    ]
    said = called(page, SAY, [language, dict(templates), [_plain(text) for text in texts]])
    assert said == [words.render(text) for text in texts]


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        given = {name: _plain(of) for name, of in value.values.items()}
        return {"key": value.key, "values": given}
    return value


@pytest.mark.parametrize("language", LANGUAGES)
def test_missing_value_or_key_is_error(language: str, page: Page) -> None:
    texts = [{"key": "hand.spot", "values": {}}, {"key": "no.such.key"}, {"key": "hand.spot"}]
    said = called(page, SAY, [language, flat(read_templates(language)), texts])
    assert [words.startswith("Error: ") for words in said] == [True] * 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("chips", [False, True])
def test_money_is_as_in_the_service(language: str, chips: bool, page: Page) -> None:
    words, chance = Words.load(language, chips=chips), Random(2)
    amounts = [*MONEY, *(chance.randrange(-(10**7), 10**12) for _ in range(200))]
    theirs = called(page, CALL, [language, flat(read_templates(language)), "money", amounts, chips])
    assert theirs == list(map(words.format_money, amounts))


@pytest.mark.parametrize("name", ["money", "shortMoney", "parseMoney"])
@pytest.mark.parametrize("currency", [YEN, DINAR, DONG])
def test_a_houses_money_is_as_in_the_service(currency: Currency, name: str, page: Page) -> None:
    words = Words.load("fr", house=currency.words())
    templates = {**flat(read_templates("fr")), **currency.words()["fr"]}
    expected = {"money": words.format_money, "shortMoney": words.short_money}
    if name == "parseMoney":
        typed = [words.format_money(cents) for cents in MONEY if cents > 0]
        found = [words.parsed_money(text.replace("\u00a0", "")) for text in typed]
    else:
        typed, found = list(MONEY), [expected[name](cents) for cents in MONEY]
    assert called(page, CALL, ["fr", templates, name, typed, False]) == found


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_named_by_their_face(language: str, page: Page) -> None:
    words, names = Words.load(language), list(CARDS_BY_NAME)
    templates = flat(read_templates(language))
    theirs = called(page, CALL, [language, templates, "card", names])
    assert theirs == [words.card_face(CARDS_BY_NAME[name]) for name in names]


@pytest.mark.parametrize(
    ("name", "ours", "given"),
    [
        ("betName", bet_words, ("main", "main:2", "straight:17", "split:1,2", "come:6", "a:b:c")),
        ("handName", hand_words, ("dealer", "banker", "0", "3", "3.2", "12.10", "player")),
    ],
)
def test_bets_and_hands_have_equal_names(
    name: str, ours: Any, given: tuple[str, ...], page: Page
) -> None:
    theirs = called(page, NAME, [name, list(given)])
    plain = [{"key": text["key"], "values": text.get("values", {})} for text in theirs]
    assert plain == [_plain(ours(one)) for one in given]


def test_banking_player_has_equal_name(page: Page) -> None:
    call = "async (bank) => (await import('/words.js')).handName('dealer', bank)"
    assert called(page, call, 3) == _plain(hand_words("dealer", 3))


def test_languages_have_plural_forms() -> None:
    forms = [flat(read_templates(language)) for language in LANGUAGES]
    assert all(any(key.endswith("#one") for key in form) for form in forms)
