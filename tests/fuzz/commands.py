"""The command line with odd options and files: one clear line and exit status 1 or 2, never a traceback."""

from random import Random

from typer.testing import CliRunner

from aw_env.cli.app import app
from tests.fuzz import archives, headers, recordings, saves
from tests.fuzz.configs import folder
from tests.fuzz.outcome import ACCEPTED, REFUSED
from tests.fuzz.values import altered, json_text

ODD_WORDS = ["", "-1", "0", "1e9", "nan", "inf", "99999999999999999999", "x", "1.5", "/", "/dev/null/x", "../..", "é"]
OPTIONS = ["--seed", "--scenario", "--players", "--victory", "--delay", "--record", "--allies", "--until", "--game"]


def odd_file(draws):
    """A file that is not what it should be."""
    file = folder() / f"command_{draws.randrange(10**9)}"
    how = draws.randrange(4)
    if how == 0:
        file.write_bytes(saves.crafted(draws, draws.choice(saves.positions("midway", 2)[0]), _dtype()))
    elif how == 1:
        save, _ = headers.environments()[1]
        header, record = saves.saves.unpack(save)
        file.write_bytes(headers.sealed(json_text(altered(header.model_dump(), draws), draws).encode(), record))
    elif how == 2:
        text = json_text(altered(draws.choice(recordings.recorded()), draws), draws)
        file.write_text(text, "utf-8", "surrogatepass")
    else:
        file.write_bytes(archives.spoiled_archive(draws))
    return file


def _dtype():
    return saves.positions("midway", 2)[1]._games.dtype


def attack(number):
    """Run a command."""
    draws = Random(f"command {number}")
    file = odd_file(draws)
    words = {
        0: ["replay", str(file)],
        1: ["play", "--load", str(file), "--opponent", "random"],
        2: ["watch", "--scenario", "engagement", "--allies", "random", "--axis", "random"],
        3: ["watch", "--scenario", "engagement", "--allies", str(file), "--axis", "random"],
    }[draws.randrange(4)]
    for _ in range(draws.randint(0, 2)):
        option = draws.choice(OPTIONS)
        if option != "--delay" or draws.random() < 0.5:
            words += [option, draws.choice(ODD_WORDS)]
    result = CliRunner().invoke(app, words, input="quit\n")
    file.unlink()
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in (0, 1, 2), result.exit_code
    return ACCEPTED if result.exit_code == 0 else REFUSED
