"""A round played in the browser as a script, and what caused each event."""
