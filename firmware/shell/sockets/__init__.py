"""Unix sockets: one JSON object a line each way."""
