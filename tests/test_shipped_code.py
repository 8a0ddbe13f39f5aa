"""Compiled code that comes with the package runs where it fits what is here, and nowhere else."""

import hashlib
import json
import lzma
import os
import pickle
import sys
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
import pytest

from aw_env import games
from aw_env.core.engine import code_cache, first_start, shipped
from aw_env.core.engine.code_cache import cache_folder
from aw_env.core.engine.compiling import INTERPRETED, compiled, rule
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.engine.shipped import INDEX, LEVELS, in_record, levels_here
from aw_env.core.engine.shipping import making
from aw_env.core.engine.sources import sources
from aw_env.core.engine.whole_program import rules_reached

ROOT = Path(__file__).resolve().parent.parent
pytestmark = [
    pytest.mark.skipif(INTERPRETED, reason="nothing is compiled"),
    pytest.mark.skipif(not levels_here(), reason="no code is made for this processor"),
]
NOTHING_FITS = "the compiled rules of the package are not used"


@rule
def tripled(number):
    return number * 3


def entry(number):
    if number < 0:
        raise ValueError("a number below nothing")
    return tripled(number) + 1


def around(number):
    return entry(number) + 1


def fresh():
    """The entry point as a new process has it: not compiled, not loaded."""
    return compiled(entry)


def loaded(function):
    """How often compiled code was found."""
    return sum(function.stats.cache_hits.values())


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with code for all levels of this machine, made once."""
    machine = LEVELS[levels_here()[0]].machine
    folder = tmp_path_factory.mktemp("made") / "compiled"
    with making([name for name, level in LEVELS.items() if level.machine == machine]) as maker:
        assert fresh()(2) == 7
    maker.write(folder)
    return folder


@pytest.fixture
def package(made, tmp_path, monkeypatch):
    """An installed package with it, in a process that has said nothing yet, before an empty cache."""
    home = tmp_path / "site" / "aw_env"
    code, about = home / "compiled", tmp_path / "site" / "aw_env-1.0.dist-info"
    for folder in (code, about):
        folder.mkdir(parents=True)
    for file in made.iterdir():
        (code / file.name).write_bytes(file.read_bytes())
    (home / "__init__.py").write_text("")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: aw_env\nVersion: 1.0\n")
    monkeypatch.setattr(shipped, "PACKAGE", home)
    monkeypatch.setenv("AW_ENV_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(first_start, "_said", set())
    record(code)
    shipped.shipped.cache_clear()
    yield code
    shipped.shipped.cache_clear()


def record(code):
    """List the index in RECORD, as what installs a wheel does."""
    index = (code / INDEX).read_bytes()
    about = code.parent.parent / "aw_env-1.0.dist-info"
    (about / "RECORD").write_text(f"aw_env/compiled/{INDEX},sha256={in_record(index)},{len(index)}\n")


def runs(package):
    """The code that came is run: nothing is compiled or kept."""
    function = fresh()
    assert function(2) == 7 and loaded(function) == 1
    return not package.parent.parent.parent.joinpath("cache").exists()


def compiles(capfd, says, times=1):
    """The rules are compiled all the same, and one line says why."""
    function = fresh()
    assert function(2) == 7 and loaded(function) == 0
    said = capfd.readouterr().err
    assert said.count("aw_env: ") == times and says in said, said


# --- it runs -------------------------------------------------------------------------------------------


def test_it_runs_from_an_empty_cache_and_leaves_it_empty(package, capfd):
    assert runs(package) and capfd.readouterr().err == ""


def test_what_the_user_has_compiled_is_preferred(package, monkeypatch):
    monkeypatch.setattr(code_cache, "kept_code", lambda entry_point, named: None)
    assert fresh()(2) == 7
    monkeypatch.setattr(code_cache, "kept_code", None)
    again = fresh()
    assert again(2) == 7 and loaded(again) == 1


def test_it_runs_where_nothing_can_be_written(package, monkeypatch, capfd):
    monkeypatch.setenv("AW_ENV_CACHE", "/proc/aw_env")
    function = fresh()
    assert function(2) == 7 and loaded(function) == 1 and "cannot be kept" not in capfd.readouterr().err


def test_rules_that_came_raise_what_they_raise(package):
    with pytest.raises(ValueError, match="a number below nothing"):
        fresh()(-1)


def test_an_entry_point_that_did_not_come_is_compiled_without_a_word(package, capfd):
    function = compiled(tripled.py_func)
    assert function(2) == 6 and loaded(function) == 0 and capfd.readouterr().err == ""


def test_for_arguments_that_it_was_not_made_for_it_is_compiled_without_a_word(package, capfd):
    function = fresh()
    assert function(2.5) == 8.5 and loaded(function) == 0 and capfd.readouterr().err == ""


def test_it_holds_no_path_of_the_machine_that_made_it(made):
    for file in made.glob("*.code"):
        content = lzma.decompress(file.read_bytes())
        for path in (ROOT, Path(sys.prefix), Path(sys.base_prefix), Path(numba.__file__).parent.parent, Path.home()):
            assert str(path).encode() not in content, file
        assert b"tests/test_shipped_code.py" in content


def test_code_that_rules_call_is_linked_from_its_intermediate_code_and_never_from_what_has_none(package):
    function = fresh()
    assert function(2) == 7 and function._cache.bare
    assert compiled(belonging_to(__name__, around, entry=function))(2) == 8
    assert not function._cache.bare and function(2) == 7


def test_an_entry_point_that_another_calls_keeps_its_intermediate_code(tmp_path):
    inner = belonging_to(__name__, around, entry=fresh())
    with making(levels_here()[:1]) as maker:
        assert compiled(inner)(2) == 8
    maker.write(tmp_path / "made")
    bare = {file.name.split("-")[0]: shipped.unpacked(file.read_bytes()).is_bare for file in tmp_path.glob("*/*.code")}
    assert bare == {f"{__name__}.entry": False, f"{__name__}.around": True}


# --- it does not fit -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owner", "name", "value", "says"),
    [
        (numba, "__version__", "0.69.1", "for Numba 0.68, and here is 0.69"),
        (llvmlite, "__version__", "0.51.0", "for llvmlite 0.50, and here is 0.51"),
        (np, "__version__", "3.0.0", "for NumPy 2, and here is 3"),
        (sys, "abiflags", "t", "for Python cpython-"),
        (numba.config, "OPT", 1, "for switches "),
        (numba.config, "BOUNDSCHECK", 1, "for switches "),
        (numba.config, "LOOP_VECTORIZE", 0, "for switches "),
        (numba.config, "SLP_VECTORIZE", 1, "for switches "),
        (numba.config, "CPU_NAME", "generic", "for switches "),
    ],
)
def test_versions_that_matter(package, capfd, monkeypatch, owner, name, value, says):
    monkeypatch.setattr(owner, name, value)
    compiles(capfd, says)


def test_another_python(package, capfd, monkeypatch):
    here = sys.implementation
    monkeypatch.setattr(sys, "implementation", type(here)(**{**vars(here), "cache_tag": "cpython-999"}))
    compiles(capfd, "and here is cpython-999")


def test_another_system(package, capfd, monkeypatch):
    by_index = json.loads((package / INDEX).read_text())
    by_index["made"]["system"] = "riscv64-unknown-linux-gnu"
    (package / INDEX).write_text(json.dumps(by_index))
    record(package)
    compiles(capfd, "for system riscv64-unknown-linux-gnu, and here is ")


def test_patch_versions_do_not_matter(package, monkeypatch):
    monkeypatch.setattr(numba, "__version__", "0.68.99")
    monkeypatch.setattr(llvmlite, "__version__", "0.50.99rc1")
    monkeypatch.setattr(np, "__version__", "2.99.0")
    assert runs(package)


def processor(monkeypatch, *lacking):
    has = {**llvm.get_host_cpu_features(), **dict.fromkeys(lacking, False)}
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: has)


@pytest.mark.skipif("x86-64-v3" not in levels_here(), reason="an older processor")
def test_an_older_processor_runs_the_code_of_its_level(package, monkeypatch, capfd):
    read, content = [], shipped.Shipped.content

    def content_noted(self, name):
        read.append(name)
        return content(self, name)

    monkeypatch.setattr(shipped.Shipped, "content", content_noted)
    assert runs(package)
    processor(monkeypatch, "avx2")
    assert runs(package) and len(read) == len(set(read)) == 2 and capfd.readouterr().err == ""


@pytest.mark.parametrize("feature", sorted({feature for level in levels_here() for feature in LEVELS[level].needs}))
def test_a_processor_that_lacks_a_feature_is_not_of_the_level(monkeypatch, feature):
    processor(monkeypatch, feature)
    assert all(feature not in LEVELS[level].needs for level in levels_here())


@pytest.mark.skipif("x86-64-v2" not in levels_here(), reason="another machine")
def test_a_processor_of_no_level_compiles(package, capfd, monkeypatch):
    processor(monkeypatch, "popcnt")
    compiles(capfd, "for processors of x86-64-v3 or x86-64-v2, and this one is none")


def test_a_process_that_lacks_what_the_code_calls(package, capfd, monkeypatch):
    monkeypatch.setattr(llvm, "address_of_symbol", lambda name: None)
    compiles(capfd, "there is no ")


# --- edits ---------------------------------------------------------------------------------------------


def edited(monkeypatch, file):
    """As if a line were added to a file."""
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda self: read(self) + (b"\n# edited" if self == file else b""))


def test_an_edit_is_compiled(package, capfd, monkeypatch):
    edited(monkeypatch, Path(__file__))
    compiles(capfd, "the compiled rules of the package are of other sources than these")


@pytest.mark.parametrize("name", [game.name for game in games.installed()])
def test_an_edit_of_any_file_that_the_rules_are_made_of_gives_code_another_name(name, monkeypatch):
    advance = games.named(name).room("engine").advance
    made_of = files_of(advance.py_func)
    assert len(made_of) > 10

    def name_of_code():
        kept = code_cache.CodeCache(advance.py_func)
        return kept.named((numba.types.int64,), b"tools")

    before = name_of_code()
    for file in made_of:
        with monkeypatch.context() as patched:
            edited(patched, file)
            assert name_of_code() != before, file
    assert name_of_code() == before


def files_of(function):
    """Where the rules that an entry point reaches are written, and what their globals are that are classes of ours."""
    found = set()
    for one in (function, *(made.py_func for made in rules_reached(function))):
        values = [one, *(one.__globals__.get(name) for name in one.__code__.co_names)]
        modules = {getattr(value, "__module__", None) or getattr(value, "__name__", None) for value in values}
        for module in modules:
            if module in sys.modules and str(module).partition(".")[0] in ("aw_env", "aw_agents"):
                found.add(Path(sys.modules[module].__file__))
        if Path(one.__code__.co_filename).is_file():
            found.add(Path(one.__code__.co_filename))
    return found


def test_what_compiled_code_depends_on_holds_the_files_of_a_rule():
    assert Path(__file__) in files_of(entry) and Path(__file__) in sources(__name__).values()


# --- damage and strangers ------------------------------------------------------------------------------


def a_file(package):
    """The file that this processor runs."""
    (file,) = [file for file in package.glob("*.code") if file.name == name_here(package)]
    return file


def name_here(package):
    index = json.loads((package / INDEX).read_text())
    level = next(one for one in levels_here() if one in index["levels"])
    return fresh()._cache.named((numba.types.int64,), shipped.words_of(index["made"], level))


def test_a_damaged_file(package, capfd):
    file = a_file(package)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    compiles(capfd, f"{file} is damaged")


def test_a_file_that_is_gone(package, capfd):
    a_file(package).unlink()
    compiles(capfd, "No such file")


def test_a_foreign_file_whose_checksum_the_index_was_given(package, capfd):
    file, index = a_file(package), json.loads((package / INDEX).read_text())
    file.write_bytes(b"foreign")
    index["files"][file.name] = hashlib.sha256(b"foreign").hexdigest()
    (package / INDEX).write_text(json.dumps(index))
    compiles(capfd, "is not the file that RECORD lists")


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"made": {}}', '{"made": [], "levels": [], "files": []}'])
def test_a_damaged_index(package, capfd, content):
    (package / INDEX).write_text(content)
    record(package)
    compiles(capfd, NOTHING_FITS)


def test_an_index_that_record_does_not_list(package, capfd):
    (package.parent.parent / "aw_env-1.0.dist-info" / "RECORD").write_text("aw_env/__init__.py,,\n")
    compiles(capfd, "is not the file that RECORD lists")


def test_code_of_an_older_version(package, capfd, monkeypatch):
    own = code_cache.CodeCache._own
    monkeypatch.setattr(code_cache.CodeCache, "_own", property(lambda self: b"newer" + own.func(self)))
    compiles(capfd, "are of other sources than these")


@pytest.mark.skipif(os.name != "posix", reason="no modes")
def test_a_file_or_folder_to_which_more_may_write_than_to_the_sources(package, capfd):
    a_file(package).chmod(0o666)
    compiles(capfd, "others may write to")


@pytest.mark.skipif(os.name != "posix", reason="no modes")
def test_a_group_that_may_write_to_the_sources_may_write_to_the_code(package):
    for path in (package.parent, package, package.parent / "__init__.py", *package.iterdir()):
        path.chmod(path.stat().st_mode | 0o020)
    assert runs(package)


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="needs root, to be two users")
@pytest.mark.parametrize("of_all", [False, True])
def test_what_belongs_to_another_user(package, capfd, of_all):
    for path in (package.parent, package, package.parent / "__init__.py", *package.iterdir()) if of_all else [package]:
        os.chown(path, 65534, 65534)
    if of_all:
        assert runs(package)
    else:
        compiles(capfd, f"{package} belongs to another user")


@pytest.mark.skipif(os.name != "posix", reason="no links")
def test_a_link_in_place_of_a_file(package, capfd):
    file = a_file(package)
    file.rename(package / "elsewhere")
    file.symlink_to("elsewhere")
    compiles(capfd, "compiled rules of the package are not used")


# --- a checkout ----------------------------------------------------------------------------------------


@pytest.fixture
def checkout(package):
    """A checkout in whose `build` the code was made."""
    site = package.parent.parent
    for file in (site / "aw_env-1.0.dist-info").iterdir():
        file.unlink()
    (site / "aw_env-1.0.dist-info").rmdir()
    (site / "build").mkdir(mode=0o700)
    package.rename(site / "build" / "compiled")
    (site / "build" / "compiled").chmod(0o700)
    return site / "build" / "compiled"


def test_a_checkout_runs_what_was_made_in_it(checkout):
    function = fresh()
    assert function(2) == 7 and loaded(function) == 1 and not cache_folder().exists()


@pytest.mark.skipif(os.name != "posix", reason="no modes")
def test_the_folder_of_a_checkout_must_be_private(checkout, capfd):
    checkout.chmod(0o777)
    compiles(capfd, f"anyone may write to {checkout}")


# --- another machine -----------------------------------------------------------------------------------

MACHINE_IN_ELF, AARCH64 = slice(18, 20), (183).to_bytes(2, "little")


def test_code_for_another_machine_is_made_here(tmp_path):
    with making(["armv8-a"]) as maker:
        assert fresh()(2) == 7
    maker.write(tmp_path / "made")
    index = json.loads((tmp_path / "made" / INDEX).read_text())
    assert index["levels"] == ["armv8-a"] and index["made"]["system"].startswith("aarch64-")
    (file,) = tmp_path.glob("made/*.code")
    (_, _, (code, _)), *_ = pickle.loads(lzma.decompress(file.read_bytes()))[2]
    assert code[:4] == b"\x7fELF" and code[MACHINE_IN_ELF] == AARCH64


def test_levels_of_two_machines_do_not_go_together():
    with pytest.raises(ValueError), making(["armv8-a", "x86-64-v2"]):
        pass
