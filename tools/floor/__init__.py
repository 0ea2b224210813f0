"""`make floor`, and the server of the engine that it needs."""
