"""Compiled code is found again where it may be, never where it is old or damaged, and its loss stops nothing."""

import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import numba
import pytest
from numba.core.registry import cpu_target

from aw_env.core.engine import code_cache, first_start
from aw_env.core.engine.code_cache import cache_folder
from aw_env.core.engine.compiling import INTERPRETED, compiled, rule

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@rule
def tripled(number):
    return number * 3


def entry(number):
    return tripled(number) + 1


def fresh():
    """The entry point as a new process has it: not compiled, not loaded."""
    return compiled(entry)


def loaded(function):
    """How often compiled code came from the cache."""
    return sum(function.stats.cache_hits.values())


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """An empty cache, in a process that has said nothing yet."""
    monkeypatch.setenv("AW_ENV_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(first_start, "_said", set())
    return tmp_path / "cache"


def the_file():
    (file,) = cache_folder().glob("*.code")
    return file


# --- found again ---------------------------------------------------------------------------------------


def test_code_is_kept_and_found_again():
    assert fresh()(2) == 7
    again = fresh()
    assert again(2) == 7 and loaded(again) == 1
    assert again(2.5) == 8.5 and loaded(again) == 1


LITTLE = {
    "__init__.py": "",
    "printed.py": "FIGHTERS = 2\n",
    "terms.py": "from . import printed\nFACTOR = printed.FIGHTERS\n",
    "units.py": (
        "import little.terms as terms\nfrom aw_env.core.engine.compiling import rule\n"
        "@rule\ndef strength(number):\n    return number * terms.FACTOR\n"
    ),
    "war.py": (
        "from aw_env.core.engine.compiling import compiled\n"
        "from little.units import (  # one (of many)\n    strength,\n)\n"
        "@compiled\ndef entry(number):\n    return strength(number) + 1\n"
    ),
    "other_war.py": (
        "from aw_env.core.engine.compiling import compiled\nfrom little.terms import FACTOR\n"
        "@compiled\ndef entry(number):\n    return number - FACTOR\n"
    ),
}


def little(folder):
    """A package of a small game and another, in a new folder."""
    for name, text in LITTLE.items():
        file = folder / "little" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def started(folder, program, **settings):
    """A process that runs a program with the packages of a folder before ours."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (folder, ROOT, ROOT / "agents"))), **settings}
    command = [sys.executable, "-c", program]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, env=environment, cwd=folder, **pipes)


def told(folder, program, **settings):
    """The words that it prints, and what it says beside."""
    process = started(folder, program, **settings)
    out, beside = process.communicate()
    assert process.returncode == 0, beside
    return out.split(), beside


def answer(folder, module="war"):
    """What the entry point of a module gives for 10, and how often it came from the cache."""
    program = f"from little.{module} import entry; print(entry(10), sum(entry.stats.cache_hits.values()))"
    (value, hits), _ = told(folder, program)
    return int(value), int(hits)


def test_an_edit_of_anything_that_the_code_is_made_of_is_noticed_and_no_other(tmp_path):
    folder = little(tmp_path / "here")
    assert answer(folder) == (21, 0) and answer(folder) == (21, 1)
    for name, was, now, gives in (
        ("printed.py", "2", "3", 31),
        ("units.py", "terms.FACTOR", "(terms.FACTOR + 1)", 41),
        ("war.py", "+ 1", "+ 2", 42),
    ):
        file = folder / "little" / name
        file.write_text(file.read_text().replace(was, now))
        assert answer(folder) == (gives, 0), name
    other = folder / "little" / "other_war.py"
    other.write_text(other.read_text().replace("number - FACTOR", "number - FACTOR - 1"))
    assert answer(folder) == (42, 1)
    assert answer(folder, "other_war") == (6, 0)
    assert not list(folder.rglob("*.nbi"))


def test_code_is_found_again_from_another_path(tmp_path):
    assert answer(little(tmp_path / "here")) == (21, 0)
    assert answer(little(tmp_path / "there")) == (21, 1)


def test_code_of_the_package_itself_is_found_again_from_another_path(tmp_path):
    program = (
        "import aw_env, numpy as np; from aw_env.core.engine.masks import first_illegal as f;"
        "f(np.ones((1, 2), np.int8), np.zeros(1, np.int64)); print(aw_env.__file__, sum(f.stats.cache_hits.values()))"
    )
    shutil.copytree(ROOT / "aw_env", tmp_path / "aw_env", ignore=shutil.ignore_patterns("__pycache__"))
    (here, first), _ = told(ROOT, program)
    (there, second), _ = told(tmp_path, program)
    assert (first, second) == ("0", "1") and here != there == str(tmp_path / "aw_env" / "__init__.py")


def test_a_file_edited_while_the_process_runs_is_not_taken_for_what_runs(tmp_path):
    folder = little(tmp_path / "here")
    program = (
        "import pathlib; from little.war import entry; file = pathlib.Path('little/printed.py');"
        "file.write_text('FIGHTERS = 3'); print(entry(10))"
    )
    (value,), said = told(folder, program)
    assert value == "21" and "has changed since this process began" in said
    assert answer(folder) == (31, 0)


def test_importing_leaves_the_settings_of_numba_alone(tmp_path):
    program = (
        "import os, numba; before = dict(os.environ), {k: v for k, v in vars(numba.config).items() if k.isupper()};"
        "import aw_env.admirals_war_v0;"
        "assert before == (dict(os.environ), {k: v for k, v in vars(numba.config).items() if k.isupper()});"
        "print(numba.config.CACHE_DIR)"
    )
    (theirs,), _ = told(tmp_path, program, NUMBA_CACHE_DIR=str(tmp_path / "theirs"))
    assert theirs == str(tmp_path / "theirs")


# --- nowhere to keep it --------------------------------------------------------------------------------


def compiles_all_the_same(capfd, says):
    """Nothing can be kept: it is said once, and the code runs."""
    assert fresh()(2) == 7 and fresh()(2) == 7
    said = capfd.readouterr().err
    assert said.count("cannot be kept") == 1 and says in said
    assert not list(ROOT.joinpath("tests", "__pycache__").glob("test_compile_cache.*.nb?"))


def test_a_file_in_place_of_the_folder(cache, capfd):
    cache.write_text("mine")
    compiles_all_the_same(capfd, f"{cache}")
    assert cache.read_text() == "mine"


def test_a_folder_in_which_nothing_can_be_made(monkeypatch, capfd):
    monkeypatch.setenv("AW_ENV_CACHE", "/proc/aw_env")
    compiles_all_the_same(capfd, "/proc/aw_env")


def test_no_home(monkeypatch, capfd):
    def nowhere():
        raise RuntimeError("could not determine home directory")

    for name in ("AW_ENV_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    compiles_all_the_same(capfd, "there is no home folder")


# --- folders that are not trusted ----------------------------------------------------------------------


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """The folder of the user, in which code is kept where no other can be trusted."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    return tmp_path / "own" / "aw_env" / "code"


def runs_from(own_folder, capfd, says):
    """The folder that is asked for is passed over: it is said once, and the code is kept in the user's own."""
    assert fresh()(2) == 7
    again = fresh()
    assert again(2) == 7 and loaded(again) == 1
    said = capfd.readouterr().err
    assert said.count("aw_env:") == 1 and says in said and str(own_folder) in said
    assert len(list(own_folder.glob("*.code"))) == 1


@pytest.mark.parametrize(("mode", "says"), [(0o777, "anyone may write to"), (0o770, "a group may write to")])
@pytest.mark.parametrize("part", ["code", ""])
def test_a_folder_where_others_may_write(cache, own_folder, capfd, mode, says, part):
    (cache / "code").mkdir(parents=True)
    if os.getuid() == 0:
        os.chown(cache / part, 0, 100)
    elif not part and mode == 0o770:
        pytest.skip("needs root, for a group with other members")
    (cache / part).chmod(mode)
    runs_from(own_folder, capfd, f"{says} {cache / part}".rstrip("/"))
    assert not list(cache.rglob("*.code"))


def test_a_folder_in_which_only_owners_may_rename_is_on_the_way(cache):
    cache.mkdir()
    cache.chmod(0o1777)
    assert fresh()(2) == 7 and the_file().parent == cache / "code"


def test_a_link_in_place_of_the_folder(cache, own_folder, capfd, tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    cache.mkdir()
    (cache / "code").symlink_to(tmp_path / "elsewhere")
    runs_from(own_folder, capfd, f"{cache / 'code'} is a link")
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_link_of_ones_own_on_the_way(cache, tmp_path):
    (tmp_path / "elsewhere" / "deep").mkdir(parents=True, mode=0o700)
    cache.symlink_to("elsewhere/../elsewhere/deep")
    assert fresh()(2) == 7
    again = fresh()
    assert again(2) == 7 and loaded(again) == 1
    assert list((tmp_path / "elsewhere" / "deep" / "code").glob("*.code"))


def test_links_in_a_circle(cache, own_folder, capfd):
    cache.symlink_to(cache)
    runs_from(own_folder, capfd, "is a link")


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="needs root, to be two users")
@pytest.mark.parametrize("strangers", ["folder", "link", "file"])
def test_what_belongs_to_another_user(cache, own_folder, capfd, strangers, tmp_path):
    assert fresh()(2) == 7
    if strangers == "folder":
        os.chown(cache, 65534, 65534)
        runs_from(own_folder, capfd, f"{cache} belongs to another user")
    elif strangers == "link":
        cache.rename(tmp_path / "away")
        cache.symlink_to(tmp_path / "away")
        os.lchown(cache, 65534, 65534)
        runs_from(own_folder, capfd, f"{cache} is a link of another user")
    else:
        os.chown(the_file(), 65534, 65534)
        again = fresh()
        assert again(2) == 7 and loaded(again) == 0
        assert "belongs to another user" in capfd.readouterr().err
        mended = fresh()
        assert mended(2) == 7 and loaded(mended) == 1


def test_a_named_pipe_in_place_of_a_file(capfd):
    assert fresh()(2) == 7
    file = the_file()
    file.unlink()
    os.mkfifo(file)
    again = fresh()
    assert again(2) == 7 and loaded(again) == 0
    assert "is not a regular file" in capfd.readouterr().err


# --- a full disk ---------------------------------------------------------------------------------------


@contextmanager
def no_file_longer_than(size):
    """As on a full disk, writing fails in the middle of a file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk(cache, capfd):
    with no_file_longer_than(1000):
        compiled_here = fresh()
        assert compiled_here(2) == 7
    assert "cannot be kept" in capfd.readouterr().err
    assert not list(cache.rglob("*.code")) and not list(cache.rglob("*.partial"))
    again = fresh()
    assert again(2) == 7 and loaded(again) == 0 and the_file().stat().st_size > 1000


# --- damage --------------------------------------------------------------------------------------------


def test_damaged_code_is_compiled_anew(capfd):
    fresh()(2)
    file, chance = the_file(), random.Random(0)
    sound = file.read_bytes()
    damaged = [sound[:length] for length in (0, 1, 30, 60, len(sound) // 2, len(sound) - 1)]
    for _ in range(20):
        place = chance.randrange(len(sound))
        damaged.append(sound[:place] + bytes([sound[place] ^ 1 << chance.randrange(8)]) + sound[place + 1 :])
    for content in damaged:
        file.write_bytes(content)
        again = fresh()
        assert again(2) == 7 and loaded(again) == 0
        mended = fresh()
        assert mended(2) == 7 and loaded(mended) == 1
    assert capfd.readouterr().err.count("is damaged and is compiled again") == 1


# --- several processes ---------------------------------------------------------------------------------

HELD = """
import sys
from numba import types
from little.war import entry

def compile(*given, by_numba=entry._compiler.compile):
    entry._cache._file((types.int64,)).with_suffix(".1.partial").write_bytes(b"half of")
    print("held", flush=True)
    sys.stdin.readline()
    return by_numba(*given)

entry._compiler.compile = compile
entry(10)
"""
"""A process that stays in the midst of compiling until a line comes."""

ANSWER = "from little.war import entry; print(entry(10), sum(entry.stats.cache_hits.values()))"


def holding(folder):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (folder, ROOT)))}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    process = subprocess.Popen([sys.executable, "-c", HELD], env=environment, cwd=folder, **pipes)
    assert process.stdout.readline() == "held\n"
    return process


def test_of_two_processes_one_compiles_and_the_other_waits_and_says_so(tmp_path):
    folder = little(tmp_path / "here")
    first = holding(folder)
    second = started(folder, ANSWER)
    assert "another process is compiling entry; waiting for it" in second.stderr.readline()
    first.communicate("go on\n")
    out, _ = second.communicate()
    assert first.returncode == second.returncode == 0 and out.split() == ["21", "1"]


def test_a_compiler_that_is_killed_leaves_nothing_broken(tmp_path):
    folder = little(tmp_path / "here")
    first = holding(folder)
    second = started(folder, ANSWER)
    assert "waiting" in second.stderr.readline()
    first.send_signal(signal.SIGKILL)
    first.wait()
    out, _ = second.communicate()
    assert second.returncode == 0 and out.split() == ["21", "0"]
    assert not list(cache_folder().glob("*.partial"))
    assert answer(folder) == (21, 1)


def test_an_interruption_that_the_compiler_swallows_is_raised_when_it_returns(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    made_code = cpu_target.target_context.codegen()._engine._ee
    with monkeypatch.context() as meanwhile, pytest.raises(KeyboardInterrupt):
        meanwhile.setattr(made_code, "_object_cache_notify", interrupt)
        fresh()(2)
    assert not list(cache_folder().glob("*.code")) and fresh()(2) == 7


START = "from aw_env import admirals_war_v0 as aw; env = aw.raw_env(); env.reset(seed=1); print(env.agent_selection)"


@pytest.mark.slow
def test_two_games_that_start_cold_compile_the_rules_once(tmp_path):
    both = [started(tmp_path, START) for _ in range(2)]
    said = [process.communicate() for process in both]
    assert all(process.returncode == 0 for process in both) and said[0][0] == said[1][0]
    beside = "".join(beside for _, beside in said)
    assert len(re.findall(r"compiling \d+ rules for `advance`", beside)) == 1 and beside.count("waiting for it") == 1
    _, beside = told(tmp_path, START)
    assert beside == ""


# --- what is said --------------------------------------------------------------------------------------


def test_progress_is_told_by_parts(capfd):
    progress = first_start.Progress()
    with progress.of("war", 40):
        for _ in range(40):
            progress.step()
        with progress.of("inner", 1):
            progress.stage("linking")
        progress.stage("linking")
    lines = capfd.readouterr().err.splitlines()
    assert lines[0].startswith("aw_env: compiling 40 rules for `war`")
    assert lines[1:6] == [f"aw_env: {n} of 40 rules" for n in (10, 20, 30, 40)] + ["aw_env: linking ..."]
    assert re.fullmatch(r"aw_env: compiled `war` in \d+ s", lines[6]) and len(lines) == 7


def test_a_few_rules_are_compiled_without_a_word(capfd):
    with first_start.Progress().of("war", first_start.MANY - 1):
        pass
    assert fresh()(2) == 7
    assert capfd.readouterr().err == ""


def test_what_the_machine_and_the_versions_are_is_part_of_the_name(monkeypatch):
    before = code_cache.toolchain()
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert code_cache.toolchain() != before
