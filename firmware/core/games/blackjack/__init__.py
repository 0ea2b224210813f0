"""Blackjack (13 to 26.1) and its variants."""
