"""A linked progressive jackpot: its ledger, its keeper, and its audit."""
