"""Reading and checking files, and errors that name file, row and column."""
