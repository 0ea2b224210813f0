"""`croupier why`: the reasons of a past round's settlements, and all that is built on an article, a
sentence or a message.
"""

from pathlib import Path
from typing import Annotated

from firmware.cli.args.signature import Option, mutually_exclusive
from firmware.cli.args.types import PositiveCount, ServedGameWord
from firmware.cli.commands.journal_sources import JournalSources
from firmware.cli.commands.round_lookup import round_of_bundle, round_of_journal
from firmware.cli.commands.why_round import parse_place, print_answers
from firmware.cli.commands.why_subject import print_subject
from firmware.cli.rule_packs import RulesFile, config_and_pack
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.rules.rule_book import OTHER_BOOKS
from firmware.shell.words.words import Words

BetPlace = Annotated[
    Place,
    Option(parse=parse_place, expected_key="command.wanted.bet", value_key="command.value.bet"),
]


@mutually_exclusive("round_", "game")
@mutually_exclusive("round_", "rules")
def why(
    words: Words,
    subject: Annotated[str | None, Option(value_key="command.value.subject")] = None,
    game: ServedGameWord | None = None,
    *,
    round_: PositiveCount | None = None,
    bet: BetPlace | None = None,
    json: bool = False,
    rules: RulesFile | None = None,
    sources: JournalSources,
) -> int:
    """Answer for a round of a journal, or of the bundle that `subject` names; without a round, say
    what is built on the subject.
    """
    if round_ is not None:
        if subject is not None and sources.is_named:
            raise RequestFailed(Text("answer.two_journals"))
        if subject is not None:
            recalled_round = round_of_bundle(Path(subject), round_)
        else:
            recalled_round = round_of_journal(sources, round_, "why", words)
        return print_answers(recalled_round, bet, words, as_json=json)
    if subject is None or bet is not None or json:
        raise RequestFailed(Text("answer.incomplete"))
    table_config, rule_pack = config_and_pack(sources.config, rules)
    game = table_config.table.game if table_config else game
    games = (game,) if game else (*rule_pack.served_games, *OTHER_BOOKS)
    reader = sources.open_reader() if sources.journal else None
    return print_subject(subject, games, rule_pack, reader, words)
