"""What builds the documentation and a release."""
