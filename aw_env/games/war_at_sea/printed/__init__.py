"""What is printed: from `configs/war_at_sea` to the book."""
