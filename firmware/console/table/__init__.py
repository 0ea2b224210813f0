"""The running table, as the console reaches it."""
