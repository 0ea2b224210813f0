"""Serving of all pages to browsers: the table's, the board's, the pit's, a tournament's, a
bank's.
"""
