"""Keno (75 to 86): draws, tickets, prizes."""
