"""The optional rules that need code of their own (§20-38), a file each; what is no more than numbers is in the book."""
