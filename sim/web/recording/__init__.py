"""A recording of the game in the browser as a script, and the origin of each event."""
