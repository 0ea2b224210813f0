"""The table drawn for a terminal."""
