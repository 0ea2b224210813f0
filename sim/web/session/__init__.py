"""One table in the browser: seated, watched, shown to every page."""
