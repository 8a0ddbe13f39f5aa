"""Experiments for tests: the file of one, from its text."""


def experiment_file(folder, text, *changes):
    """`tiny.toml` in a folder: the text, with (old, new) changes."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "tiny.toml"
    path.write_text(text)
    return path
