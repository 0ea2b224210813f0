"""Round scripts through the whole controller, on virtual time."""
