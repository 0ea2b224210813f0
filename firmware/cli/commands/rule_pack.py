"""`croupier rules try`, `sign`, `verify`: a rule pack on its way from a text to a table."""

from pathlib import Path
from typing import Annotated

from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option
from firmware.cli.commands.pack_trial import bet_returns, sound_pack
from firmware.cli.commands.progress import show_progress
from firmware.cli.commands.rules_with_odds import rules_with_odds
from firmware.cli.rule_packs import RulesFile
from firmware.cli.serving.run_options import DEFAULT_WEB_PORT
from firmware.cli.sheets import print_sheet
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.odds.store import SHIPPED, Store, user_folder
from firmware.shell.rules.differences import changed_games, differences
from firmware.shell.rules.example_rounds import example_rounds
from firmware.shell.rules.pack_files import default_pack, find_pack
from firmware.shell.trust.keys import DeviceKey, fingerprint
from firmware.shell.trust.pack_signature import sign_pack, signature_fault
from firmware.shell.trust.trust_errors import TrustRefused
from firmware.shell.words.words import Words

KeyFile = Annotated[Path, Option(value_key="command.value.key")]


def try_pack(
    words: Words,
    file: Path,
    *,
    rules: RulesFile | None = None,
    web: Annotated[
        str | None, Option(value_key="command.value.address", bare_value=DEFAULT_WEB_PORT)
    ] = None,
) -> int:
    """Print the changes that a pack makes to another or to the usual one, the sheets of its games,
    exact odds, and a round for each line as a script; return 1 if a bet is generous. With `web`
    serve them to a browser, beside a table of the pack.
    """
    pack, present = sound_pack(str(file)), find_pack(str(rules)) if rules else default_pack()
    if web is not None:
        from firmware.cli.commands.pack_page import serve_trial  # its libraries may be missing

        return serve_trial(file, pack, present, words, web)
    words = words.for_house(pack.words)
    print("\n".join(map(words.render, differences(present, pack))))
    generous = False
    for game in changed_games(present, pack):
        print()
        game_words = words.for_game(game)
        print_sheet(rules_with_odds(game, words, Store(user_folder(), SHIPPED), pack))
        counting = words.render(Text("pack.counting"))
        for found in show_progress(bet_returns(pack, game), counting):
            print(game_words.render(found.text(game, game_words)))
            generous = generous or found.is_generous
        print("\n".join(example_rounds(pack, game, str(file))))
    return EXIT_FINDINGS if generous else 0


def sign_rules(words: Words, file: Path, *, key: KeyFile) -> int:
    """Print the returns of a pack and sign it; return 1, unsigned, if a bet is generous."""
    pack = sound_pack(str(file))
    words = words.for_house(pack.words)
    counting = words.render(Text("pack.counting"))
    generous = False
    for game in pack.games:
        game_words = words.for_game(game)
        for found in show_progress(bet_returns(pack, game), counting):
            print(game_words.render(found.text(game, game_words)))
            generous = generous or found.is_generous
    if generous:
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
