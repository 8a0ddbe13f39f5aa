"""A World at War, the naval rules (20 and 21): raiders in the Atlantic."""
