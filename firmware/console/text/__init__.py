"""Text for a terminal: clean, measured, drawn."""
