"""The line that a console is used over."""
