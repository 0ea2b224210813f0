"""Every sentence, in the languages of `languages.py`."""
