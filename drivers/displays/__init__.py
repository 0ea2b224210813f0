"""Text and figures: chips, glyphs, layout."""
