"""A tournament: entries of a file meet until their order is certain, and failures cost games and nothing else."""
