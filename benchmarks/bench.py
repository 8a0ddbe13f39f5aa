"""How fast it is on this machine, beside other environments: `python -m benchmarks.bench --help`."""

import sys

from aw_env.cli.bench import main

if __name__ == "__main__":
    main(sys.argv[1:])
