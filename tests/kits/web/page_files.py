"""The files of the page, for a browser that asks no server for them."""

from functools import partial
from importlib.resources import files
from mimetypes import guess_type

from playwright.sync_api import Page, Route

HOST = "http://page.invalid/"
EMPTY = "<!doctype html><title>nothing</title>"


def give_files(page: Page, document: str | None = None) -> None:
    """Have the page's files found at HOST; `document` stands for its own where one is given."""
    page.route(f"{HOST}**", partial(_give, document))


def _give(document: str | None, route: Route) -> None:
    name = route.request.url.removeprefix(HOST) or "index.html"
    if name == "index.html" and document is not None:
        route.fulfill(content_type="text/html", body=document)
        return
    body = (files("firmware") / "web" / "page" / name).read_bytes()
    route.fulfill(content_type=guess_type(name)[0], body=body)
