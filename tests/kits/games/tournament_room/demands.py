"""What the second formulation forbids, and when two names are one."""


class Refused(Exception):
    """The room forbids it."""


def demand(allowed: object) -> None:
    if not allowed:
        raise Refused


def folded(name: str) -> str:
    return " ".join(name.casefold().split())
