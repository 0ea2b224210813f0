"""The pit: a floor's tables on one screen, and the forms of its people."""
