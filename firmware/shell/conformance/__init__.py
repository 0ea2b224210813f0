"""Recorded traffic of real units, held against their drivers."""
