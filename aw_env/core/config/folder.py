"""Where the files of `configs` lie."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]


def configs_folder() -> Path:
    """The folder `configs`: inside an installed package, or beside the package in a checkout."""
    installed = _PACKAGE / "configs"
    return installed if installed.is_dir() else _PACKAGE.parent / "configs"
