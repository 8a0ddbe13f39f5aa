"""The command line: `aw-env play | watch | replay | arena | bench | rules | check`."""


def main() -> None:
    """The entry point of `aw-env`."""
    from aw_env.cli.app import main as run

    run()
