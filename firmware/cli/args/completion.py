"""The scripts by which shells complete the command line, made from the commands."""

from collections.abc import Iterator
from typing import Final, Literal

from firmware.cli.args.commands import COMMANDS, below, command, groups
from firmware.cli.args.help import explained, summary
from firmware.cli.args.signature import LANG, Argument
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words

BASH: Final = """\
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

ZSH: Final = "autoload -U +X compinit bashcompinit && compinit && bashcompinit\n"
"""Zsh reads the script of bash behind this."""


def completion(words: Words, shell: Literal["bash", "zsh", "fish"]) -> int:
    """Print the script of a shell."""
    script = "\n".join(_fish(words)) if shell == "fish" else _bash()
    print(ZSH + script if shell == "zsh" else script)  # noqa: T201
    return 0


def _bash() -> str:
    names = [*filter(None, groups()), *COMMANDS]
    script = BASH.replace("COMMANDS", "|".join(f'" {name}"' for name in names))
    script = script.replace("PLACES", "\n    ".join([*_below_groups(), *_taken()]))
    return script.replace("VALUES", "\n    ".join(_values()))


def _below_groups() -> Iterator[str]:
    for group in groups():
        path = f" {group}" if group else ""
        yield f'"{path}") places="{" ".join(below(group))}" options="--lang --help" ;;'


def _taken() -> Iterator[str]:
    """Yield each command's arguments: the words at its places, and its options."""
    for name in COMMANDS:
        found = command(name)
        places = " ".join(word for place in found.places for word in place.offered)
        options = " ".join([option.long for option in found.options] + ["--help"])
        yield f'" {name}") places="{places}" options="{options}" ;;'


def _values() -> Iterator[str]:
    """Yield the values of each option that has some; none are those of a file."""
    for path in ("", *(f" {name}" for name in groups() if name)):
        yield f'"{path} --lang") words="fr en" ;;'
    for name in COMMANDS:
        for option in command(name).options:
            if not option.flag:
                yield f'" {name} {option.long}") words="{" ".join(option.offered)}" ;;'


def _fish(words: Words) -> Iterator[str]:
    told = _quoted(words.say(Text("command.any.lang")))
    for group in groups():
        yield f"{_of(group, *below(group))} -l lang -d {told}{_value(LANG)}"
        for second in below(group):
            name = f"{group} {second}".lstrip()
            purpose = "" if name in groups() else f" -d {_quoted(summary(name, words))}"
            yield f"{_of(group, *below(group))} -f -a {second}{purpose}"
    for name in COMMANDS:
        found = command(name)
        for place in found.places:
            if place.offered:
                yield f"{_of(name)} -f -a {_quoted(' '.join(place.offered))}"
        for option in found.options:
            told = _quoted(explained(found, option, words))
            yield f"{_of(name)} -l {option.long[2:]} {_short(option)}-d {told}{_value(option)}"


def _of(name: str, *others: str) -> str:
    """Begin a line for a command, or for a group none of whose others is given yet."""
    seen = [f"__fish_seen_subcommand_from {word}" for word in name.split()]
    seen += [f"not __fish_seen_subcommand_from {' '.join(others)}"] if others else []
    return f"complete -c croupier -n {_quoted('; and '.join(seen))}"


def _short(option: Argument) -> str:
    return f"-s {option.how.short} " if option.how.short else ""


def _value(option: Argument) -> str:
    if option.flag:
        return ""
    return f" -x -a {_quoted(' '.join(option.offered))}" if option.offered else " -r"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
