"""What is: the records of a game and of what is printed, and their vocabulary."""
