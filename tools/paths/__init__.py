"""The paths of a card, a chip, a key … through the program, each drawn from a scenario's calls."""
