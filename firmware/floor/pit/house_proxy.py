"""Single sign-on: the house's own proxy names the person at the page, in headers."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from firmware.shell.technician.requests import Person, Role

USER_HEADERS: Final = ("remote-user", "x-forwarded-user")
GROUP_HEADERS: Final = ("remote-groups", "x-forwarded-groups")
GROUP_SEPARATOR: Final = re.compile(r"[,;|]")
USER_NAME: Final = re.compile(r"[a-z][a-z0-9._@-]{1,63}")
"""A user's name in small letters: Latin ones alone, so that none looks like another's."""


class GroupRole(NamedTuple):
    """The role that the members of a group of the house have at the pit."""

    group: str
    role: Role


def proxy_person(headers: Mapping[str, str], group_roles: Sequence[GroupRole]) -> Person | None:
    """Return who is signed in at the proxy, given headers that it alone may set; None if there
    is no such person, or he has no role here. Of several roles he has the one that is named first.
    """
    user_name = _header(headers, USER_HEADERS).strip().lower()
    groups = {name.strip() for name in GROUP_SEPARATOR.split(_header(headers, GROUP_HEADERS))}
    if not USER_NAME.fullmatch(user_name):
        return None
    role = next((role for group, role in group_roles if group in groups), None)
    return Person(user_name, role) if role else None


def _header(headers: Mapping[str, str], header_names: Sequence[str]) -> str:
    return next((headers[name] for name in header_names if name in headers), "")
