"""Tones and spoken announcements."""
