"""The files of the page and of the board, read once and served from memory."""

import re
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from firmware.pages.answers import POLICY, TYPES, type_of
from sim.web.server.documents import Document, whole
from sim.web.server.program import program

ENTRY: Final = re.compile(r'<script type="module" src="([\w-]+\.js)"></script>')
"""The module with which a document begins."""


class PageFiles:
    """Serves every file below `folders` by its path. A later change of a file is not noticed.

    A document's styles and first script are in it, and the module with which it begins has in it
    all that it imports, directly or not: a request for a file costs a browser more than the file.
    """

    def __init__(self, *folders: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for folder in folders
            for path in folder.rglob("*")
            if path.suffix in TYPES
        }
        self._headers: dict[str, dict[str, str]] = {}
        modules = {
            name: body.decode() for name, body in self._files.items() if name.endswith(".js")
        }
        for name in [name for name in self._files if name.endswith(".html")]:
            document = whole(self._files[name].decode(), self._files)
            self._files[name] = document.text.encode()
            self._headers[name] = {"Content-Security-Policy": _policy(document)}
            if entry := ENTRY.search(document.text):
                self._files[entry[1]] = program(entry[1], modules).encode()

    def served(self, name: str) -> Response:
        """Return the answer to a request for a file; 404 if there is none of this name."""
        body = self._files.get(name)
        if body is None:
            return PlainTextResponse("404: no such file\n", 404)
        return Response(body, headers=self._headers.get(name), media_type=type_of(Path(name)))

    async def serve(self, request: Request) -> Response:
        """Answer a request for the file at the end of its address."""
        return self.served(request.path_params["name"] or "index.html")


def _policy(document: Document) -> str:
    return f"{POLICY}; style-src {document.styles}; script-src {document.scripts}"
