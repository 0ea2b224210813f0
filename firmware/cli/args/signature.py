"""A command's arguments, from the signature of its function.

The parameter `words` is the Words to speak in; the others are the command line. One that may be
given by its place is a word there, a keyword-only one an option, `from_` of the name `--from`; a
dataclass stands for its fields. A bool is a flag, a tuple takes one value or more, a Literal one of
its own, `*command` all words that are left but `--lang`. Whatever has no default must be given.
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

Language = Literal["fr", "en"]
ValueParser = Callable[[str], Any]
Decorated = TypeVar("Decorated")

WORDS_PARAMETER: Final = "words"
"""The parameter that is not of the command line."""


class Option(NamedTuple):
    """Additions to a parameter's type: `Annotated[int, How(read=count)]`."""

    parse: ValueParser | None = None
    """Converts a text. Raises ValueError; `command.wanted.NAME` are the words for valid texts."""
    value_name: str = ""
    """The value's name, if not by its type: `command.value.NAME`."""
    short_flag: str = ""
    """One letter, as in `-o`."""
    bare_value: str | None = None
    """The value of an option that is given without one."""
    completions: Callable[[], tuple[str, ...]] = tuple
    """Values that a shell may complete."""


class Argument(NamedTuple):
    """An option, or a word at its place."""

    name: str
    """The parameter's."""
    parse: ValueParser
    default: object
    is_option: bool
    takes_many: bool
    takes_rest: bool
    """Whether it takes all words that are left, whatever they look like."""
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
    def words_key(self) -> str:
        """The last word of its words' key."""
        return self.name.rstrip("_")

    @property
    def option_name(self) -> str:
        """Its name on the command line."""
        return "--" + self.words_key.replace("_", "-")

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
        """The words at their places."""
        return tuple(argument for argument in self.arguments if not argument.is_option)

    @property
    def options(self) -> tuple[Argument, ...]:
        """The arguments with a name of their own."""
        return tuple(argument for argument in self.arguments if argument.is_option)


class MutuallyExclusive(NamedTuple):
    """Parameters of which one may be given at the most, or must be."""

    parameter_names: tuple[str, ...]
    is_required: bool = False


def mutually_exclusive(
    *parameter_names: str, is_required: bool = False
) -> Callable[[Decorated], Decorated]:
    """Have a function or a dataclass take one of these parameters at the most; just `one`."""

    def attach_rule(decorated: Decorated) -> Decorated:
        decorated.__apart__ = (  # type: ignore[attr-defined]
            *_exclusive_rules(decorated),
            MutuallyExclusive(parameter_names, is_required),
        )
        return decorated

    return attach_rule


def command_signature(command_name: str, function: Callable[..., int]) -> CommandSignature:
    """Return a command by its function; each has `--lang`."""
    arguments = tuple(map(_parameter_argument, _flattened_parameters(function)))
    if not any(argument.name == LANGUAGE_OPTION.name for argument in arguments):
        arguments += (LANGUAGE_OPTION,)
    rule_owners = [
        function,
        *(parameter.annotation for parameter in signature(function).parameters.values()),
    ]
    return CommandSignature(
        command_name,
        function,
        arguments,
        tuple(
            exclusive_rule
            for rule_owner in rule_owners
            for exclusive_rule in _exclusive_rules(rule_owner)
        ),
    )


def call_with_values(
    function: Callable[..., Decorated], given_values: Mapping[str, object]
) -> Decorated:
    """Call a function with those of `given` that are its parameters."""
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
    exclusive_rules: tuple[MutuallyExclusive, ...] = getattr(rule_owner, "__apart__", ())
    return exclusive_rules


def _flattened_parameters(function: Callable[..., object]) -> Iterator[Parameter]:
    for parameter in signature(function).parameters.values():
        if _is_option_group(parameter.annotation):
            yield from _flattened_parameters(parameter.annotation)
        elif parameter.name != WORDS_PARAMETER:
            yield parameter


def _parameter_argument(parameter: Parameter) -> Argument:
    annotation, declaration, takes_many, choices = (
        parameter.annotation,
        Option(),
        False,
        tuple[object, ...](),
    )
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
