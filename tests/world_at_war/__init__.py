"""Tests of A World at War, by sections of its rules."""
