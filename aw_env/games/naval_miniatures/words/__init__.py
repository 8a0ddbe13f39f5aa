"""Decisions and events in words, and words back into actions."""
