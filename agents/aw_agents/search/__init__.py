"""The player that searches: it plays on from a decision many times and departs from the officer where that pays."""
