"""A hook of MkDocs (`mkdocs.yml`): the pages of the site that do not stand in `docs/`.

The guides to observations and records are written from the declarations in the code, the standings from tables of the
package, and so is the part of the reference about the functions of a game, whose signatures are made when the game is
imported.  The home page, the changelog and the pages for contributors and on security are files at the root of the
repository; the licence, the citation and the examples are copied.  Links between all of these and `docs/` are put
right.
"""

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aw_agents.standings import table
from aw_env import admirals_war_v0
from aw_env.games.admirals_war.words import observation_guide, record_guide
from aw_env.games.naval_miniatures.game import MINIATURES
from aw_env.games.war_at_sea.words import observation_guide as war_at_sea_observation_guide
from aw_env.games.world_at_war.game import WAR

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
WRITTEN = {
    "observation.md": observation_guide.guide,
    "record.md": record_guide.guide,
    "war_at_sea_observation.md": war_at_sea_observation_guide.guide,
    "naval_miniatures_observation.md": MINIATURES.observation_guide,
    "world_at_war_observation.md": WAR.observation_guide,
    "standings.md": table.page,
}
"""Pages that are written from the code, by name, each with the function that returns its Markdown."""
AT_THE_ROOT = {
    "index.md": "README.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "security.md": "SECURITY.md",
}
"""Pages that stand at the root of the repository, by their names on the site."""
SECTIONS = re.compile(r"<!-- command: \w+ -->\n")
"""The marks in README by which the gate finds its commands."""
FUNCTIONS = "<!-- the functions of a game -->"
"""Where the reference describes them."""
MODULES = re.compile(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])")
"""The modules before the name of a class."""
SHAPES = "CompiledPlayer | BatchPolicy | Agent"
"""What `Player` stands for in a signature."""
ELSEWHERE = re.compile(r"\]\((?:\.\./)?(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md")
"""A link to a page at the root, from there or from `docs/`."""


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """Add what does not stand in `docs/`."""
    from mkdocs.structure.files import File

    for name, guide in WRITTEN.items():
        files.append(File.generated(config, name, content=guide()))
    for name, source in AT_THE_ROOT.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text("utf-8")))
    for shown in (*sorted((ROOT / "examples").glob("*.py")), ROOT / "LICENSE", ROOT / "CITATION.cff"):
        name = shown.relative_to(ROOT).as_posix()
        files.append(File.generated(config, name, content=shown.read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: "Page", config: "MkDocsConfig", files: "Files") -> str:
    """The text of a page as it is on the site, where all pages stand in one folder."""
    return linked(markdown).replace(FUNCTIONS, functions())


def functions() -> str:
    """The functions of Admirals' War in Markdown, each with its signature and docstring."""
    offered = ((name, getattr(admirals_war_v0, name)) for name in admirals_war_v0.__all__)
    return "\n\n".join(described(name, made) for name, made in offered if inspect.isfunction(made))


def described(name: str, function: Callable[..., Any]) -> str:
    """A function in Markdown: a heading, the signature with a parameter a line, the docstring."""
    signature = inspect.signature(function)
    parameters = "".join(f"    {parameter},\n" for parameter in signature.parameters.values())
    returned = inspect.formatannotation(signature.return_annotation)
    shown = MODULES.sub("", f"{name}(\n{parameters}) -> {returned}".replace("'", '"')).replace(SHAPES, "Player")
    return f"### {name}\n\n```python\n{shown}\n```\n\n{inspect.getdoc(function)}"


def linked(markdown: str) -> str:
    """The text of a page with the links that lead to the root, to `docs/` or to `examples/` put right."""
    names = {source.removesuffix(".md"): name for name, source in AT_THE_ROOT.items()}
    text = ELSEWHERE.sub(lambda found: f"]({names[found[1]]}", SECTIONS.sub("", markdown))
    return text.replace("](../examples/", "](examples/").replace("](docs/", "](")
