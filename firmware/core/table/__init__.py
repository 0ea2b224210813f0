"""The table: felt, bets, shoe, and what happens to them in a round."""
