"""The files of the page and of the board, read once and served from memory."""

import re
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from firmware.pages.http_headers import CONTENT_SECURITY_POLICY, MEDIA_TYPES, media_type_of
from sim.web.server.documents import InlinedDocument, inline_document
from sim.web.server.module_bundle import bundle_modules

ENTRY_MODULE: Final = re.compile(r'<script type="module" src="([\w-]+\.js)"></script>')
"""The module with which a document begins."""


class PageFiles:
    """Serves every file below `folders` by its path. A later change of a file is not noticed.

    A document's styles and first script are in it, and the module with which it begins has in it
    all that it imports, directly or not: a request for a file costs a browser more than the file.
    """

    def __init__(self, *folders: Path) -> None:
        self._content_by_name = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for folder in folders
            for path in folder.rglob("*")
            if path.suffix in MEDIA_TYPES
        }
        self._headers: dict[str, dict[str, str]] = {}
        modules = {
            name: content.decode()
            for name, content in self._content_by_name.items()
            if name.endswith(".js")
        }
        for name in [name for name in self._content_by_name if name.endswith(".html")]:
            document = inline_document(self._content_by_name[name].decode(), self._content_by_name)
            self._content_by_name[name] = document.text.encode()
            self._headers[name] = {"Content-Security-Policy": _content_policy(document)}
            if entry := ENTRY_MODULE.search(document.text):
                self._content_by_name[entry[1]] = bundle_modules(entry[1], modules).encode()

    def file_response(self, name: str) -> Response:
        """Return the answer to a request for a file; 404 if the name is unknown."""
        content = self._content_by_name.get(name)
        if content is None:
            return PlainTextResponse("404: no such file\n", 404)
        return Response(
            content, headers=self._headers.get(name), media_type=media_type_of(Path(name))
        )

    async def serve(self, request: Request) -> Response:
        """Answer a request for the file at the end of its address."""
        return self.file_response(request.path_params["name"] or "index.html")


def _content_policy(document: InlinedDocument) -> str:
    return f"{CONTENT_SECURITY_POLICY}; style-src {document.styles}; script-src {document.scripts}"
