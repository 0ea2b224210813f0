"""The pictures that the page draws: felts, layouts, state diagrams."""
