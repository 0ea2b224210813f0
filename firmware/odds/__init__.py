"""The exact odds of every bet: its return, how often each profit comes, and the player's
best play.
"""
