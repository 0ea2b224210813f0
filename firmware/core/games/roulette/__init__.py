"""Roulette (68 to 74) and its layouts."""
