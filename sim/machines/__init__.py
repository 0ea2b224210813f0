"""Shoes, readers, shufflers, wheels and printers as streams of bytes."""
