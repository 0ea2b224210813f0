"""A croupier and players who play at random, with occasional mistakes."""
