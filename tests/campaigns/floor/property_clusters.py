"""The engines of two properties and of a head office, as their configuration files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.kits.floor_processes import Host, Process
from tools.floor.engine import server_file

SERVERS: Final = 3
"""At each property."""
CLIENT_PORT: Final = 4222
ROUTE_PORT: Final = 6222
LEAF_PORT: Final = 7422
MONITOR_PORT: Final = 8222

PROPERTY_FILE: Final = """
server_name: {property}-{number}
listen: "{address}:{port}"
jetstream {{ store_dir: "{folder}", domain: {property} }}
cluster {{ name: {property}, listen: "{address}:{route_port}", routes: [{routes}] }}
leafnodes {{
  reconnect: 2
  remotes: [{{
    urls: ["nats-leaf://{property}:{property}@{office}:{leaf_port}"], account: HEAD
    deny_exports: ["floor.>", "office.>"], deny_imports: ["floor.>", "office.>"]
  }}]
}}
accounts {{
  FLOOR {{ jetstream: enabled, users: [{{ user: floor, password: floor }}] }}
  HEAD {{ jetstream: enabled, users: [{{ user: forwarder, password: forwarder }}] }}
  SYS {{ users: [{{ user: sys, password: sys }}] }}
}}
system_account: SYS
"""
"""Of one server of a property's cluster. The link to the head office belongs to the account HEAD,
whose streams are those of the forwarder alone.
"""
OFFICE_FILE: Final = """
server_name: office
listen: "{address}:{port}"
http: "{address}:{monitor_port}"
jetstream {{ store_dir: "{folder}", domain: office }}
leafnodes {{ listen: "{address}:{leaf_port}" }}
accounts {{
  OFFICE {{ jetstream: enabled, users: [{{ user: office, password: office }}, {users}] }}
  SYS {{ users: [{{ user: sys, password: sys }}] }}
}}
system_account: SYS
"""
OFFICE_USER: Final = (
    "{{ user: {property}, password: {property}, "
    'permissions: {{ publish: {{ deny: ["$JS.*.API.>", "$JS.API.>"] }} }} }}'
)
"""A property asks the head office, and the other properties, for nothing."""


def property_servers(name: str, folder: Path, host: Host, office: Host) -> list[Process]:
    """Return the servers of a property's cluster, not begun."""
    routes = ", ".join(
        f'"nats-route://{host.address}:{ROUTE_PORT + number}"' for number in range(SERVERS)
    )
    return [
        _server(
            f"{name}-{number}",
            folder,
            host,
            PROPERTY_FILE.format(
                property=name,
                number=number,
                address=host.address,
                port=CLIENT_PORT + number,
                route_port=ROUTE_PORT + number,
                routes=routes,
                office=office.address,
                leaf_port=LEAF_PORT,
                folder=folder / f"{name}-{number}",
            ),
        )
        for number in range(SERVERS)
    ]


def office_server(folder: Path, host: Host, properties: Sequence[str]) -> Process:
    """Return the head office's server, not begun."""
    text = OFFICE_FILE.format(
        address=host.address,
        port=CLIENT_PORT,
        monitor_port=MONITOR_PORT,
        leaf_port=LEAF_PORT,
        folder=folder / "office",
        users=", ".join(OFFICE_USER.format(property=name) for name in properties),
    )
    return _server("office", folder, host, text)


def _server(name: str, folder: Path, host: Host, text: str) -> Process:
    path = folder / f"{name}.conf"
    path.write_text(text)
    return Process(name, [str(server_file()), "-c", str(path)], folder / f"{name}.log", host)
