"""What is printed: from the files of `configs/` to the book and the first position."""
