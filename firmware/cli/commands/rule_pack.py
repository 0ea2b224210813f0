"""`croupier rules try`, `sign`, `verify`: a rule pack on its way from a text to a table."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option
from firmware.cli.commands.rules_with_odds import rules_with_odds
from firmware.cli.rule_packs import RulesFile
from firmware.cli.sheets import print_sheet
from firmware.core.game.declared_bets import DeclaredBets
from firmware.core.game.game import Game
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import bet_words
from firmware.odds.declared_odds import declared
from firmware.odds.figure import Figure
from firmware.odds.odds import game_figures
from firmware.odds.store import SHIPPED, Store, ratio_text, user_folder
from firmware.shell.rules.differences import changed_games, differences
from firmware.shell.rules.example_rounds import example_rounds
from firmware.shell.rules.pack_files import default_pack, find_pack
from firmware.shell.rules.rule_pack import RulePack, RulesError
from firmware.shell.rules.table_choices import Options, choice_text, table_choices
from firmware.shell.trust.keys import DeviceKey, fingerprint
from firmware.shell.trust.pack_signature import sign_pack, signature_fault
from firmware.shell.trust.trust_errors import TrustRefused
from firmware.shell.words.ratios import percentage
from firmware.shell.words.words import Words

KeyFile = Annotated[Path, Option(value_key="command.value.key")]
EVEN: Final = Fraction(0)
SOON_COUNTED: Final = ("baccarat", "roulette", "sic-bo", "craps")


def try_pack(words: Words, file: Path, *, rules: RulesFile | None = None) -> int:
    """Print the changes that a pack makes to another or to the usual one, the sheets of its games,
    exact odds, and a round for each line as a script; return 1 if a bet is generous.
    """
    pack, present = _sound_pack(file), find_pack(str(rules)) if rules else default_pack()
    words = words.for_house(pack.words)
    print("\n".join(map(words.render, differences(present, pack))))
    generous = False
    for game in changed_games(present, pack):
        print()
        print_sheet(rules_with_odds(game, words, Store(user_folder(), SHIPPED), pack))
        for text, is_generous in _returns(pack, game, words):
            print(words.render(text))
            generous = generous or is_generous
        print("\n".join(example_rounds(pack, game, str(file))))
    return EXIT_FINDINGS if generous else 0


def sign_rules(words: Words, file: Path, *, key: KeyFile) -> int:
    """Print the returns of a pack and sign it; return 1, unsigned, if a bet is generous."""
    pack = _sound_pack(file)
    words = words.for_house(pack.words)
    returns = [found for game in pack.games for found in _returns(pack, game, words)]
    for text, _ in returns:
        print(words.render(text))
    if any(is_generous for _, is_generous in returns):
        return EXIT_FINDINGS
    try:
        signer = DeviceKey.read(key)
    except TrustRefused as error:
        raise RequestFailed(error.why) from None
    path = sign_pack(pack, signer)
    place = {"pack": pack.name, "digits": pack.digest[:12], "path": str(path)}
    print(
        words.render(Text("pack.signed", {**place, "fingerprint": fingerprint(signer.public_key)}))
    )
    return 0


def verify_rules(words: Words, file: Path, *, key: KeyFile) -> int:
    """Return 0 if a pack is signed by the owner of a public key, else 1."""
    pack = find_pack(str(file))
    try:
        fault = signature_fault(pack, key)
    except TrustRefused as error:
        raise RequestFailed(error.why) from None
    place = {"pack": pack.name, "digits": pack.digest[:12]}
    print(words.render(fault or Text("pack.as_signed", place)))
    return EXIT_FINDINGS if fault else 0


def _sound_pack(file: Path) -> RulePack:
    """Return a pack without a mistake. Raises RulesError with those of all its games."""
    pack, faults = find_pack(str(file)), list[Text]()
    for game in pack.games:
        try:
            pack.rules(game)
        except RulesError as error:
            faults += error.faults
    if faults:
        raise RulesError(*faults)
    return pack


def _figures(game: Game, name: str) -> Iterator[Figure]:
    """Yield the figures of the bets that a pack declares, and of those that it amends where they
    are soon counted.
    """
    yield from declared(game)
    if isinstance(game, DeclaredBets) and name in SOON_COUNTED:
        for figure in game_figures(name, game, Store(user_folder(), SHIPPED)):
            if figure.bet in game.TERMS and game.TERMS[figure.bet].bet.amends:
                yield figure


def _returns(pack: RulePack, game: str, words: Words) -> Iterator[tuple[Text, bool]]:
    """Yield the exact return of each declared bet at each table that the pack allows, and whether
    it returns more than is staked without `generous`.
    """
    rules = pack.rules(game)
    if not rules.bets or pack.game_class(game).REQUIRED_OPTIONS:
        return
    found: set[tuple[str, Fraction]] = set()
    for options in table_choices(pack.game_class(game), rules):
        for figure in _figures(pack.open_game(game, options), game):
            profit = figure.expected_profit
            if (figure.bet, profit) not in found:
                found.add((figure.bet, profit))
                is_generous = profit > EVEN and not rules.bets[figure.bet].generous
                key = "pack.generous" if is_generous else "pack.returns"
                yield Text(key, _return_values(game, figure, options, words)), is_generous


def _return_values(game: str, figure: Figure, options: Options, words: Words) -> TextValues:
    share, choices = 1 + figure.expected_profit, choice_text(options, figure.bet)
    bet = bet_words(figure.bet)
    return {
        "game": game_label(game),
        "on": Text("pack.bet_at", {"on": bet, "options": choices}) if choices else bet,
        "ratio": ratio_text(share),
        "percent": percentage(share, words),
    }
