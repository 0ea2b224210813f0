"""Payout drills: questions made from rounds that the program's own games settle in memory."""
