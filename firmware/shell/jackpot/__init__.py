"""A linked jackpot at its table: signed messages, and the lease."""
