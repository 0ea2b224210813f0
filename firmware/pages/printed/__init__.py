"""Documents for a printer: each one HTML file that needs no other."""
