"""The hands of a person at the page: chips, keys, cards, throws, mishaps, scripts."""
