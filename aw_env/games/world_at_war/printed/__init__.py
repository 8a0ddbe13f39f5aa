"""What is printed: from `configs/world_at_war` to the book."""
