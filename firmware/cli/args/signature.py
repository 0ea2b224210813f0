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
Read = Callable[[str], Any]
Asked = TypeVar("Asked")

WORDS: Final = "words"
"""The parameter that is not of the command line."""


class How(NamedTuple):
    """Additions to a parameter's type: `Annotated[int, How(read=count)]`."""

    read: Read | None = None
    """Converts a text. Raises ValueError; `command.wanted.NAME` are the words for valid texts."""
    value: str = ""
    """The value's name, if not by its type: `command.value.NAME`."""
    short: str = ""
    """One letter, as in `-o`."""
    alone: str | None = None
    """The value of an option that is given without one."""
    among: Callable[[], tuple[str, ...]] = tuple
    """Values that a shell may complete."""


class Argument(NamedTuple):
    """An option, or a word at its place."""

    name: str
    """The parameter's."""
    read: Read
    default: object
    option: bool
    many: bool
    rest: bool
    """Whether it takes all words that are left, whatever they look like."""
    how: How
    choices: tuple[object, ...]

    @property
    def flag(self) -> bool:
        """Whether it has no value."""
        return self.read is bool

    @property
    def needed(self) -> bool:
        """Whether it must be given."""
        return self.default is Parameter.empty and not self.rest

    @property
    def key(self) -> str:
        """The last word of its words' key."""
        return self.name.rstrip("_")

    @property
    def long(self) -> str:
        """Its name on the command line."""
        return "--" + self.key.replace("_", "-")

    @property
    def offered(self) -> tuple[str, ...]:
        """The values among which a shell may complete."""
        return tuple(map(str, self.choices)) or self.how.among()


class Command(NamedTuple):
    """A command, its arguments, and which of them exclude each other."""

    name: str
    function: Callable[..., int]
    arguments: tuple[Argument, ...]
    apart: tuple["Apart", ...]

    @property
    def speaks(self) -> bool:
        """Whether it takes the Words to speak in."""
        return WORDS in signature(self.function).parameters

    @property
    def places(self) -> tuple[Argument, ...]:
        """The words at their places."""
        return tuple(argument for argument in self.arguments if not argument.option)

    @property
    def options(self) -> tuple[Argument, ...]:
        """The arguments with a name of their own."""
        return tuple(argument for argument in self.arguments if argument.option)


class Apart(NamedTuple):
    """Parameters of which one may be given at the most, or must be."""

    names: tuple[str, ...]
    one: bool = False


def apart(*names: str, one: bool = False) -> Callable[[Asked], Asked]:
    """Have a function or a dataclass take one of these parameters at the most; just `one`."""

    def note(asked: Asked) -> Asked:
        asked.__apart__ = (*_apart(asked), Apart(names, one))  # type: ignore[attr-defined]
        return asked

    return note


def read_signature(name: str, function: Callable[..., int]) -> Command:
    """Return a command by its function; each has `--lang`."""
    found = tuple(map(_argument, _parameters(function)))
    if not any(argument.name == LANG.name for argument in found):
        found += (LANG,)
    wholes = [function, *(p.annotation for p in signature(function).parameters.values())]
    return Command(name, function, found, tuple(rule for one in wholes for rule in _apart(one)))


def call(function: Callable[..., Asked], given: Mapping[str, object]) -> Asked:
    """Call a function with those of `given` that are its parameters."""
    shape = signature(function)
    bound = shape.bind_partial()
    for name, parameter in shape.parameters.items():
        whole = parameter.annotation
        bound.arguments[name] = call(whole, given) if _is_whole(whole) else given[name]
    return function(*bound.args, **bound.kwargs)


def _is_whole(kind: object) -> TypeGuard[Callable[..., object]]:
    """Return whether a parameter takes all fields of a dataclass."""
    return isinstance(kind, type) and is_dataclass(kind)


def _apart(asked: object) -> tuple[Apart, ...]:
    found: tuple[Apart, ...] = getattr(asked, "__apart__", ())
    return found


def _parameters(function: Callable[..., object]) -> Iterator[Parameter]:
    for parameter in signature(function).parameters.values():
        if _is_whole(parameter.annotation):
            yield from _parameters(parameter.annotation)
        elif parameter.name != WORDS:
            yield parameter


def _argument(parameter: Parameter) -> Argument:
    kind, how, many, choices = parameter.annotation, How(), False, tuple[object, ...]()
    while (origin := get_origin(kind)) in (Annotated, Union, UnionType, tuple):
        kind, *more = get_args(kind)
        how = more[0] if origin is Annotated else how
        many |= origin is tuple
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        kind = {str(choice): choice for choice in choices}.__getitem__
    return Argument(
        parameter.name,
        how.read or kind,
        parameter.default,
        parameter.kind is Parameter.KEYWORD_ONLY,
        many,
        parameter.kind is Parameter.VAR_POSITIONAL,
        how,
        choices,
    )


def _lang(*, lang: Language | None = None) -> None: ...


LANG: Final = _argument(signature(_lang).parameters["lang"])
