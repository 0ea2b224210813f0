"""French and English."""
