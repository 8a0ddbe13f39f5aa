"""Plain values that nobody expects, and tables and lists with a few of their values replaced."""

import copy
import json
from random import Random
from typing import Any

ODD = [
    None, True, False, 0, 1, -1, 2, 7, 255, 256, -(2**31), 2**31, 2**53, 2**62, 2**63, -(2**63) - 1, 2**64, 10**30,
    0.0, -0.0, 0.5, 1.5, -3.25, 1e308, 5e-324, "", " ", "0", "x", "midway", "../midway", "a" * 300, "\x00", "\ud7ff",
    "ß💥", "None", "nan", [], {}, [[]], [{}], {"": {}}, [0] * 50, [None], {"a": {"b": {"c": [1, [2, [3]]]}}},
]  # fmt: skip


def odd_value(draws: Random) -> Any:
    """One of them; now and then one that is huge or nested deeply."""
    if draws.random() < 0.05:
        depth = draws.choice([5, 50, 150])
        value: Any = 1
        for _ in range(depth):
            value = [value] if draws.random() < 0.5 else {"x": value}
        return value
    if draws.random() < 0.03:
        return draws.choice([10**400, "z" * 20_000, list(range(3000))])
    return copy.deepcopy(draws.choice(ODD))


def spots(tree: Any, path: tuple = ()) -> list[tuple]:
    """The path to every value of a tree of tables and lists."""
    found = [path]
    if isinstance(tree, dict):
        for key, value in tree.items():
            found += spots(value, (*path, key))
    elif isinstance(tree, list):
        for number, value in enumerate(tree):
            found += spots(value, (*path, number))
    return found


def altered(tree: Any, draws: Random, most: int = 3) -> Any:
    """A copy with one to `most` values replaced, removed, doubled, or put under another key."""
    tree = json.loads(json.dumps(tree))
    for _ in range(draws.randint(1, most)):
        paths = [path for path in spots(tree) if path]
        if not paths or draws.random() < 0.01:
            return odd_value(draws)
        *way, last = draws.choice(paths)
        holder = tree
        for step in way:
            holder = holder[step]
        how = draws.randrange(6)
        if how == 0:
            del holder[last]
        elif how == 1 and isinstance(holder, dict):
            holder[draws.choice(["", "x", "__class__", str(last) + "s"])] = odd_value(draws)
        elif how == 2 and isinstance(holder, list):
            holder.append(holder[last])
        elif how == 3 and isinstance(holder[last], int) and not isinstance(holder[last], bool):
            holder[last] += draws.choice([-1, 1, 10, -100])
        elif how == 4 and isinstance(holder[last], str) and holder[last]:
            holder[last] = holder[last][:-1] + draws.choice(["", "x", "é"])
        else:
            holder[last] = odd_value(draws)
    return tree


def json_text(tree: Any, draws: Random) -> str:
    """JSON, now and then with what JSON does not allow, or what breaks a careless reader."""
    text = json.dumps(tree)
    how = draws.randrange(20)
    if how == 0:
        return text[: draws.randrange(len(text) + 1)]
    if how == 1:
        return text.replace("0", draws.choice(["NaN", "Infinity", "1e999", "9" * 5000, "-0", "0x1"]), 1)
    if how == 2:
        return "[" * 100_000 + text
    if how == 3:
        cut = draws.randrange(len(text) + 1)
        return text[:cut] + draws.choice(["\x00", "\\ud800", "}", "]", '"', ","]) + text[cut:]
    return text


def toml_text(tables: Any, draws: Random) -> str:
    """TOML of plain tables, now and then damaged."""
    lines = [] if isinstance(tables, dict) else ["x = 1"]
    for key, value in tables.items() if isinstance(tables, dict) else ():
        lines.append(f"{json.dumps(str(key))} = {toml_value(value)}")
    text = "\n".join(lines) + "\n"
    how = draws.randrange(16)
    if how == 0:
        return text[: draws.randrange(len(text) + 1)]
    if how == 1:
        return text + f"deep = {'[' * 5000}{']' * 5000}\n"
    if how == 2:
        return text + f"huge = {draws.choice(['9' * 5000, '0x' + 'f' * 6000, 'inf', 'nan', '1979-05-27'])}\n"
    if how == 3:
        cut = draws.randrange(len(text) + 1)
        return text[:cut] + draws.choice(["\x00", "=", "]", '"', "\n\n[[x]]\n"]) + text[cut:]
    return text


def toml_value(value: Any) -> str:
    """A value as TOML, which has no null."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {toml_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(inner) for inner in value) + "]"
    if value is None:
        return '"null"'
    return json.dumps(value)
