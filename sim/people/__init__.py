"""The people at a simulated table: dealer, players, supervisor, clerk, and their hands."""
