"""Rule packs in files: found, extended, refused with every mistake, chosen by a table."""

from pathlib import Path

import pytest

from firmware.cli.serving.table_config import choose_config
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.config.faults import ConfigError
from firmware.shell.rules.pack_files import default_pack, find_pack
from firmware.shell.rules.rule_pack import LARGEST_PACK, RulePack, RulesError
from firmware.shell.words.words import Words
from tests.kits.cli.languages import foreign
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of


def faults(source: str, game: str = "baccarat") -> str:
    """Return every mistake of a pack in English; the French must be French."""
    with pytest.raises(RulesError) as refusal:
        pack_of(source).rules(game)
    assert foreign("\n".join(map(Words.load("fr").render, refusal.value.faults)), "fr") == []
    return "\n".join(map(Words.load("en").render, refusal.value.faults))


def bet(lines: str, rest: str = 'said = { en = "X", fr = "X" }') -> str:
    return f'[baccarat.bets.x]\narticle = "1"\n{rest}\nlines = [{lines}]'


@each(
    "source, said",
    [
        (bet("{ when = \"winner == 'bank'\", pays = [1, 1] }"), "lines[1]: no round is so"),
        (
            bet(
                "{ when = 'player.pair', pays = [1, 1] },"
                " { when = 'player.suited_pair', pays = [2, 1] }"
            ),
            "lines[2]: a line before it always holds first",
        ),
        (bet("{ when = 'player.pear', pays = [1, 1] }"), "`player.pair` is meant"),
        (bet("{ when = 'player.pair' }"), "a line has one of pays"),
        (bet("{ when = 'player.pair', pays = [1, 1], push = true }"), "a line has one of pays"),
        (bet("{ when = 'player.pair', pays = [0, 1] }"), "whole numbers above 0"),
        (bet("{ when = 'player.pair', back = [1, 1] }"), "less than the whole stake"),
        (bet("{ when = 'player.pair', pays = [1, 1] }", ""), "gives no name"),
        (bet("{ when = 'player.pair', pays = [1, 1] }", "amends = true"), "no bet `x` to amend"),
        (bet("", 'said = { en = "X" }'), "a bet needs a line"),
        (bet("{ when = 'player.pair', said = { en = '{0}' }, pays = [1, 1] }"), "lines[1].said"),
        (bet("{ when = 'pair', pays = [1, 1] }", 'cards = ["spot.1"]'), "no card `spot.1`"),
        (bet("{ when = 'pair', pays = [1, 1] }", 'beside = "main"'), "no bet `main`"),
        ('[baccarat]\nwithout = ["insurance"]', "without.insurance"),
        ("[baccarat.pays.tie]\nodds = [0, 1]", "pays.tie pays nothing"),
        ("[baccarat.switches]\nvariant = { allowed = ['salon'], usual = 'salon' }", "must be of"),
    ],
)
def test_a_mistake_is_named_with_its_place(source: str, said: str) -> None:
    assert said in faults(source)


def test_every_mistake_is_named_at_once() -> None:
    found = faults(
        bet(
            "{ when = 'a', pays = [1, 1] }, { when = 'b', pays = [1, 1] }, { when = 'player.pair' }"
        )
    )
    assert [place in found for place in ("lines[1]", "lines[2]", "lines[3]")] == [True] * 3


@each(
    "source, key",
    [
        ("rules = 1", "pack.loose_key"),
        ("[a", "pack.no_toml"),
        ("#" * (LARGEST_PACK + 1), "pack.too_large"),
        ("[whist]\n", "pack.unknown_game"),
        ("[pack]\nspeed = 1", "pack.at"),
        ("[pack.words.en]\n'bet.nothing' = 'x'", "pack.at"),
        ("[pack.words.en]\n'bet.tie' = 'Tie of {spot}'", "pack.at"),
        ("[pack.words.xx]\n'bet.tie' = 'Tie'", "pack.at"),
        ("[pack]\ncurrency = { code = 'X', sign = 'X', before = true, decimals = 1 }", "pack.at"),
    ],
)
def test_a_file_that_is_no_pack_is_refused(source: str, key: str) -> None:
    with pytest.raises(RulesError) as refusal:
        pack_of(source)
    assert refusal.value.faults[0].key == key


def test_a_pack_says_only_what_differs(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text(
        "[pack]\nextends = 'quebec-2007'\n[baccarat.pays.tie]\nodds = [9, 1]"
    )
    (tmp_path / "child.toml").write_text("[pack]\nextends = 'parent.toml'\ngames = ['baccarat']")
    pack = find_pack("child.toml", tmp_path)
    assert (pack.name, pack.games) == ("child", ("baccarat",))
    assert str(pack.rules("baccarat").pays["tie"].odds) == "9:1"
    assert pack.rules("baccarat").pays["player"] == default_pack().rules("baccarat").pays["player"]
    assert [each.name for each in pack.lineage] == ["child", "parent", "quebec-2007"]


def test_a_pay_table_is_replaced_whole() -> None:
    pack = pack_of("[three-card-poker.tables.pair_plus.odds]\nstraight_flush = [50, 1]")
    assert pack.rules("three-card-poker").tables["pair_plus"].lines == ["straight_flush"]


@each("name", ["Tie", "x-y", "1x", "_x", "tìe"])
def test_a_bets_name_is_of_small_letters(name: str) -> None:
    source = bet("{ when = 'player.pair', pays = [11, 1] }").replace("bets.x", f'bets."{name}"')
    with pytest.raises(RulesError) as refusal:
        pack_of(source).rules("baccarat")
    assert "pack.bet_name" in repr(refusal.value.faults)


@each("said", ["a\\nb", "{0}", "a\\u001b[31m"])
def test_the_felt_takes_one_printable_line(said: str) -> None:
    source = bet("{ when = 'player.pair', pays = [11, 1] }", f'said = {{ en = "{said}" }}')
    with pytest.raises(RulesError) as refusal:
        pack_of(source).rules("baccarat")
    assert "pack.said" in repr(refusal.value.faults)


PAIR = """
[baccarat.bets.{name}]
article = "1"
said = {{ fr = "{fr}", en = "{en}" }}
lines = [{{ when = "player.pair", pays = [11, 1] }}]
"""


@each(
    "source, places",
    [
        (
            PAIR.format(name="x", fr="Paire", en="Pair")
            + PAIR.format(name="y", fr="Deux", en="pair"),
            "bets.y.said.en and bets.x.said.en",
        ),
        (PAIR.format(name="x", fr="Banque", en="Pair"), "bets.x.said.fr and bet.banker"),
        (
            PAIR.format(name="x", fr="Paire", en="Evens") + "[pack.words.en]\n'bet.tie' = 'Evens'",
            "bets.x.said.en and [pack.words.en] bet.tie",
        ),
    ],
)
def test_two_bets_of_one_name_are_refused_with_both_places(source: str, places: str) -> None:
    assert places in faults(source)


def test_two_games_may_give_a_bet_one_key_and_two_names() -> None:
    other = PAIR.replace("baccarat.", "sic-bo.").replace("player.pair", "pair")
    pack = pack_of(
        PAIR.format(name="x", fr="Paire", en="Pair") + other.format(name="x", fr="Duo", en="Duo")
    )
    named = [
        Words.load("fr", game, house=pack.words).render(Text("bet.x"))
        for game in ("baccarat", "sic-bo", None)
    ]
    assert named == ["Paire", "Duo", "X"]


def test_packs_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[pack]\nextends = 'b.toml'")
    (tmp_path / "b.toml").write_text("[pack]\nextends = 'a.toml'")
    with pytest.raises(RulesError) as refusal:
        find_pack("a.toml", tmp_path)
    assert refusal.value.faults[0].key == "pack.circle"


def test_the_digest_is_of_all_that_holds() -> None:
    child = "[baccarat.pays.tie]\nodds = [9, 1]"
    parents = [RulePack("p", f"[pack]\nname = '{name}'".encode()) for name in "ab"]
    digests = {pack_of(child, parent=parent).digest for parent in (*parents, default_pack())}
    assert len(digests) == 3


def configured(folder: Path, rules: str) -> Path:
    path = folder / "table.toml"
    path.write_text(f"{DEFAULT_TABLE.read_text()}\n[rules]\n{rules}\n")
    return path


def test_a_table_chooses_its_pack_beside_its_file(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(
        "[pack]\nextends = 'quebec-2007'\n[baccarat.pays.tie]\nodds = [9, 1]"
    )
    config = load_config(configured(tmp_path, "pack = 'house.toml'"))
    assert config.rule_pack.name == "house"
    assert str(config.open_game().rules.pays["tie"].odds) == "9:1"


@each("rules", ["pack = 'nowhere'", "pack = 'house.toml'", "pack = 1", "", "pack = '../../etc'"])
def test_a_pack_that_is_not_there_is_named(rules: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refusal:
        load_config(configured(tmp_path, rules))
    assert refusal.value.faults[0].key == "rules.pack"


def test_the_tables_language_needs_words_of_its_bets(tmp_path: Path) -> None:
    source = bet("{ when = 'player.pair', pays = [11, 1] }", 'said = { en = "Pair" }')
    (tmp_path / "house.toml").write_text(f"[pack]\nextends = 'quebec-2007'\n{source}")
    path = configured(tmp_path, "pack = 'house.toml'")
    path.write_text(path.read_text() + "[limits.x]\nmin_cents = 500\nmax_cents = 10000\n")
    with pytest.raises(ConfigError) as refusal:
        load_config(path)
    assert [(fault.key, fault.reason.key) for fault in refusal.value.faults] == [
        ("limits.x", "pack.no_words")
    ]


def test_a_chosen_language_needs_words_too(tmp_path: Path) -> None:
    source = bet("{ when = 'player.pair', pays = [11, 1] }", 'said = { fr = "Paire" }')
    (tmp_path / "house.toml").write_text(f"[pack]\nextends = 'quebec-2007'\n{source}")
    path = configured(tmp_path, "pack = 'house.toml'")
    path.write_text(path.read_text() + "[limits.x]\nmin_cents = 500\nmax_cents = 10000\n")
    assert choose_config(path, None, "fr").language == "fr"
    with pytest.raises(ConfigError) as refusal:
        choose_config(path, None, "pt")
    assert refusal.value.faults[0].reason == Text("pack.no_words", {"on": "x", "language": "pt"})


@each(
    "currency, french, english",
    [
        ("{ code = 'EUR', sign = '€', before = false }", "1 234,50 €", "1,234.50 €"),
        ("{ code = 'GBP', sign = '£', before = true }", "£1 234,50", "£1,234.50"),
        ("{ code = 'JPY', sign = '¥', before = true, decimals = 0 }", "¥123 450", "¥123,450"),
        (
            "{ code = 'VND', sign = '₫', before = false, decimals = -3 }",
            "123 450 000 ₫",
            "123,450,000 ₫",
        ),
        ("{ code = 'KWD', sign = 'KD', before = false, decimals = 3 }", "123,450 KD", "123.450 KD"),
    ],
)
def test_money_is_written_in_the_currency_of_the_house(
    currency: str, french: str, english: str
) -> None:
    house = pack_of(f"[pack]\ncurrency = {currency}").words
    amounts = [Words.load(language, house=house).format_money(123450) for language in ("fr", "en")]
    assert [amount.replace("\u00a0", " ") for amount in amounts] == [french, english]
