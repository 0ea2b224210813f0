"""A poker table's journal and status, and its inbox for a tournament's levels."""
