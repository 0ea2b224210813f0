"""Every command by its name, and its function, whose module is imported when it is called."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

from firmware.cli.args.errors import did_you_mean_or_help, help_hint
from firmware.cli.args.signature import CommandSignature, command_signature
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed

COMMANDS: Final[Mapping[str, str]] = {
    "run": "firmware.cli.commands.run:run_table",
    "check": "firmware.cli.commands.check:check",
    "wiring": "firmware.cli.commands.wiring:wiring",
    "status": "firmware.cli.commands.status:print_status",
    "test": "firmware.cli.commands.status:self_test",
    "console": "firmware.cli.commands.console:console",
    "board": "firmware.cli.commands.board:board",
    "clear": "firmware.cli.commands.technician:clear_faults",
    "inspect": "firmware.cli.commands.technician:inspect_table",
    "ticket sell": "firmware.cli.commands.tickets:sell_ticket",
    "ticket slip": "firmware.cli.commands.tickets:sell_slip",
    "ticket claim": "firmware.cli.commands.tickets:claim_ticket",
    "rules": "firmware.cli.commands.rules:print_rules",
    "rules try": "firmware.cli.commands.rule_pack:try_pack",
    "rules sign": "firmware.cli.commands.rule_pack:sign_rules",
    "rules verify": "firmware.cli.commands.rule_pack:verify_rules",
    "why": "firmware.cli.commands.why:why",
    "odds": "firmware.cli.commands.odds:odds",
    "school": "firmware.cli.commands.school:print_exercises",
    "drill": "firmware.cli.commands.drill:drill",
    "school serve": "firmware.cli.commands.school_serve:serve_class",
    "school verify": "firmware.cli.commands.school_verify:verify_sheets",
    "play": "firmware.cli.commands.play:play_files",
    "deck enrol": "firmware.cli.commands.deck:enrol",
    "deck check": "firmware.cli.commands.deck:check",
    "capture": "firmware.cli.commands.capture:capture",
    "lab": "firmware.cli.commands.lab:lab",
    "conform": "firmware.cli.commands.conform:conform",
    "recall": "firmware.cli.commands.recall:recall",
    "meters": "firmware.cli.commands.meters:meters",
    "replay": "firmware.cli.commands.replay:replay",
    "export": "firmware.cli.commands.evidence:export",
    "verify": "firmware.cli.commands.verify:verify_bundle",
    "manifest": "firmware.cli.commands.signed_files:verify_manifest",
    "seal": "firmware.cli.commands.signed_files:seal_config",
    "update": "firmware.cli.commands.signed_files:install_update",
    "adopt": "firmware.cli.commands.adopt:adopt",
    "disk prepare": "firmware.cli.commands.disk:prepare",
    "uplink": "firmware.cli.commands.floor:uplink",
    "ledger": "firmware.cli.commands.ledger:ledger",
    "ledger migrate": "firmware.cli.commands.ledger_schema:migrate",
    "ledger rebuild": "firmware.cli.commands.ledger_rows:rebuild",
    "floor check": "firmware.cli.commands.floor:floor_check",
    "floor keys": "firmware.cli.commands.floor:floor_keys",
    "floor enrol": "firmware.cli.commands.roster:enrol",
    "floor sign": "firmware.cli.commands.roster:sign",
    "floor admit": "firmware.cli.commands.roster:admit",
    "floor move": "firmware.cli.commands.roster:move",
    "floor rename": "firmware.cli.commands.roster:rename",
    "floor retire": "firmware.cli.commands.roster:retire",
    "floor revoke": "firmware.cli.commands.roster:revoke",
    "floor roster": "firmware.cli.commands.roster:roster",
    "floor rejected": "firmware.cli.commands.ledger:rejected",
    "floor verify": "firmware.cli.commands.ledger:verify_ledger",
    "floor audit": "firmware.cli.commands.ledger:audit_bundles",
    "floor drill": "firmware.cli.commands.floor_drill:drill",
    "floor versions": "firmware.cli.commands.floor_versions:versions",
    "floor day close": "firmware.cli.commands.gaming_day:close_day",
    "floor day amend": "firmware.cli.commands.gaming_day:amend_day",
    "floor day show": "firmware.cli.commands.gaming_day_report:show_day",
    "floor day verify": "firmware.cli.commands.gaming_day_report:verify_day",
    "floor archive": "firmware.cli.commands.archive:archive_days",
    "floor reopen": "firmware.cli.commands.archive:reopen_days",
    "floor forward": "firmware.cli.commands.floor_forward:forward",
    "floor recall": "firmware.cli.commands.archive:recall_table",
    "floor users": "firmware.cli.commands.engine_users:users",
    "pit": "firmware.cli.commands.pit:pit",
    "pit export": "firmware.cli.commands.pit_export:export_pit",
    "keeper": "firmware.cli.commands.jackpot:keeper",
    "jackpot terms": "firmware.cli.commands.jackpot:terms",
    "jackpot audit": "firmware.cli.commands.jackpot:audit",
    "jackpot refused": "firmware.cli.commands.jackpot_acts:refused",
    "jackpot decide": "firmware.cli.commands.jackpot_acts:decide",
    "jackpot recover": "firmware.cli.commands.jackpot_acts:recover",
    "tournament serve": "firmware.cli.commands.tournament:serve_tournament",
    "tournament register": "firmware.cli.commands.tournament:register",
    "tournament draw": "firmware.cli.commands.tournament:draw_seats",
    "tournament start": "firmware.cli.commands.tournament:start_tournament",
    "tournament pause": "firmware.cli.commands.tournament:pause_clock",
    "tournament resume": "firmware.cli.commands.tournament:resume_clock",
    "tournament rebuy": "firmware.cli.commands.tournament:sell_rebuy",
    "tournament out": "firmware.cli.commands.tournament:report_out",
    "tournament button": "firmware.cli.commands.tournament:report_button",
    "tournament seated": "firmware.cli.commands.tournament:confirm_seat",
    "tournament colour-up": "firmware.cli.commands.tournament:colour_up",
    "tournament stacks": "firmware.cli.commands.tournament:report_stacks",
    "tournament note": "firmware.cli.commands.tournament:note_incident",
    "tournament undo": "firmware.cli.commands.tournament:undo_act",
    "tournament correct": "firmware.cli.commands.tournament:correct_act",
    "tournament acts": "firmware.cli.commands.tournament:print_acts",
    "tournament void": "firmware.cli.commands.tournament:void_tournament",
    "tournament status": "firmware.cli.commands.tournament:print_status",
    "tournament report": "firmware.cli.commands.tournament:print_report",
    "tournament sheet rules": "firmware.cli.commands.tournament_sheet:print_rules",
    "tournament sheet tickets": "firmware.cli.commands.tournament_sheet:print_tickets",
    "tournament sheet report": "firmware.cli.commands.tournament_sheet:print_final_report",
    "slots serve": "firmware.cli.commands.slots_host:serve_bank",
    "slots status": "firmware.cli.commands.slots:print_status",
    "slots panel": "firmware.cli.commands.slots:serve_panel",
    "slots rules": "firmware.cli.commands.slots:print_rules",
    "slots uplink": "firmware.cli.commands.slots_host:serve_uplink",
    "slots looked": "firmware.cli.commands.slots:acknowledge",
    "slots decide": "firmware.cli.commands.slots:decide_game",
    "slots loop-back": "firmware.cli.commands.slots:test_loop_back",
    "completion": "firmware.cli.args.completion:completion",
    "help": "firmware.cli.args.help:print_help",
}

FORMER_GROUPS: Final[Mapping[str, str]] = {"room": "tournament", "lot": "jackpot"}
"""Former names of groups of commands: they are obeyed, and the present name is printed."""
FORMER_OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {"slots serve": {"--lot": "--jackpot"}}
"""By command: former names of options, which are obeyed in the same way."""


def load_command(command_name: str) -> CommandSignature:
    """Import a command and return it with its arguments."""
    module_name, _, function_name = COMMANDS[command_name].partition(":")
    return command_signature(command_name, getattr(import_module(module_name), function_name))


def resolve_subcommand(
    command_group: str, remaining_words: Sequence[str]
) -> tuple[str, tuple[str, ...]]:
    """Return the command or the group that the first word names, and the words after it.

    Raises RequestFailed on a word that names neither.
    """
    if not remaining_words:
        raise RequestFailed(Text("command.wrong.no_command", {"see": help_hint(command_group)}))
    subcommands = subcommand_words(command_group)
    subcommand = remaining_words[0]
    if not command_group:
        subcommand = FORMER_GROUPS.get(subcommand, subcommand)
    if subcommand not in subcommands:
        suggestion = None if command_group else _suggestion_elsewhere(subcommand)
        placeholders: TextValues = {
            "given": subcommand,
            "meant": suggestion or did_you_mean_or_help(subcommand, subcommands, command_group),
        }
        raise RequestFailed(Text("command.wrong.command", placeholders))
    return f"{command_group} {subcommand}".lstrip(), tuple(remaining_words[1:])


def _suggestion_elsewhere(given_word: str) -> Text | None:
    """Return what a word means that is a command of the console, or an option; else None."""
    from firmware.console.commands import table_command_words

    if given_word == "version":
        return Text("command.meant", {"name": "croupier --version"})
    if given_word in table_command_words():
        return Text("command.of_console", {"command": f"croupier console {given_word}"})
    return None


def nested_command(
    command_name: str, remaining_words: Sequence[str]
) -> tuple[str, tuple[str, ...]]:
    """Return the command below a command that the first word names, else the command itself."""
    longer_name = f"{command_name} {remaining_words[0]}" if remaining_words else ""
    if longer_name in COMMANDS:
        return longer_name, tuple(remaining_words[1:])
    return command_name, tuple(remaining_words)


def subcommand_words(command_group: str) -> list[str]:
    """Return the distinct first words below a group: its commands and its groups."""
    group_prefix = f"{command_group} ".lstrip()
    command_names = (
        command_name.removeprefix(group_prefix)
        for command_name in COMMANDS
        if command_name.startswith(group_prefix)
    )
    return list(dict.fromkeys(command_name.split()[0] for command_name in command_names))


def command_groups() -> list[str]:
    """Return the groups of commands that are no commands themselves; the first, of the name "", is
    that of all.
    """
    group_names = (
        command_name.rpartition(" ")[0] for command_name in COMMANDS if " " in command_name
    )
    return ["", *dict.fromkeys(name for name in group_names if name not in COMMANDS)]
