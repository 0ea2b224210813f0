"""The server of the page: who may speak to it, and in which connections."""
