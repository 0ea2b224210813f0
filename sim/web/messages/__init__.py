"""The messages between page and server."""
