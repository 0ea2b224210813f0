"""A command's arguments, read from the signature of its function.

    def sell(words: Words, name: str, *, cents: int, draws: int = 1, unpaid: bool = False)
             |             |             |          |               `- --unpaid, a flag
             |             |             |          `- --draws NUMBER, optional
             |             |             `- --cents NUMBER, required: it has no default
             |             `- a positional argument
             `- the Words of the chosen language, not an argument

`from_` is the option `--from`. A tuple takes one value or more, a Literal one of its values,
`*command` all remaining words except `--lang`. A parameter whose type is a dataclass is replaced by
the dataclass's fields. An `Option` in `Annotated` adds a parser, words and a short flag.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from inspect import Parameter, signature
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeGuard,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

from firmware.shell.words.languages import Language

ValueParser = Callable[[str], Any]
Decorated = TypeVar("Decorated")

WORDS_PARAMETER: Final = "words"
"""The parameter that is not of the command line."""


class Option(NamedTuple):
    """Additions to a parameter's type: `Annotated[int, Option(parse=parse_count)]`."""

    parse: ValueParser | None = None
    """Converts a word. Raises ValueError on an invalid one, or RequestFailed with its own words."""
    expected_key: str = ""
    """The key of the words for the valid values, printed after a ValueError."""
    value_key: str = ""
    """The key of the value's name in the help, if not by its type: FILE, NUMBER or TEXT."""
    short_flag: str = ""
    """One letter, as in `-o`."""
    bare_value: str | None = None
    """The value of an option that is given without one."""
    completions: Callable[[], tuple[str, ...]] = tuple
    """Values that a shell may complete."""


class Argument(NamedTuple):
    """An option, or a word at its place."""

    name: str
    """The parameter's name."""
    parse: ValueParser
    default: object
    is_option: bool
    takes_many: bool
    takes_rest: bool
    """Whether it takes all remaining words, those that look like options too."""
    declaration: Option
    choices: tuple[object, ...]

    @property
    def is_flag(self) -> bool:
        """Whether it has no value."""
        return self.parse is bool

    @property
    def is_required(self) -> bool:
        """Whether it must be given."""
        return self.default is Parameter.empty and not self.takes_rest

    @property
    def plain_name(self) -> str:
        """The parameter's name without the underscore by which `from_` differs from a keyword."""
        return self.name.rstrip("_")

    @property
    def option_name(self) -> str:
        """Its name on the command line."""
        return "--" + self.plain_name.replace("_", "-")

    @property
    def completion_words(self) -> tuple[str, ...]:
        """The values among which a shell may complete."""
        return tuple(map(str, self.choices)) or self.declaration.completions()


class CommandSignature(NamedTuple):
    """A command, its arguments, and which of them exclude each other."""

    name: str
    function: Callable[..., int]
    arguments: tuple[Argument, ...]
    exclusive_rules: tuple["MutuallyExclusive", ...]

    @property
    def takes_words(self) -> bool:
        """Whether it takes the Words to speak in."""
        return WORDS_PARAMETER in signature(self.function).parameters

    @property
    def positionals(self) -> tuple[Argument, ...]:
        """The positional arguments, in their order."""
        return tuple(argument for argument in self.arguments if not argument.is_option)

    @property
    def options(self) -> tuple[Argument, ...]:
        """The arguments that are given by name."""
        return tuple(argument for argument in self.arguments if argument.is_option)


class MutuallyExclusive(NamedTuple):
    """Parameters of which at most one may be given; `is_required`: exactly one."""

    parameter_names: tuple[str, ...]
    is_required: bool = False


def mutually_exclusive(
    *parameter_names: str, is_required: bool = False
) -> Callable[[Decorated], Decorated]:
    """Have a function or a dataclass take at most one of these parameters."""

    def attach_rule(decorated: Decorated) -> Decorated:
        decorated.__mutually_exclusive__ = (  # type: ignore[attr-defined]
            *_exclusive_rules(decorated),
            MutuallyExclusive(parameter_names, is_required),
        )
        return decorated

    return attach_rule


def command_signature(command_name: str, function: Callable[..., int]) -> CommandSignature:
    """Return the signature of a command; `--lang` is added if the function has no `lang`."""
    arguments = tuple(map(_parameter_argument, _flattened_parameters(function)))
    if not any(argument.name == LANGUAGE_OPTION.name for argument in arguments):
        arguments += (LANGUAGE_OPTION,)
    rule_owners = [
        function,
        *(parameter.annotation for parameter in signature(function).parameters.values()),
    ]
    rules = tuple(rule for owner in rule_owners for rule in _exclusive_rules(owner))
    return CommandSignature(command_name, function, arguments, rules)


def call_with_values(
    function: Callable[..., Decorated], given_values: Mapping[str, object]
) -> Decorated:
    """Call a function, or a dataclass, with the given values of its parameters."""
    function_signature = signature(function)
    bound_arguments = function_signature.bind_partial()
    for parameter_name, parameter in function_signature.parameters.items():
        annotation = parameter.annotation
        bound_arguments.arguments[parameter_name] = (
            call_with_values(annotation, given_values)
            if _is_option_group(annotation)
            else given_values[parameter_name]
        )
    return function(*bound_arguments.args, **bound_arguments.kwargs)


def _is_option_group(annotation: object) -> TypeGuard[Callable[..., object]]:
    """Return whether a parameter takes all fields of a dataclass."""
    return isinstance(annotation, type) and is_dataclass(annotation)


def _exclusive_rules(rule_owner: object) -> tuple[MutuallyExclusive, ...]:
    rules: tuple[MutuallyExclusive, ...] = getattr(rule_owner, "__mutually_exclusive__", ())
    return rules


def _flattened_parameters(function: Callable[..., object]) -> Iterator[Parameter]:
    for parameter in signature(function).parameters.values():
        if _is_option_group(parameter.annotation):
            yield from _flattened_parameters(parameter.annotation)
        elif parameter.name != WORDS_PARAMETER:
            yield parameter


def _parameter_argument(parameter: Parameter) -> Argument:
    annotation, declaration, takes_many = parameter.annotation, Option(), False
    choices: tuple[object, ...] = ()
    # unwraps `Annotated[tuple[int, ...] | None, Option(…)]`, in any order, down to `int`
    while (origin := get_origin(annotation)) in (Annotated, Union, UnionType, tuple):
        annotation, *metadata = get_args(annotation)
        declaration = metadata[0] if origin is Annotated else declaration
        takes_many |= origin is tuple
    if get_origin(annotation) is Literal:
        choices = get_args(annotation)
        annotation = {str(choice): choice for choice in choices}.__getitem__
    return Argument(
        parameter.name,
        declaration.parse or annotation,
        parameter.default,
        parameter.kind is Parameter.KEYWORD_ONLY,
        takes_many,
        parameter.kind is Parameter.VAR_POSITIONAL,
        declaration,
        choices,
    )


def _language_option(*, lang: Language | None = None) -> None: ...


LANGUAGE_OPTION: Final = _parameter_argument(signature(_language_option).parameters["lang"])
