"""Games: bets, course, settlement."""
