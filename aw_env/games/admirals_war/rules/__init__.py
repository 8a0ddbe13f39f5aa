"""What may be done: one file a chapter of the rulebook; `sequence` says what comes next."""
