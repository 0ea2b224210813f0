"""What a game is: its bets, its course, its settling."""
