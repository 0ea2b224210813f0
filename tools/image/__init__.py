"""The recipe of a card's image, and its manifest."""
