"""What a seat sees of a battle, as rows of numbers."""
