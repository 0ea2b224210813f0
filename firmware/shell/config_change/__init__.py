"""The configuration's file, the one before it, and a candidate for the next."""
