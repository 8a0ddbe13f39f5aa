"""What is: words as numbers, and the two records."""
