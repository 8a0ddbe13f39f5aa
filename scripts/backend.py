"""Builds wheels with compiled rules in them: what `pyproject.toml` names as its build backend.

`pip wheel .` makes the wheel of this system and this Python.  `-C levels=x86-64-v3` says for which processors
(`core.engine.shipped.LEVELS`; all of this machine by default), `-C games=war_at_sea` for which games, and `-C
levels=none` makes the pure wheel, which compiles its rules where it is installed.  Everything else, `pip install -e .`
among it, is Hatchling's own.
"""

import os
import platform
import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from hatchling import build
from hatchling.build import *  # noqa: F403

ROOT = Path(__file__).resolve().parent.parent
LEVELS = {"x86_64": "x86-64-v3 x86-64-v2", "aarch64": "armv8-a"}
"""By machine, what code is made for."""
MACHINES = {level: machine for machine, levels in LEVELS.items() for level in levels.split()}
PURE = "none"


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """Hatchling's, and with compiled rules all that rules are compiled with."""
    required = build.get_requires_for_build_wheel(config_settings)
    if not levels(config_settings):
        return required
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [*required, "wheel>=0.45", *project["dependencies"]]


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    """What the wheel says of itself.  Hatchling leaves this to pip, which would build the wheel twice."""
    with tempfile.TemporaryDirectory() as work, zipfile.ZipFile(Path(work, build.build_wheel(work))) as pure:
        about = [name for name in pure.namelist() if ".dist-info/" in name]
        pure.extractall(metadata_directory, about)
    return about[0].partition("/")[0]


def build_wheel(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """Hatchling's wheel; with what scripts/compiled.py makes of the rules in it."""
    wanted, games = levels(config_settings), (config_settings or {}).get("games", "").split()
    if not wanted:
        return build.build_wheel(wheel_directory, config_settings, metadata_directory)
    (machine,) = {MACHINES[level] for level in wanted}
    with tempfile.TemporaryDirectory() as work:
        pure = Path(work, build.build_wheel(work))
        wheel("unpack", pure, "-d", work)
        unpacked = Path(work, "-".join(pure.name.split("-")[:2]))
        compile_rules(unpacked, wanted, games)
        (about,) = unpacked.glob("*.dist-info/WHEEL")
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        tag = f"{python}-{python}{sys.abiflags}-manylinux_2_17_{machine}"
        text = re.sub("^Root-Is-Purelib: .*$", "Root-Is-Purelib: false", about.read_text(), flags=re.MULTILINE)
        about.write_text(re.sub("^Tag: .*$", f"Tag: {tag}", text, flags=re.MULTILINE))
        wheel("pack", unpacked, "-d", wheel_directory)
        return f"{unpacked.name}-{tag}.whl"


def levels(config_settings: dict[str, Any] | None) -> list[str]:
    """For what the rules are compiled: nothing on systems where that has not been tried."""
    usual = LEVELS.get(platform.machine(), PURE) if sys.platform == "linux" else PURE
    wanted = (config_settings or {}).get("levels", usual).split()
    if wanted == [PURE]:
        return []
    if len({MACHINES.get(level, level) for level in wanted}) != 1 or not {*wanted} <= {*MACHINES}:
        raise ValueError(f"levels={' '.join(wanted)}: choose from those of one machine: {LEVELS}; or {PURE}")
    return wanted


def wheel(*arguments: str | Path) -> None:
    """What the packages of wheels are taken apart and put together with."""
    subprocess.run([sys.executable, "-m", "wheel", *map(str, arguments)], check=True)


def compile_rules(unpacked: Path, wanted: list[str], games: list[str]) -> None:
    """Put compiled rules into an unpacked wheel.  Its packages are found first, and its metadata names the games."""
    path = os.pathsep.join(filter(None, (str(unpacked), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, f"{ROOT / 'scripts' / 'compiled.py'}", f"{unpacked / 'aw_env' / 'compiled'}"]
    choice = ["--levels", *wanted, *(["--games", *games] if games else [])]
    subprocess.run([*command, *choice], check=True, cwd=unpacked, env={**os.environ, "PYTHONPATH": path})
