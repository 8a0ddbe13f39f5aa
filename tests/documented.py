"""Commands that README, CONTRIBUTING and docs show: where they stand, and how each is run with small counts in a copy
of the checkout."""

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
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

# --- what the pages show -----------------------------------------------------------------------------------------

PROGRAMS = ("aw-env", "python", "ruff", "lint-imports", "mypy", "tensorboard")
"""Programs that are run here."""
ELSEWHERE = ("make", "pip", "pytest", "pre-commit", "ray", "python3.11", "vf-eval")
"""Programs whose commands are to be excused one by one."""
PROGRAM = re.compile(
    r"(?:(?:NUMBA_DISABLE_JIT|OPENAI_BASE_URL)=\S+ )?(?:\.venv[\w-]*/bin/)?"
    rf"({'|'.join(map(re.escape, (*PROGRAMS, *ELSEWHERE)))})(?: .*)?"
)
SHOWN = re.compile(
    r"^```(?P<language>\w*)\n(?P<block>.*?)^```$"
    r"|^ {4}(?P<indented>(?:[^\n]*\\\n)*[^\n]*)$"
    r"|`(?P<span>(?:[^`\n]|\n(?!\n))+)`",
    re.MULTILINE | re.DOTALL,
)


def commands_in(text):
    """The commands of a page from top to bottom, each of a chain by itself: the lines of a block of `sh`, and indented
    lines and spans of code that name a program."""
    for shown in SHOWN.finditer(text):
        if shown["span"]:
            lines = [shown["span"].replace("\n", " ")]
        elif shown["indented"] or shown["language"] == "sh":
            lines = (shown["indented"] or shown["block"]).replace("\\\n", " ").splitlines()
        else:
            continue
        for line in lines:
            for command in " ".join(re.sub(r"(^|\s)#.*", "", line).split()).split(" && "):
                if command and (shown["block"] or PROGRAM.fullmatch(command)):
                    yield command


def program_of(command):
    """The program that a command starts; None for one that stands in neither list."""
    named = PROGRAM.fullmatch(command)
    return named and named[1]


# --- how they are run --------------------------------------------------------------------------------------------

EXCUSED = {
    r"pip (install|wheel) .*|python3\.11 -m venv \S+|pre-commit install": "it installs",
    r"\.venv-rllib/bin/.*": "it needs an environment of its own",
    r"pytest .*|make( \S+)?": "these are the tests themselves, and the rest of the gate",
    r"NUMBA_DISABLE_JIT=1 .*": "it waits in a debugger",
    r"(aw-env|python train\.py) .*duel.*": "its game is not installed; `test_a_new_game` runs its like",
    r"aw-env .* air_admiral.*": "its player is not installed; `test_packages` installs such a one",
    r"python train\.py --config configs/training/shipped/(raiders|campaign)\.toml": "it compiles rollouts of a game "
    "for minutes; `test_recipes` reads its file, and the other corrections are run",
    r"ray start .*": "it begins a cluster of several machines",
    r"aw-env|python": "it names a program, and no command of it",
    r"aw-env bench --cold": "it compiles all rules anew, most of a minute; without `--cold` it is run",
    r"python -m benchmarks\.cluster_speed .*": "a single round takes minutes",
    r"python -m benchmarks\.curves .*": "it draws trainings that have been run; `test_curves` draws such ones",
    r"python -m benchmarks\.glue .*": "it needs a second checkout; `test_glue` runs it",
    r"mypy": "it takes most of a minute, and is a stage of `.ci/run`",
    r"python -m tests\.terse_orders .*": "a single campaign takes most of a minute; `test_terse_orders` types two",
    r"aw-env (arena|ladder|record|replay|report)": "it names a command that needs more, and shows none",
    r"vf-eval .*": "it needs a language model; `test_verifiers` talks as one",
    r"OPENAI_BASE_URL=.*": "it needs a language model; `test_llm` asks a server that replays answers",
    r'aw-env referee "\./mybot" .*': "the programs are the reader's; `test_tournament` holds such a game",
    r"aw-env (play --load|replay) FILE": "FILE is a game of the reader's",
    r"aw-env bot NAME": "NAME is any player; it answers lines of a table, and has tests of its own",
    r"python examples/NAME\.py": "NAME is any of the examples, which have tests of their own",
}
"""Commands that no test runs, and why."""
NEEDED = {
    r".*exec:node .*": shutil.which("node"),
    r".* --on \S+": find_spec("ray"),
    r"aw-env record .*|python examples/offline_cloning\.py.*": find_spec("minari"),
    r"python -m benchmarks\.in_turn .*--peer chess.*": find_spec("pyspiel"),
    r"python -m tests\.web_clicks .*": shutil.which("chromium"),
}
"""Commands that are run only where something is there."""
ADDED = {
    r"aw-env (arena|bot-check|ladder (play|check)) .*": "--games 2",
    r"aw-env analyse .*": "--seconds 1",
    r"aw-env bench .*": "--seconds 0.05 --repeats 1 --no-peers",
    r"aw-env record .*": "--games 2",
    r"aw-env (serve|watch --web).*|tensorboard .*": "--port PORT",
    r"aw-env watch .*--delay .*": "--delay 0",
    r".* --on \S+": "--on local",
    r"python -m aw_agents\.standings.*": "--game admirals_war --scenarios engagement --games 2",
    r"python -m aw_agents\.training\.luck": "midway --decisions 2 --rollouts 8",
    r"python -m aw_agents\.training\.values .*": "--games 20",
    r"python -m benchmarks\.bots equal .*": "--games 2 --game war_at_sea --scenarios barents --bots python scripted",
    r"python -m benchmarks\.bots speed .*": "--games 1 --game war_at_sea --scenarios barents --bots python",
    r"python -m benchmarks\.messages .*": "--scenarios barents",
    r"python -m benchmarks\.candidates": "--steps 20 --games 2",
    r"python -m benchmarks\.in_turn.*": "--runs 1 --only raw_env",
    r"python -m benchmarks\.(campaign_statistics|officer_choices|other_tables|war_at_sea_balance).*": "--games 2",
    r"python -m benchmarks\.house_values": "--games 2 --scenarios raiders",
    r"python -m benchmarks\.keyed_dice": "--scenario midway --decisions 2 --rollouts 8",
    r"python -m benchmarks\.luck_worth": "--game war_at_sea --scenarios barents --games 8",
    r"python -m benchmarks\.miniatures_bids": "--games 2 --final-games 2",
    r"python -m benchmarks\.miniatures_drafts .*": "--games 2 --battles 2 --fleets 2",
    r"python -m benchmarks\.miniatures_worth": "--games 1000",
    r"python -m benchmarks\.option_balance": "--games 2 --rules argus tora_tora",
    r"python -m benchmarks\.searched_war \w.*": "--wars 1 --side allies",
    r"python -m benchmarks\.sensitivity --campaigns 100000": "--campaigns 100004",
    r"python -m benchmarks\.training_speed .*": "--rounds 1 --updates 1",
    r"python benchmarks/kill_training\.py .*": "--kills 1",
    r"python examples/cleanrl_self_play\.py": "--steps 512 --games 16 --rollout 16 --evaluation 20",
    r"python examples/offline_cloning\.py.*": "--epochs 1 --evaluation 20",
    r"python -m benchmarks\.turning_points": "--game war_at_sea --scenario barents --games 1",
    r"python -m tests\.fuzz .*": "--inputs 4",
    r"python -m tests\.mutation --game war_at_sea .*": "--sample 0 --tests tests/war_at_sea/test_s06_movement.py",
    r"python -m tests\.mutation --game naval_miniatures .*": "--sample 0 --tests tests/naval_miniatures/test_set_up.py",
    r"python -m tests\.mutation --game world_at_war .*": "--sample 0 --tests tests/world_at_war/test_s20_yards.py",
    r"python -m tests\.mutation --module NAME": "--sample 0 --tests tests/rules/test_s07_targets.py",
    r"python -m tests\.naval_miniatures\.uses .*": "--enough 0",
    r"python -m tests\.recorded_games": "--first 1",
    r"python -m benchmarks\.table_load .*": "--people 4 --think 1 --settle 5 --seconds 5",
    r"python -m tests\.web_clicks .*": "--clicks 1",
    r"python -m tests\.web_load kills .*": "--games 2 --kills 1",
    r"python -m tests\.web_load mutations .*": "--messages 200",
}
"""Options that make a command small, in place of what it says of them."""
WRITTEN = {
    r"(python -m tests\.naval_miniatures\.uses \S+) \d+": r"\1 1",
    r"(python -m tests\.long_checks .*) \d+": r"\1 1",
    r"(python -m tests\.world_at_war\.secret_pairs \S+ \S+) \d+": r"\1 1",
    r"(python -m tests\.mutation) --module NAME": r"\1 --module battle",
}
"""What is written otherwise."""
TYPED = "quit\nyes\n"
"""What is typed, for a command that asks: leave the game, and keep it."""
SECONDS = 600
"""How long a command may take, and a server until it answers: either may have to compile the rules."""
SECONDS_TO_END = 60
"""How long a server may take to end that has been interrupted."""


def found(table, command):
    """The entries of a table that speak of a command, wherever its program lies."""
    command = command.removeprefix(".venv/bin/")
    return [entry for pattern, entry in table.items() if re.fullmatch(pattern, command)]


def small(command):
    """The command with small counts."""
    for options in found(ADDED, command):
        for option in re.findall(r"--\S+", options):
            command = re.sub(rf""" {option} ("[^"]*"|\S+)""", "", command)
        command = f"{command} {options}"
    for pattern, written in WRITTEN.items():
        command = re.sub(pattern, written, command)
    return command


def can_run(command):
    """Whether a command is neither excused nor lacks what it needs here."""
    return not found(EXCUSED, command) and all(found(NEEDED, command))


# --- the copy ----------------------------------------------------------------------------------------------------

TINY = {
    "learning": {"steps": 256, "envs": 8, "rollout": 16, "minibatch": 64},
    "imitation": {"decisions": 256, "minibatch": 64, "value_rollouts": 1},
    "dagger": {"decisions": 256, "envs": 8, "rollout": 16, "minibatch": 64},
    "expert": {"decisions": 128, "envs": 8, "rollout": 8, "minibatch": 64, "memory": 1, "rollouts": 2, "candidates": 2},
    "corrections": {"labels": 16, "envs": 8, "rollout": 16, "share": 1.0, "rollouts": 2, "candidates": 2, "epochs": 1},
    "tuning": {"generations": 1, "candidates": 4, "games": 2, "snapshot_every": 1},
    "pool": {"snapshot_every": 128},
    "checkpoints": {"every": 128},
    "evaluation": {"every": 256, "games": 1, "final_games": 1},
}
"""What the tables of an experiment, or of a stage, say in the copy."""
SHIPPED = Path("agents", "aw_agents", "learned", "shipped")
DOCTRINES = Path("agents", "aw_agents", "admirals_war", "tuned.toml")


def files():
    """The files of the checkout, relative to it: those that git tracks, or without git all but hidden ones."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
        return [Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]
    there = (file.relative_to(ROOT) for file in ROOT.rglob("*") if file.is_file())
    return [file for file in there if not any(part.startswith(".") or part == "__pycache__" for part in file.parts)]


class Copy:
    """A copy of the checkout, in which commands are run; the compiled code is that of the user."""

    def __init__(self, folder):
        self.folder = folder / "checkout"
        for file in files():
            (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, self.folder / file)
        for recipe in self.folder.glob("configs/training/**/*.toml"):
            told = tomllib.loads(recipe.read_text("utf-8"))
            for values in (told, *told.get("stage", {}).values()):
                values |= {table: values[table] | tiny for table, tiny in TINY.items() if table in values}
            recipe.write_text(tomli_w.dumps(told), "utf-8")
        programs = self.folder / ".venv" / "bin"
        programs.mkdir(parents=True)
        for name, started in {"python": "", "aw-env": "-m aw_env.cli"}.items():
            (programs / name).write_text(f'#!/bin/sh\nexec {sys.executable} {started} "$@"\n')
            (programs / name).chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": os.pathsep.join((str(programs), str(Path(sys.executable).parent), os.environ["PATH"])),
            "PYTHONPATH": os.pathsep.join((str(self.folder), str(self.folder / "agents"))),
            "AW_ENV_GAMES": str(folder / "games"),
            "MINARI_DATASETS_PATH": str(folder / "datasets"),
        }

    def run(self, command):
        """Run a command, a server until it has answered; what it says where it does not end well, or None."""
        self.prepare(command)
        port = free_port()
        with open(self.folder.parent / "said", "w+", errors="replace") as said:
            process = subprocess.Popen(
                ["bash", "-c", command.replace("PORT", str(port))],
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=said,
                stderr=said,
                text=True,
                start_new_session=True,
                preexec_fn=hear_interrupts,
            )
            seconds = SECONDS
            try:
                if "PORT" in command:
                    wait_for_an_answer(process, port)
                    process.send_signal(signal.SIGINT)
                    seconds = SECONDS_TO_END
                process.communicate(TYPED, seconds)
                if process.returncode == 0:
                    return None
                fault = f"ended with {process.returncode}"
            except TimeoutError as error:
                fault = error
            except subprocess.TimeoutExpired:
                fault = f"took more than {seconds} s"
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            said.seek(0)
            return f"{fault}: {said.read()[-3000:]}"

    def prepare(self, command):
        """Put a shipped agent in the place of each finished run or stage that a command takes and that is not there,
        and the shipped doctrines beside it, which a tuning leaves."""
        text, recipe = re.sub(r"--folder \S+", "", command), ""
        if config := re.search(r"--config (\S+)", command):
            told = (self.folder / config[1]).read_text("utf-8")
            recipe = f"{tomllib.loads(told)['name']}_"
            text += told.replace("stage:", f"runs/{recipe}")
        for run in set(re.findall(r"runs/(\w+)", text)):
            agent = self.folder / "runs" / run / "agent.npz"
            if not agent.exists():
                shipped = [file.stem for file in (ROOT / SHIPPED).glob("*.npz")]
                scenario = max(name for name in shipped if run.startswith((name, recipe + name)))
                agent.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(self.folder / SHIPPED / f"{scenario}.npz", agent)
                shutil.copy(self.folder / DOCTRINES, agent.with_name("doctrine.toml"))


def hear_interrupts():
    """As in a terminal: what a shell starts in the background ignores them, and hands that on to all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def free_port():
    """A port on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait_for_an_answer(server, port):
    """Wait until a server answers a request.  Raises TimeoutError when it does not, or has ended."""
    until = time.monotonic() + SECONDS
    while server.poll() is None and time.monotonic() < until:
        with suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60).close()
            return
        time.sleep(0.1)
    raise TimeoutError("did not answer")
