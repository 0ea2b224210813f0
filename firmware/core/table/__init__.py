"""The table: felt, bets, shoe, and the rows that act on them in a round."""
