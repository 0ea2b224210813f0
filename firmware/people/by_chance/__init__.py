"""A croupier and players who play as chance has it, with what goes wrong now and then."""
