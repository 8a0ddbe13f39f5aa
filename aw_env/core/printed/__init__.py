"""What is printed: from files to the book, the first position and the names of a game, as its declarations say."""
