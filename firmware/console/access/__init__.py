"""Who may use the console: accounts, passphrases, login, back-off."""
