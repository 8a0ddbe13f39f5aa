"""How fast the environments are on this machine, compared with others: `python -m benchmarks.bench --help`."""

import sys

from aw_env.cli.bench import main

if __name__ == "__main__":
    main(sys.argv[1:])
