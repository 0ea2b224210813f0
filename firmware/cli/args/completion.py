"""The scripts by which shells complete the command line, made from the commands."""

from collections.abc import Iterator
from typing import Final, Literal

from firmware.cli.args.commands import COMMANDS, command_groups, load_command, subcommand_words
from firmware.cli.args.help import argument_meaning, command_summary
from firmware.cli.args.signature import LANGUAGE_OPTION, Argument
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words

BASH_TEMPLATE: Final = """\
_croupier() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local at path= places= options= words=
    for ((at = 1; at < COMP_CWORD; at++)); do
        case "$path ${COMP_WORDS[at]}" in
        COMMANDS) path="$path ${COMP_WORDS[at]}" ;;
        esac
    done
    case "$path" in
    PLACES
    esac
    words=$places
    [[ $word == -* ]] && words=$options
    case "$path $before" in
    VALUES
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _croupier croupier"""

ZSH_PREAMBLE: Final = "autoload -U +X compinit bashcompinit && compinit && bashcompinit\n"
"""Zsh reads the script of bash behind this."""


def completion(words: Words, shell: Literal["bash", "zsh", "fish"]) -> int:
    """Print the script of a shell."""
    completion_script = "\n".join(_fish_lines(words)) if shell == "fish" else _bash_script()
    print(ZSH_PREAMBLE + completion_script if shell == "zsh" else completion_script)  # noqa: T201
    return 0


def _bash_script() -> str:
    command_names = [*filter(None, command_groups()), *COMMANDS]
    completed_script = BASH_TEMPLATE.replace(
        "COMMANDS", "|".join(f'" {command_name}"' for command_name in command_names)
    )
    completed_script = completed_script.replace(
        "PLACES", "\n    ".join([*_group_cases(), *_command_cases()])
    )
    return completed_script.replace("VALUES", "\n    ".join(_value_cases()))


def _group_cases() -> Iterator[str]:
    for command_group in command_groups():
        # as the script builds it: a space before each word, and nothing for `croupier` alone
        path = f" {command_group}" if command_group else ""
        subcommands = " ".join(subcommand_words(command_group))
        yield f'"{path}") places="{subcommands}" options="--lang --help" ;;'


def _command_cases() -> Iterator[str]:
    """Yield each command's case: the words that its positionals offer, and its options."""
    for command_name in COMMANDS:
        signature = load_command(command_name)
        positional_words = (
            offered_word
            for positional in signature.positionals
            for offered_word in positional.completion_words
        )
        offered_words = " ".join([*subcommand_words(command_name), *positional_words])
        option_names = " ".join([option.option_name for option in signature.options] + ["--help"])
        yield f'" {command_name}") places="{offered_words}" options="{option_names}" ;;'


def _value_cases() -> Iterator[str]:
    """Yield the values of each option that takes one; of a file none, since bash completes it."""
    for command_group in command_groups():
        path = f" {command_group}" if command_group else ""
        yield f'"{path} --lang") words="fr en" ;;'
    for command_name in COMMANDS:
        for option in load_command(command_name).options:
            if not option.is_flag:
                offered_words = " ".join(option.completion_words)
                yield f'" {command_name} {option.option_name}") words="{offered_words}" ;;'


def _fish_lines(words: Words) -> Iterator[str]:
    description = _shell_quoted(words.render(Text("command.any.lang")))
    for command_group in command_groups():
        subcommands = subcommand_words(command_group)
        condition = _fish_condition(command_group, *subcommands)
        yield f"{condition} -l lang -d {description}{_fish_values(LANGUAGE_OPTION)}"
        for subcommand in subcommands:
            command_name = f"{command_group} {subcommand}".lstrip()
            is_group = command_name in command_groups()
            purpose = "" if is_group else _shell_quoted(command_summary(command_name, words))
            yield f"{condition} -f -a {subcommand}" + (f" -d {purpose}" if purpose else "")
    for command_name in COMMANDS:
        signature, condition = load_command(command_name), _fish_condition(command_name)
        for subcommand in subcommand_words(command_name):
            yield f"{condition} -f -a {subcommand}"
        for positional in signature.positionals:
            if positional.completion_words:
                yield f"{condition} -f -a {_shell_quoted(' '.join(positional.completion_words))}"
        for option in signature.options:
            flags = f"-l {option.option_name[2:]} {_fish_short_flag(option)}"
            description = _shell_quoted(argument_meaning(signature, option, words))
            yield f"{condition} {flags}-d {description}{_fish_values(option)}"


def _fish_condition(command_name: str, *excluded_words: str) -> str:
    """Return the condition of a command, or of a group whose `excluded_words` are not typed yet."""
    conditions = [f"__fish_seen_subcommand_from {seen_word}" for seen_word in command_name.split()]
    conditions += (
        [f"not __fish_seen_subcommand_from {' '.join(excluded_words)}"] if excluded_words else []
    )
    return f"complete -c croupier -n {_shell_quoted('; and '.join(conditions))}"


def _fish_short_flag(option: Argument) -> str:
    return f"-s {option.declaration.short_flag} " if option.declaration.short_flag else ""


def _fish_values(option: Argument) -> str:
    # -x: a value that is one of these words and no file; -r: any value, files are offered
    if option.is_flag:
        return ""
    return (
        f" -x -a {_shell_quoted(' '.join(option.completion_words))}"
        if option.completion_words
        else " -r"
    )


def _shell_quoted(unquoted_text: str) -> str:
    return "'" + unquoted_text.replace("\\", "\\\\").replace("'", "\\'") + "'"
