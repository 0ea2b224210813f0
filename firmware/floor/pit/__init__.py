"""The pit: what a floor's tables have recorded, on one screen, and the forms of its people."""
