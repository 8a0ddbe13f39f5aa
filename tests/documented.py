"""Commands that README and docs show: where they stand, and how each is run with small counts in a copy of the checkout."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import tomli_w

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SECONDS = 400
"""How long a command may take, and a server until it answers: either may have to compile the rules."""

# --- what the pages show -----------------------------------------------------------------------------------------

PROGRAMS = ("aw-env", "python", "ruff", "lint-imports", "mypy", "tensorboard")
"""Programs that are run here."""
ELSEWHERE = ("pip", "pytest", "pre-commit", "ray", "python3.11", "git", "docker", "caddy", ".ci/run")
"""Programs whose commands are to be excused one by one."""
COMMAND = re.compile(
    rf"(?:[A-Z_]+=\S+ )*(?:\.venv[\w-]*/bin/)?(?:{'|'.join(map(re.escape, (*PROGRAMS, *ELSEWHERE)))})(?: .*)?"
)
SHOWN = re.compile(
    r"^```(?P<language>\w*)\n(?P<block>.*?)^```$|^ {4}(?P<indented>(?:[^\n]*\\\n)*[^\n]*)$|`(?P<span>(?:[^`\n]|\n(?!\n))+)`",
    re.MULTILINE | re.DOTALL,
)


def commands_in(text):
    """The commands of a page from top to bottom, each of a chain by itself: the lines of a block of `sh`, and indented
    lines and spans of code that name a program."""
    for shown in SHOWN.finditer(text):
        if shown["span"]:
            lines = [" ".join(shown["span"].split())]
        elif shown["indented"] or shown["language"] == "sh":
            lines = (shown["indented"] or shown["block"]).replace("\\\n", " ").splitlines()
        else:
            continue
        for line in lines:
            for command in re.sub(r"(^|\s+)#.*", "", line).strip().split(" && "):
                if COMMAND.fullmatch(command) or (command and shown["block"]):
                    yield command


# --- how they are run --------------------------------------------------------------------------------------------

EXCUSED = {
    r"\S*pip install .*|python3\.11 -m venv \S+|\S*pre-commit install": "it installs",
    r"\.venv-rllib/.*": "it needs an environment of its own",
    r"\S*pytest( -m slow)?": "these are the tests themselves",
    r"ray start .*": "it begins a cluster of several machines",
    r"aw-env ladder|aw-env replay": "it names a command that needs more, and shows none",
    r"aw-env (play --load|replay) FILE": "FILE is a game of the reader's",
    r"python examples/NAME\.py": "NAME is any of the examples, which have tests of their own",
}
"""Commands that no test can run, and why."""
NEEDED = {
    r".* --on \S+|python -m benchmarks\.cluster_speed .*": find_spec("ray"),
    r"python -m benchmarks\.in_turn .*--peer chess.*": find_spec("pyspiel"),
    r"python -m tests\.web_clicks .*": shutil.which("chromium"),
    r"tensorboard .*": shutil.which("tensorboard"),
}
"""Commands that are run only where something is there."""
CHANGES = [
    (r"(training\.values \w+) --games \d+", r"\1"),
    (r"--campaigns 100000", "--campaigns 100004"),
    (r"--(clicks|kills|rounds|runs|sample|updates|wars) \d+", r"--\1 1"),
    (r"--games \d+", "--games 2"),
    (r"--inputs \d+", "--inputs 20"),
    (r"--messages \d+", "--messages 200"),
    (r"--delay \S+", "--delay 0"),
    (r"--on \S+", "--on local"),
    (r"(tests\.long_checks .*) \d+", r"\1 1"),
    (r"tests\.terse_orders .*", "tests.terse_orders 0"),
    (r"--module NAME", "--module battle"),
]
"""What is written smaller, or in place of a name that the reader chooses."""
ADDED = {
    r"aw-env arena (?!.*--games).*": "--games 2",
    r"aw-env bench.*": "--seconds 0.05 --repeats 1 --no-peers",
    r"aw-env (serve|watch --web).*": "--port PORT",
    r"python -m aw_agents\.training\.values .*": "--games 20",
    r"python -m benchmarks\.(campaign_statistics|option_balance|war_at_sea_balance|officer_choices.*)": "--games 2",
    r"python -m benchmarks\.candidates.*": "--steps 20 --games 2",
    r"python -m benchmarks\.in_turn (?!.*--runs).*": "--runs 1",
    r"python -m benchmarks\.searched_war (?!.*--show).*": "--wars 1",
    r"python -m tests\.mutation --game war_at_sea.*": "--tests tests/war_at_sea/test_movement.py",
    r"python -m tests\.mutation --module NAME": "--sample 1 --tests tests/rules/test_s07_combat.py",
    r"python -m tests\.recorded_games": "--first 1",
}
"""What is added to commands that say nothing of how much they do."""
TYPED = {r"aw-env play .*": "quit\nyes\n"}
SERVERS = r"aw-env (serve|watch --web).*"


def excused(command):
    """Why a command is not run, or None."""
    return next((reason for pattern, reason in EXCUSED.items() if re.fullmatch(pattern, command)), None)


def small(command):
    """The command with small counts."""
    added = [more for pattern, more in ADDED.items() if re.fullmatch(pattern, command)]
    for pattern, smaller in CHANGES:
        command = re.sub(pattern, smaller, command)
    return " ".join([command, *added])


# --- the copy ----------------------------------------------------------------------------------------------------

TINY = {
    "learning": {"steps": 256, "envs": 8, "rollout": 16, "minibatch": 64},
    "imitation": {"decisions": 256, "minibatch": 64, "value_rollouts": 1},
    "dagger": {"decisions": 256, "envs": 8, "rollout": 16, "minibatch": 64},
    "expert": {"decisions": 128, "envs": 8, "rollout": 8, "minibatch": 64, "memory": 1, "rollouts": 2, "candidates": 2},
    "tuning": {"generations": 1, "candidates": 4, "games": 2, "snapshot_every": 1},
    "pool": {"snapshot_every": 128},
    "checkpoints": {"every": 128},
    "evaluation": {"every": 256, "games": 2, "final_games": 2},
}
"""What the tables of an experiment say in the copy."""
SHIPPED = Path("agents", "aw_agents", "learned", "shipped")


def files():
    """The files of the checkout, relative to it: those that git tracks, or all but the hidden ones where there is no git."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
        return [Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]
    found = (file.relative_to(ROOT) for file in ROOT.rglob("*") if file.is_file())
    return [file for file in found if not any(part.startswith(".") or part == "__pycache__" for part in file.parts)]


class Copy:
    """A copy of the checkout, in which commands are run."""

    def __init__(self, folder):
        self.folder = folder / "checkout"
        for file in files():
            (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, self.folder / file)
        for experiment in self.folder.glob("configs/training/*.toml"):
            told = tomllib.loads(experiment.read_text("utf-8"))
            told |= {table: told[table] | tiny for table, tiny in TINY.items() if table in told}
            experiment.write_text(tomli_w.dumps(told), "utf-8")
        programs = self.folder / ".venv" / "bin"
        programs.mkdir(parents=True)
        for name, started in {"python": "", "aw-env": "-m aw_env.cli"}.items():
            (programs / name).write_text(f'#!/bin/sh\nexec {sys.executable} {started} "$@"\n')
            (programs / name).chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": os.pathsep.join((str(programs), str(Path(sys.executable).parent), os.environ["PATH"])),
            "PYTHONPATH": os.pathsep.join((str(self.folder), str(self.folder / "agents"))),
            "PYTHONUNBUFFERED": "1",
            "AW_ENV_GAMES": str(folder / "games"),
        }

    def run(self, command):
        """Run a command; what it says where it does not end as it should, or None."""
        self.prepare(command)
        typed = next((typed for pattern, typed in TYPED.items() if re.fullmatch(pattern, command)), "")
        started = {"cwd": self.folder, "env": self.environment, "text": True, "errors": "replace"}
        with open(self.folder.parent / "said", "w+") as said:
            done = subprocess.run(["bash", "-c", command], input=typed, stdout=said, stderr=said, timeout=SECONDS, **started)
            said.seek(0)
            return None if done.returncode == 0 else f"{done.returncode} {said.read()[-3000:]}"

    def prepare(self, command):
        """Put a shipped agent in the place of each finished run that the command takes and that is not there."""
        config = re.search(r"--config (\S+)", command)
        text = re.sub(r"--folder \S+", "", command) + ((self.folder / config[1]).read_text() if config else "")
        for run in set(re.findall(r"runs/(\w+)", text)):
            agent = self.folder / "runs" / run / "agent.npz"
            if not agent.exists():
                scenario = max((file.stem for file in (ROOT / SHIPPED).glob("*.npz") if run.startswith(file.stem)))
                agent.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(self.folder / SHIPPED / f"{scenario}.npz", agent)
