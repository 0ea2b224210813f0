"""Keys, sensors and switches: contacts, touch, and the chips that read them."""
