"""Debian's nginx with the configuration of the guide, and a house's sign-on beside it."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from firmware.floor.certificates import CertificateAuthority
from firmware.shell.config.settings import Certificates
from tests.kits.floor_processes import Process
from tests.kits.paths import ROOT

NAME = "pit.casino.example"
MAIN = """daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/croupier-pit.conf;
}}
"""
"""All in one process: a worker would outlive a master that is killed."""


def guide_configuration() -> str:
    """Return the configuration as docs/en/floor.md has it."""
    guide = (ROOT / "docs" / "en" / "floor.md").read_text(encoding="utf-8")
    (configuration,) = re.findall(r"```nginx\n(.*?)```", guide, re.DOTALL)
    return configuration


def nginx(
    folder: Path, port: int, pit_port: int, sign_on_port: int
) -> tuple[Process, Certificates]:
    """Return an nginx of the guide's configuration at other ports, files and no other change."""
    until = datetime.now(UTC) + timedelta(days=1)
    proof = CertificateAuthority(folder / "tls").issue_certificate(NAME, [NAME], until)
    text = guide_configuration()
    for said, here in {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/nginx/pit.pem": str(proof.certificate),
        "/etc/nginx/pit.key": str(proof.key),
        "127.0.0.1:8070": f"127.0.0.1:{pit_port}",
        "127.0.0.1:9091": f"127.0.0.1:{sign_on_port}",
    }.items():
        assert said in text, said
        text = text.replace(said, here)
    (folder / "croupier-pit.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder), encoding="utf-8")
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    return Process("nginx", command, folder / "nginx.out"), proof


class _SignOn(BaseHTTPRequestHandler):
    """Knows who is there by a cookie, `house=NAME:GROUPS`."""

    def do_GET(self) -> None:
        found = re.search(r"house=([^:;]*):([^;]*)", self.headers.get("Cookie", ""))
        self.send_response(200 if found else 401)
        if found:
            self.send_header("Remote-User", found[1])
            self.send_header("Remote-Groups", found[2])
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@contextmanager
def sign_on(port: int) -> Iterator[None]:
    """Serve the house's sign-on."""
    server = ThreadingHTTPServer(("127.0.0.1", port), _SignOn)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
