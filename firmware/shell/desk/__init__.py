"""The desk of Keno: tickets sold and claimed."""
