"""`python -m aw_env.cli`."""

from aw_env.cli import main

main()
