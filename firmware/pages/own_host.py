"""The names under which a page server may be asked for.

By DNS rebinding a foreign page has its own name point here, and would read this server's pages
under that name.
"""

from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

LOCAL_HOST: Final = "localhost"


def is_own_host(host_header: str, own_host_names: Collection[str] = (LOCAL_HOST,)) -> bool:
    """Return whether a `Host` names this server: a foreign name can be made to resolve to this
    host; a literal IP address cannot.
    """
    host_name = _host_name(host_header)
    return host_name in own_host_names or _is_address(host_name)


def _host_name(host_header: str) -> str:
    try:
        return urlsplit(f"//{host_header}").hostname or ""
    except ValueError:
        return ""


def _is_address(host_name: str) -> bool:
    try:
        ip_address(host_name)
    except ValueError:
        return False
    return True
