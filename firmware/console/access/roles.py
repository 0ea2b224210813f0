"""The names of the roles, in words."""

from collections.abc import Mapping
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.technician.requests import Role

ROLE_LABELS: Final[Mapping[Role, str]] = {
    "technician": "console.people.technician",
    "supervisor": "console.people.supervisor",
    "auditor": "console.people.auditor",
}


def role_label(role: Role) -> Text:
    """Return the name of a role."""
    return Text(ROLE_LABELS[role])
