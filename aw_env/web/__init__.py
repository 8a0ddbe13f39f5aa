"""The table on the web: a server that holds games, and the pages that show them."""
