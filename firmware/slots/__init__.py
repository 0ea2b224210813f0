"""`croupier slots`: the host of a bank of slot machines (87 to 95), on one SAS wire."""
