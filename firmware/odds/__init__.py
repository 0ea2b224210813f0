"""The exact odds of every bet: what comes back, how often, and what the player's best play is."""
