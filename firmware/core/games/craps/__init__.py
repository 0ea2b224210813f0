"""Craps (95.6 to 95.17): bets, rolls, returns."""
