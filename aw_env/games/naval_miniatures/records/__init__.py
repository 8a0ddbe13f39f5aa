"""What is: the records of a battle and of what is printed, and their vocabulary."""
