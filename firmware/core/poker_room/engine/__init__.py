"""The poker engine (67.88 to 67.110): one table at which players play against each other."""
