"""What comes of an attack."""

REFUSED, ACCEPTED = "refused", "accepted"


class Changed(AssertionError):
    """A refused input has changed something."""
