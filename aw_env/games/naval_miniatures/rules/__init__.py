"""The rules, a module for each phase of the turn and for what the phases share."""
