"""How each page is served to browsers: the table's, the board's, the pit's, a hall's, a bank's."""
